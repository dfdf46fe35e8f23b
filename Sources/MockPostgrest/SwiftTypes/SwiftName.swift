/// Names of the database as names in Swift: words joined, what Swift does not allow left out, keywords quoted, and none used twice.
enum SwiftName {
    /// `user_info` → `UserInfo`
    static func type(_ name: String) -> String {
        let words = words(name).map(capitalized)
        return startingWithLetter(words.joined(), or: escaped(name), prefix: "T")
    }

    /// `profile_image` → `profileImage`. Not quoted: see ``quoted(_:)``.
    static func property(_ name: String) -> String {
        let words = words(name)
        guard let first = words.first else { return escaped(name) }
        // All capitals are one word; otherwise the capital in front goes.
        let head = first == first.uppercased() ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
        let rest = words.dropFirst().map(capitalized)
        let property = startingWithLetter(([head] + rest).joined(), or: escaped(name), prefix: "_")
        return unusable.contains(property) ? property + "_" : property
    }

    /// Swift writes short forms in capitals: `user_id` → `userID`.
    private static func capitalized(_ word: String) -> String {
        ["id", "url", "uuid", "json", "ip"].contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }

    /// In backquotes where Swift would read the name otherwise.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in name.unicodeScalars {
            if isAllowed(scalar) && scalar != "_" {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// A letter or digit of any script. Swift's grammar lists ranges of code points; letters of other ranges are left out.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" }
        guard scalar.properties.isXIDContinue else { return false }
        return ranges.contains { $0.contains(scalar.value) }
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x2C00...0x2DFF, 0x3031...0xD7FF, 0xF900...0xFD3D,
        0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD, 0x10000...0x1FFFD, 0x20000...0x2FFFD,
    ]

    private static func startingWithLetter(_ name: String, or other: String, prefix: String) -> String {
        guard let first = name.unicodeScalars.first else { return other }
        return first.properties.isXIDStart ? name : prefix + name
    }

    /// A name without any letter by its code points: `!` → `u21`.
    private static func escaped(_ name: String) -> String {
        "u" + name.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "u")
    }

    /// Names that stand for something else wherever a property may be named, quoted or not.
    private static let unusable: Set = [
        "init", "self", "Self", "Type", "Protocol", "hashValue", "rawValue", "none", "some", "columnValue", "queryValue", "allCases",
        "arrayElementText", "hash", "encode", "queryArguments", "description",
    ]

    private static let keywords: Set = [
        "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class", "consuming", "continue",
        "convenience", "default", "defer", "deinit", "didSet", "do", "dynamic", "each", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in", "indirect", "infix", "inout", "internal", "is", "lazy",
        "let", "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package", "postfix",
        "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows", "return", "sending", "set", "some",
        "static", "struct", "subscript", "super", "switch", "then", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak",
        "where", "while", "willSet", "yield",
    ]
}

/// Names that are given once each.
struct UsedNames {
    private var names: Set<String>

    init(_ names: some Sequence<String> = []) { self.names = Set(names) }

    /// The name, or when it is taken the name with the suffix, or with a number.
    mutating func claim(_ name: String, suffix: String = "") -> String {
        for candidate in [name, name + suffix] where names.insert(candidate).inserted { return candidate }
        var number = 2
        while !names.insert(name + suffix + String(number)).inserted { number += 1 }
        return name + suffix + String(number)
    }
}
