extension TOML.Table {
    init(parsing text: String) throws(TOMLError) {
        var parser = TOMLParser(Array(text.utf8))
        self = try parser.document()
    }
}

/// Reads a document line by line; what values look like is in `TOMLParser+Values.swift` and `TOMLParser+Strings.swift`.
struct TOMLParser {
    let bytes: [UInt8]
    var position = 0
    var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func document() throws(TOMLError) -> TOML.Table {
        var root = TOML.Table()
        var header: [String] = []
        while true {
            skipBlanks()
            guard let byte = peek else { return root }
            switch byte {
            case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "["): header = try self.header(&root)
            default:
                let (key, value) = try assignment()
                try root.assign(value, to: key, below: header)
            }
            try endOfLine()
        }
    }

    /// `[a.b]` or `[[a.b]]`; returns the path, of which arrays stand for their last element.
    private mutating func header(_ root: inout TOML.Table) throws(TOMLError) -> [String] {
        let line = line
        position += 1
        let isArray = peek == UInt8(ascii: "[")
        if isArray { position += 1 }
        skipBlanks()
        let path = try key()
        skipBlanks()
        for _ in 0..<(isArray ? 2 : 1) { try expect("]", "']' after the name of a table") }
        if isArray {
            try root.appendTable(at: path, line: line)
        } else {
            try root.openTable(at: path, line: line)
        }
        return path
    }

    /// `a.b = value`
    mutating func assignment() throws(TOMLError) -> (key: [String], value: TOML) {
        let key = try key()
        skipBlanks()
        try expect("=", "'=' after a key")
        skipBlanks()
        return (key, try value(depth: 0))
    }

    /// One or more names with dots between them.
    mutating func key() throws(TOMLError) -> [String] {
        var names: [String] = []
        while true {
            guard names.count < Limits.tomlDepth else { throw failure("a key of more than \(Limits.tomlDepth) parts") }
            names.append(try name())
            skipBlanks()
            guard peek == UInt8(ascii: ".") else { return names }
            position += 1
            skipBlanks()
        }
    }

    private mutating func name() throws(TOMLError) -> String {
        switch peek {
        case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
            guard !isTripleQuote else { throw failure("a key cannot have several lines") }
            return try string()
        default:
            let start = position
            while let byte = peek, Self.isBare(byte) { position += 1 }
            guard position > start else { throw failure("expected a key, found \(found)") }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}

// MARK: - Bytes

extension TOMLParser {
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(at offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Blanks, comments and ends of lines, as between the elements of an array.
    mutating func skipLines() throws(TOMLError) {
        while true {
            skipBlanks()
            guard let byte = peek, [UInt8(ascii: "#"), 0x0A, 0x0D].contains(byte) else { return }
            try endOfLine()
        }
    }

    /// A comment, and the end of the line or of the text.
    mutating func endOfLine() throws(TOMLError) {
        skipBlanks()
        if peek == UInt8(ascii: "#") {
            while let byte = peek, byte != 0x0A, !(byte == 0x0D && peek(at: 1) == 0x0A) {
                guard byte == 0x09 || byte >= 0x20 && byte != 0x7F else { throw failure("a control character in a comment") }
                position += 1
            }
        }
        guard peek != nil else { return }
        guard takeNewline() else { throw failure("expected the end of the line, found \(found)") }
    }

    mutating func takeNewline() -> Bool {
        let length = peek == 0x0A ? 1 : peek == 0x0D && peek(at: 1) == 0x0A ? 2 : 0
        position += length
        line += length > 0 ? 1 : 0
        return length > 0
    }

    mutating func expect(_ character: Unicode.Scalar, _ wanted: String) throws(TOMLError) {
        guard peek == UInt8(ascii: character) else { throw failure("expected \(wanted), found \(found)") }
        position += 1
    }

    /// What stands here, for an error.
    var found: String {
        guard let byte = peek else { return "the end of the text" }
        if byte == 0x0A || byte == 0x0D { return "the end of the line" }
        let character = String(decoding: bytes[position...].prefix(4), as: UTF8.self).first.map(String.init) ?? ""
        return byte < 0x20 || byte == 0x7F ? "a control character" : "'\(character)'"
    }

    func failure(_ reason: String) -> TOMLError { TOMLError(line: line, reason: reason) }
}
