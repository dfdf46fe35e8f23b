/// PostgREST's configuration file: `name = value` lines, `#` comments (rest.md 13.2).
///
///     db-schemas = "public, vet"     # a text: backslash escapes, $(NAME) is the environment's, $$ a dollar
///     db-pool = 20
///     db-channel-enabled = off
package enum ConfigurationFile {
    /// The options that a file's text sets; of a repeated name the last counts.
    ///
    /// - Parameters:
    ///   - name: the file's, for the error.
    ///   - variable: the value of an environment variable.
    package static func options(
        in text: String, name: String, variable: (String) -> String?
    ) throws(OptionError) -> [String: OptionValue] {
        var scanner = FileScanner(text)
        var options: [String: OptionValue] = [:]
        do throws(FileSyntaxError) {
            scanner.skipLines()
            while !scanner.isAtEnd {
                let option = try scanner.name()
                scanner.skipLines()
                try scanner.take("=", or: "'='")
                scanner.skipLines()
                options[option] = try scanner.value(variable)
                try scanner.endOfLine()
                scanner.skipLines()
            }
        } catch {
            let (line, column) = scanner.position
            throw .invalid("\(name):\(line):\(column): expecting \(error.expected)")
        }
        return options
    }
}

private struct FileSyntaxError: Error {
    var expected: String
}

private struct FileScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var isAtEnd: Bool { index == scalars.count }
    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// Counted from 1.
    var position: (line: Int, column: Int) {
        let before = scalars[..<index]
        let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return (before.count { $0 == "\n" } + 1, index - start + 1)
    }

    /// White space, ends of lines and comments.
    mutating func skipLines() {
        while let next {
            if next == "#" { skipComment() } else if next.properties.isWhitespace { index += 1 } else { return }
        }
    }

    private mutating func skipComment() {
        while let next, next != "\n" { index += 1 }
    }

    mutating func endOfLine() throws(FileSyntaxError) {
        while let next, next.properties.isWhitespace, next != "\n" { index += 1 }
        guard next == nil || next == "\n" || next == "#" else { throw FileSyntaxError(expected: "the end of the line") }
    }

    mutating func take(_ scalar: Unicode.Scalar, or expected: String) throws(FileSyntaxError) {
        guard next == scalar else { throw FileSyntaxError(expected: expected) }
        index += 1
    }

    /// `db-pool`, `app.settings.region`.
    mutating func name() throws(FileSyntaxError) -> String {
        var name = String.UnicodeScalarView()
        while true {
            guard let first = next, first.properties.isAlphabetic || first == "_" else { throw FileSyntaxError(expected: "a name") }
            while let next, next.properties.isAlphabetic || next == "_" || next == "-" || next.isDigit {
                name.append(next)
                index += 1
            }
            guard next == "." else { return String(name) }
            name.append(".")
            index += 1
        }
    }

    mutating func value(_ variable: (String) -> String?) throws(FileSyntaxError) -> OptionValue {
        if next == "\"" { return .text(try text(variable)) }
        if next?.isDigit == true { return .number(try number()) }
        let start = index
        while let next, next.properties.isAlphabetic { index += 1 }
        switch String(String.UnicodeScalarView(scalars[start..<index])) {
        case "true", "on": return .flag(true)
        case "false", "off": return .flag(false)
        default:
            index = start
            throw FileSyntaxError(expected: "a text in quotes, a number, true, false, on or off")
        }
    }

    private mutating func number() throws(FileSyntaxError) -> Double {
        let start = index
        while let next, next.isDigit || ".eE+-".unicodeScalars.contains(next) { index += 1 }
        guard let number = Double(String(String.UnicodeScalarView(scalars[start..<index]))), number.isFinite else {
            index = start
            throw FileSyntaxError(expected: "a number")
        }
        return number
    }
}

// MARK: - Texts

extension FileScanner {
    private mutating func text(_ variable: (String) -> String?) throws(FileSyntaxError) -> String {
        let start = index
        index += 1
        var text = String.UnicodeScalarView()
        while let next {
            index += 1
            switch next {
            case "\"": return String(text)
            case "\\": text.append(try escaped())
            case "$": text.append(contentsOf: try interpolation(variable).unicodeScalars)
            default: text.append(next)
            }
        }
        index = start
        throw FileSyntaxError(expected: "a quote at the end of this text")
    }

    private mutating func escaped() throws(FileSyntaxError) -> Unicode.Scalar {
        guard let next else { throw FileSyntaxError(expected: "a character after the backslash") }
        index += 1
        switch next {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "\"", "\\": return next
        case "u":
            let first = try hexadecimal()
            guard first & 0xFC00 == 0xD800 else {
                guard let scalar = Unicode.Scalar(first) else { throw FileSyntaxError(expected: "a character's number") }
                return scalar
            }
            // A character beyond 16 bits is written as two halves.
            try take("\\", or: "the second half of the character")
            try take("u", or: "the second half of the character")
            let second = try hexadecimal()
            guard second & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) else {
                throw FileSyntaxError(expected: "the second half of the character")
            }
            return scalar
        default:
            index -= 1
            throw FileSyntaxError(expected: "one of n, t, r, b, u, \" and \\")
        }
    }

    private mutating func hexadecimal() throws(FileSyntaxError) -> UInt32 {
        let digits = scalars[index...].prefix(4)
        guard digits.count == 4, let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
            throw FileSyntaxError(expected: "four hexadecimal digits")
        }
        index += 4
        return number
    }

    /// After a dollar.
    private mutating func interpolation(_ variable: (String) -> String?) throws(FileSyntaxError) -> String {
        if next == "$" {
            index += 1
            return "$"
        }
        try take("(", or: "'$' or a variable's name in parentheses")
        let start = index
        while let next, next != ")", next != "\n" { index += 1 }
        let name = String(String.UnicodeScalarView(scalars[start..<index]))
        guard let value = variable(name) else {
            index = start
            throw FileSyntaxError(expected: "the name of a variable that is set")
        }
        try take(")", or: "')'")
        return value
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
