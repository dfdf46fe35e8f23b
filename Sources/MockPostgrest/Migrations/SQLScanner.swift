/// PostgreSQL's lexical rules (its manual, section 4.1), as far as they tell where a statement ends.
///
/// Reads one token at a time and skips white space and comments. It works on bytes: every byte that matters is ASCII, and no
/// byte of a longer UTF-8 sequence is.
struct SQLScanner {
    struct Token: Hashable {
        enum Kind: Hashable {
            /// A key word or a name without quotes.
            case word
            case semicolon, open, close
            /// Outside of quotes it begins a command of psql.
            case backslash
            /// A string, a quoted name, a number, an operator.
            case other
        }

        var kind: Kind
        var range: Range<Int>
    }

    let bytes: [UInt8]
    var position = 0
    /// `standard_conforming_strings` is off: backslashes escape in every string.
    var escapesInStrings = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next token; nil at the end of the file.
    mutating func next() -> Token? {
        while let byte = peek() {
            if Self.isSpace(byte) {
                position += 1
            } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
                skipLine()
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                let start = position
                // A comment without an end is for PostgreSQL to report, so it must not look like nothing.
                if !skipBlockComment() { return Token(kind: .other, range: start..<position) }
            } else {
                let start = position
                let kind = scan(byte)
                return Token(kind: kind, range: start..<position)
            }
        }
        return nil
    }

    /// A word in lower case.
    func lowercased(_ token: Token) -> String {
        String(decoding: bytes[token.range].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    func peek(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    /// To the beginning of the next line.
    mutating func skipLine() {
        while let byte = peek() {
            position += 1
            if byte == .lineFeed { return }
            if byte == .carriageReturn {
                if peek() == .lineFeed { position += 1 }
                return
            }
        }
    }

    private mutating func scan(_ byte: UInt8) -> Token.Kind {
        switch byte {
        case UInt8(ascii: "'"):
            scanString(escapes: escapesInStrings)
            return .other
        case UInt8(ascii: "E"), UInt8(ascii: "e"):
            guard peek(1) == UInt8(ascii: "'") else { break }
            position += 1
            scanString(escapes: true)
            return .other
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            // `U&'…'` and `U&"…"` have escapes of their own, none of which can hide a quote.
            guard peek(1) == UInt8(ascii: "&"), peek(2) == UInt8(ascii: "'") || peek(2) == UInt8(ascii: "\"") else { break }
            let quote = bytes[position + 2]
            position += 2
            skipQuoted(quote, escapes: false)
            return .other
        case UInt8(ascii: "\""):
            skipQuoted(byte, escapes: false)
            return .other
        case UInt8(ascii: "$"):
            scanDollar()
            return .other
        case UInt8(ascii: ";"): return single(.semicolon)
        case UInt8(ascii: "("): return single(.open)
        case UInt8(ascii: ")"): return single(.close)
        case UInt8(ascii: "\\"): return single(.backslash)
        default: break
        }
        guard Self.startsName(byte) else { return single(.other) }
        // A dollar sign continues a name: `a$b$c` is one.
        while let byte = peek(), Self.continuesName(byte) || byte == UInt8(ascii: "$") { position += 1 }
        return .word
    }

    private mutating func single(_ kind: Token.Kind) -> Token.Kind {
        position += 1
        return kind
    }

    // MARK: Quotes

    /// A string, and those that continue it on later lines: they are escaped as the first is.
    private mutating func scanString(escapes: Bool) {
        skipQuoted(UInt8(ascii: "'"), escapes: escapes)
        while let next = continuation() {
            position = next
            skipQuoted(UInt8(ascii: "'"), escapes: escapes)
        }
    }

    /// Where a quote stands that continues a string: only white space with a line break, and comments, between.
    private func continuation() -> Int? {
        var ahead = self
        var hasBreak = false
        while let byte = ahead.peek() {
            if byte == UInt8(ascii: "-"), ahead.peek(1) == UInt8(ascii: "-") {
                ahead.skipLine()
                hasBreak = true
            } else if Self.isSpace(byte) {
                if byte == .lineFeed || byte == .carriageReturn { hasBreak = true }
                ahead.position += 1
            } else {
                return byte == UInt8(ascii: "'") && hasBreak ? ahead.position : nil
            }
        }
        return nil
    }

    /// From an opening quote past the closing one. A doubled quote is none, an escaped one neither.
    private mutating func skipQuoted(_ quote: UInt8, escapes: Bool) {
        position += 1
        while let byte = peek() {
            position += 1
            if byte == quote {
                guard peek() == quote else { return }
                position += 1
            } else if escapes, byte == UInt8(ascii: "\\"), position < bytes.count {
                position += 1
            }
        }
    }

    /// `$1`, `$$…$$`, `$tag$…$tag$`, or a stray dollar sign.
    private mutating func scanDollar() {
        let start = position
        position += 1
        if let byte = peek(), Self.startsName(byte) {
            while let byte = peek(), Self.continuesName(byte) { position += 1 }
        }
        guard peek() == UInt8(ascii: "$") else {
            position = start + 1
            return
        }
        position += 1
        let tag = bytes[start..<position]
        while position + tag.count <= bytes.count {
            if bytes[position] == UInt8(ascii: "$"), bytes[position..<position + tag.count] == tag {
                position += tag.count
                return
            }
            position += 1
        }
        position = bytes.count
    }

    /// Comments nest. Returns false if the file ends inside one.
    private mutating func skipBlockComment() -> Bool {
        var depth = 0
        while let byte = peek() {
            switch (byte, peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
                if depth == 0 { return true }
            default:
                position += 1
            }
        }
        return false
    }

    // MARK: Characters

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || (0x30...0x39).contains(byte)
    }
}
