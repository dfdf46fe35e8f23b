/// Walks over the tokens of a JSON text (RFC 8259) without building values; the one place that knows what is valid.
///
/// `JSON(parsing:)` and `JSONShape` differ only in what they keep. Recursion is avoided throughout, because the depth of a
/// text is chosen by whoever sends it.
struct JSONScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next byte; 0, which begins no token, at the end.
    @inline(__always)
    var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    @inline(__always)
    private func byte(at position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    func failure(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: index, reason: index < bytes.count ? reason : "unexpected end")
    }

    mutating func skipSpace() {
        while case let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    @inline(__always)
    mutating func advance() { index += 1 }

    /// Takes the byte if it is the next one.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func expect(_ byte: UInt8, _ description: String) throws(JSONSyntaxError) {
        guard take(byte) else { throw failure("expected \(description)") }
    }

    mutating func expectEnd() throws(JSONSyntaxError) {
        skipSpace()
        guard index == bytes.count else { throw failure("text after the value") }
    }

    /// A member's name and the colon after it.
    mutating func memberName() throws(JSONSyntaxError) -> StringToken {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
        let name = try string()
        skipSpace()
        try expect(UInt8(ascii: ":"), "a colon")
        return name
    }
}

// MARK: - Scalars

extension JSONScanner {
    /// Where a string's text is, between its quotes.
    struct StringToken {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    enum Literal {
        case null, `true`, `false`
    }

    mutating func literal() throws(JSONSyntaxError) -> Literal {
        if takeWord("null") { return .null }
        if takeWord("true") { return .true }
        if takeWord("false") { return .false }
        throw failure("expected a value")
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard bytes.count - index >= length else { return false }
        for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] { return false }
        index += length
        return true
    }

    /// A number, whose digits stay as they are written (RFC 8259 §6).
    mutating func number() throws(JSONSyntaxError) -> Range<Int> {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if next | 0x20 == UInt8(ascii: "e") {
            index += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return start..<index
    }

    private mutating func digits() throws(JSONSyntaxError) {
        guard next.isDigit else { throw failure("expected a digit") }
        while next.isDigit { index += 1 }
    }

    /// A string in its quotes: UTF-8 without raw control characters, escapes that name characters.
    mutating func string() throws(JSONSyntaxError) -> StringToken {
        try expect(UInt8(ascii: "\""), "a string")
        let start = index
        var hasEscapes = false
        while true {
            let byte = next
            switch byte {
            case UInt8(ascii: "\""):
                defer { index += 1 }
                return StringToken(range: start..<index, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case 0..<0x20:
                throw failure("a control character must be escaped")
            case 0x20..<0x80:
                index += 1
            default:
                let length = UTF8Sequence.length(byte, self.byte(at: index + 1), self.byte(at: index + 2), self.byte(at: index + 3))
                guard length > 0 else { throw failure("not UTF-8") }
                index += length
            }
        }
    }

    private mutating func escape() throws(JSONSyntaxError) {
        switch byte(at: index + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            switch unit {
            case 0xD800..<0xDC00:
                guard next == UInt8(ascii: "\\"), byte(at: index + 1) == UInt8(ascii: "u"), 0xDC00..<0xE000 ~= (try codeUnit()) else {
                    throw failure("half a surrogate pair")
                }
            case 0xDC00..<0xE000: throw failure("half a surrogate pair")
            default: break
            }
        default: throw failure("unknown escape")
        }
    }

    /// The code unit of a `\uXXXX` that begins here.
    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for offset in 2..<6 {
            guard let digit = byte(at: index + offset).hexadecimalValue else { throw failure("expected four hexadecimal digits") }
            unit = unit << 4 | UInt32(digit)
        }
        index += 6
        return unit
    }
}

// MARK: - Decoding

extension JSONScanner {
    /// The characters that a scanned string stands for.
    func text(_ token: StringToken) -> String {
        let raw = slice(token.range)
        return token.hasEscapes ? String(decoding: unescaped(raw), as: UTF8.self) : String(decoding: raw, as: UTF8.self)
    }

    /// The UTF-8 of a scanned string, by which names are compared (`String` takes é and e + ´ for equal).
    func characters(_ token: StringToken) -> [UInt8] {
        let raw = slice(token.range)
        return token.hasEscapes ? unescaped(raw) : Array(raw)
    }

    /// Only for text that `string()` has accepted: escapes are whole and surrogates paired.
    private func unescaped(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            guard raw[position] == UInt8(ascii: "\\") else {
                result.append(raw[position])
                position += 1
                continue
            }
            let kind = raw[position + 1]
            position += 2
            switch kind {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var value = hexadecimal(raw, at: position)
                position += 4
                if 0xD800..<0xDC00 ~= value {
                    value = 0x10000 + ((value - 0xD800) << 10) + (hexadecimal(raw, at: position + 2) - 0xDC00)
                    position += 6
                }
                if let scalar = Unicode.Scalar(value) { result.append(contentsOf: Character(scalar).utf8) }
            default: result.append(kind)
            }
        }
        return result
    }

    private func hexadecimal(_ raw: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
        raw[position..<position + 4].reduce(0) { $0 << 4 | UInt32($1.hexadecimalValue ?? 0) }
    }
}

extension UInt8 {
    @inline(__always)
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

enum UTF8Sequence {
    /// The length of the well-formed sequence of more than one byte that begins with these (Unicode table 3-7); 0 if there is none.
    static func length(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> Int {
        func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
        return switch first {
        case 0xC2...0xDF: continues(second) ? 2 : 0
        case 0xE0: 0xA0...0xBF ~= second && continues(third) ? 3 : 0
        case 0xED: 0x80...0x9F ~= second && continues(third) ? 3 : 0
        case 0xE1...0xEF: continues(second) && continues(third) ? 3 : 0
        case 0xF0: 0x90...0xBF ~= second && continues(third) && continues(fourth) ? 4 : 0
        case 0xF1...0xF3: continues(second) && continues(third) && continues(fourth) ? 4 : 0
        case 0xF4: 0x80...0x8F ~= second && continues(third) && continues(fourth) ? 4 : 0
        default: 0
        }
    }
}
