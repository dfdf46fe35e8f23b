extension TOMLParser {
    var isTripleQuote: Bool { peek != nil && peek == peek(at: 1) && peek == peek(at: 2) }

    /// A text of any of the four kinds: in double quotes backslashes mean something, in single ones nothing does; three quotes
    /// begin and end a text of several lines.
    mutating func string() throws(TOMLError) -> String {
        guard let quote = peek else { throw failure("expected a text") }
        let start = line
        let isLong = isTripleQuote
        position += isLong ? 3 : 1
        // The line that the quotes stand on is no part of the text when nothing follows them.
        if isLong { _ = takeNewline() }
        let takesEscapes = quote == UInt8(ascii: "\"")
        var text: [UInt8] = []
        while let byte = peek {
            if byte == quote {
                guard isLong else {
                    position += 1
                    return try decoded(text)
                }
                let run = quotes(quote)
                if run >= 3 {
                    // Up to two quotes may stand before the three that end it.
                    guard run <= 5 else { throw failure("too many quotes at the end of a text") }
                    text += Array(repeating: quote, count: run - 3)
                    position += run
                    return try decoded(text)
                }
                text += Array(repeating: quote, count: run)
                position += run
            } else if byte == UInt8(ascii: "\\"), takesEscapes {
                try escape(into: &text, isLong: isLong)
            } else if isLong, byte == 0x0A || byte == 0x0D && peek(at: 1) == 0x0A {
                _ = takeNewline()
                text.append(0x0A)
            } else {
                guard byte == 0x09 || byte >= 0x20 && byte != 0x7F else {
                    throw failure(byte == 0x0A ? "a text does not end on its line" : "a control character in a text")
                }
                text.append(byte)
                position += 1
            }
        }
        throw TOMLError(line: start, reason: "a text that begins here does not end")
    }

    private func quotes(_ quote: UInt8) -> Int {
        var count = 0
        while peek(at: count) == quote { count += 1 }
        return count
    }

    private mutating func escape(into text: inout [UInt8], isLong: Bool) throws(TOMLError) {
        position += 1
        let byte = peek
        if isLong, byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09 {
            return try foldLines()
        }
        position += 1
        switch byte {
        case UInt8(ascii: "b")?: text.append(0x08)
        case UInt8(ascii: "t")?: text.append(0x09)
        case UInt8(ascii: "n")?: text.append(0x0A)
        case UInt8(ascii: "f")?: text.append(0x0C)
        case UInt8(ascii: "r")?: text.append(0x0D)
        case UInt8(ascii: "\"")?: text.append(0x22)
        case UInt8(ascii: "\\")?: text.append(0x5C)
        case UInt8(ascii: "u")?: text += try scalar(digits: 4)
        case UInt8(ascii: "U")?: text += try scalar(digits: 8)
        case let other:
            position -= 1
            throw failure(other == nil ? "a text does not end" : "a backslash before \(found) means nothing")
        }
    }

    /// A backslash at the end of a line takes away everything up to the next character that shows.
    private mutating func foldLines() throws(TOMLError) {
        skipBlanks()
        guard takeNewline() else { throw failure("a backslash before a blank means nothing") }
        repeat { skipBlanks() } while takeNewline()
    }

    private mutating func scalar(digits: Int) throws(TOMLError) -> String.UTF8View {
        let end = position + digits
        guard end <= bytes.count, let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16),
            bytes[position] != UInt8(ascii: "+"), let scalar = Unicode.Scalar(code)
        else { throw failure("\\u and \\U stand before the number of a character") }
        position = end
        return String(Character(scalar)).utf8
    }

    private func decoded(_ bytes: [UInt8]) throws(TOMLError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("a text that is not UTF-8") }
        return text
    }
}
