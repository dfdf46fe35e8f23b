extension TOMLParser {
    mutating func value(depth: Int) throws(TOMLError) -> TOML {
        guard depth < Limits.tomlDepth else { throw failure("values nested more than \(Limits.tomlDepth) deep") }
        let line = line
        let content: TOML.Content
        switch peek {
        case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: content = .string(try string())
        case UInt8(ascii: "[")?: content = .array(try array(depth: depth))
        case UInt8(ascii: "{")?: content = .table(try inlineTable(depth: depth))
        default: content = try scalar()
        }
        return TOML(content: content, line: line)
    }

    private mutating func array(depth: Int) throws(TOMLError) -> [TOML] {
        position += 1
        var elements: [TOML] = []
        while true {
            try skipLines()
            if peek == UInt8(ascii: "]") { break }
            elements.append(try value(depth: depth + 1))
            try skipLines()
            guard peek == UInt8(ascii: ",") else { break }
            position += 1
        }
        try expect("]", "',' or ']' in an array")
        return elements
    }

    /// On one line, and without a comma at its end.
    private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOML.Table {
        position += 1
        var table = TOML.Table(.inline)
        skipBlanks()
        if peek == UInt8(ascii: "}") {
            position += 1
            return table
        }
        while true {
            skipBlanks()
            let key = try key()
            skipBlanks()
            try expect("=", "'=' after a key")
            skipBlanks()
            try table.assign(value(depth: depth + 1), to: key, below: [])
            skipBlanks()
            guard peek == UInt8(ascii: ",") else { break }
            position += 1
        }
        try expect("}", "',' or '}' in a table on one line")
        return table
    }

    /// A number, a date, `true` or `false`.
    private mutating func scalar() throws(TOMLError) -> TOML.Content {
        let start = position
        while let byte = peek, Self.isDigit(byte) || Self.isLetter(byte) || "+-_.:".utf8.contains(byte) { position += 1 }
        // A date and a time may be parted by a blank.
        if position - start == 10, peek == 0x20, let next = peek(at: 1), Self.isDigit(next), bytes[start + 4] == UInt8(ascii: "-") {
            position += 1
            while let byte = peek, Self.isDigit(byte) || Self.isLetter(byte) || "+-.:".utf8.contains(byte) { position += 1 }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !text.isEmpty else { throw failure("expected a value, found \(found)") }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: break
        }
        if text.wholeMatch(of: Self.date) != nil { return .date(text) }
        if let match = text.wholeMatch(of: Self.integer) {
            // Not too long to be one: the form is right, so only the size can be wrong.
            guard let number = Int(match.output.filter { $0 != "_" }) else { throw failure("the integer \(text) has more than 64 bits") }
            return .integer(number)
        }
        if let match = text.wholeMatch(of: Self.based) {
            let (digits, radix) = (match.2, match.1 == "x" ? 16 : match.1 == "o" ? 8 : 2)
            guard digits.filter({ $0 != "_" }).allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false }) else {
                throw failure("'\(text)' is no number of base \(radix)")
            }
            guard let number = Int(digits.filter { $0 != "_" }, radix: radix) else {
                throw failure("the integer \(text) has more than 64 bits")
            }
            return .integer(number)
        }
        if let match = text.wholeMatch(of: Self.float), let number = Double(match.output.0.filter { $0 != "_" }) { return .float(number) }
        throw failure("'\(text)' is no value: a text needs quotes")
    }

    // Underscores stand between digits, and there are no leading zeros.
    private static var integer: Regex<Substring> { /[+-]?(?:0|[1-9](?:_?[0-9])*)/ }
    private static var based: Regex<(Substring, Substring, Substring)> { /0([xob])([0-9A-Fa-f](?:_?[0-9A-Fa-f])*)/ }
    private static var float: Regex<(Substring, Substring?, Substring?)> {
        /[+-]?(?:0|[1-9](?:_?[0-9])*)(\.[0-9](?:_?[0-9])*)?([eE][+-]?[0-9](?:_?[0-9])*)?/
    }
    private static var date: Regex<Substring> {
        /(?:[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?|[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?)/
    }
}
