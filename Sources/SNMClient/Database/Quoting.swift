/// The quotes of the three grammars that a value passes through. Each function leaves plain text as it is, so that URLs stay readable.
enum Quoting {
    /// An element of `in.(…)` or a value in a logic tree (PostgREST's grammar): there `,` and `)` end a value, a `{` begins a
    /// literal, and blanks at the ends may be dropped. In quotes only `"` and `\` are escaped.
    static func listElement(_ text: String) -> String {
        needsQuotesInList(text) ? quoted(text) : text
    }

    /// An element of a PostgreSQL array literal.
    static func arrayElement(_ text: String) -> String {
        var isPlain = !text.isEmpty
        for byte in text.utf8 where isSpecial(byte, in: "{},\"\\") || isBlank(byte) { isPlain = false }
        if text.utf8.count == 4 && text.lowercased() == "null" { isPlain = false }
        return isPlain ? text : quoted(text)
    }

    /// A bound of a PostgreSQL range literal. An empty bound without quotes would mean "unbounded".
    static func rangeBound(_ text: String) -> String {
        var isPlain = !text.isEmpty
        for byte in text.utf8 where isSpecial(byte, in: "()[],\"\\") || isBlank(byte) { isPlain = false }
        return isPlain ? text : quoted(text)
    }

    /// A name of a column, table, alias or hint: quoted unless the grammar reads it bare, alone and whole.
    static func name(_ name: String) -> String {
        isBareName(name) ? name : quoted(name)
    }

    /// A key in a JSON path. Digits would be read as an index, so they are quoted.
    static func jsonKey(_ key: String) -> String {
        isBareName(key) && !looksLikeIndex(key) ? key : quoted(key)
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private static func needsQuotesInList(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        if isBlank(first) || isBlank(last) { return true }
        return text.utf8.contains { isSpecial($0, in: ",()\"\\{}") }
    }

    private static func isSpecial(_ byte: UInt8, in set: StaticString) -> Bool {
        set.withUTF8Buffer { $0.contains(byte) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Letters, digits, `_` and `$`, and a `-` between two of them. Blanks are allowed by the grammar but trimmed: quoted here.
    private static func isBareName(_ name: String) -> Bool {
        var previous = UInt8(ascii: "-")
        var isASCII = true
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "$"):
                break
            case UInt8(ascii: "-"):
                if previous == UInt8(ascii: "-") { return false }
            case 0x80...:
                isASCII = false
            default:
                return false
            }
            previous = byte
        }
        guard previous != UInt8(ascii: "-") else { return false }
        return isASCII || name.unicodeScalars.allSatisfy { $0.isASCII || isLetter($0) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    private static func looksLikeIndex(_ key: String) -> Bool {
        key.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
