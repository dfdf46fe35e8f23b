/// Why a parameter does not parse: a place and what was found or expected there, worded as PostgREST words it (rest.md 1.8.1).
///
/// The rules are those of Parsec, whose texts clients see: messages are collected while alternatives are tried, those furthest to
/// the right win, and are sorted out only when they are shown.
struct ParseFailure: Hashable {
    enum Message: Hashable {
        /// The character that did not fit, quoted; empty at the end of the input.
        case found(String)
        /// A character that the grammar forbids here.
        case forbidden(String)
        case expected(String)
    }

    /// Offset in bytes.
    var position = 0
    var messages: [Message] = []

    /// What is known of a place after two things were tried. One without messages says nothing; else the one further right counts.
    mutating func merge(_ other: ParseFailure) {
        if other.messages.isEmpty && !messages.isEmpty { return }
        if messages.isEmpty && !other.messages.isEmpty || position < other.position {
            self = other
        } else if position == other.position {
            messages += other.messages
        }
    }

    /// Puts one name for the whole in place of all that was expected inside it.
    mutating func relabel(_ label: String) {
        messages.removeAll { if case .expected = $0 { true } else { false } }
        messages.insert(.expected(label), at: 0)
    }
}

extension ParseFailure {
    /// `unexpected "7" expecting "not" or operator (eq, gt, ...)`
    var description: String {
        var found: [String] = []
        var forbidden: [String] = []
        var expected: [String] = []
        for message in messages {
            switch message {
            case .found(let text): found.append(text)
            case .forbidden(let text): if !text.isEmpty && !forbidden.contains(text) { forbidden.append(text) }
            case .expected(let text): if !text.isEmpty && !expected.contains(text) { expected.append(text) }
            }
        }
        guard !messages.isEmpty else { return "unknown parse error" }
        var phrases: [String] = []
        if forbidden.isEmpty, let first = found.first {
            phrases.append("unexpected " + (first.isEmpty ? "end of input" : first))
        }
        if !forbidden.isEmpty { phrases.append("unexpected " + Self.enumeration(forbidden)) }
        if !expected.isEmpty { phrases.append("expecting " + Self.enumeration(expected)) }
        return phrases.joined(separator: " ")
    }

    /// `a, b or c`
    private static func enumeration(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " or " + last
    }

    /// `(line 1, column 7)`: lines and columns from 1; a tab leads to the next column that is 1 modulo 8.
    func place(in text: [UInt8]) -> String {
        var line = 1
        var column = 1
        for scalar in String(decoding: text.prefix(position), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n":
                line += 1
                column = 1
            case "\t":
                column += 8 - (column - 1) % 8
            default:
                column += 1
            }
        }
        return "(line \(line), column \(column))"
    }
}

extension Unicode.Scalar {
    /// The character between quotes, escaped as Haskell shows it.
    ///
    ///     ("é" as Unicode.Scalar).shown(between: "\"")      // "\233"
    func shown(between quote: Unicode.Scalar) -> String {
        "\(quote)\(escaped(quote))\(quote)"
    }

    private func escaped(_ quote: Unicode.Scalar) -> String {
        switch value {
        case quote.value, 0x5C: return "\\\(self)"
        case 0x07...0x0D: return "\\" + ["a", "b", "t", "n", "v", "f", "r"][Int(value) - 0x07]
        case 0..<0x20: return "\\" + Self.controlNames[Int(value)]
        case 0x7F: return "\\DEL"
        case 0x80...: return "\\\(value)"
        default: return String(self)
        }
    }

    private static let controlNames = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
        "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
    ]
}
