/// The sets of characters that runs are made of.
enum CharacterClass {
    /// Space and tab.
    case blank
    case digit
    /// Letters, digits, `_`, space and `$`.
    case identifier
    /// What a key of a JSON path may hold: all but `(-:.,>)`.
    case jsonKey
    /// All but `,` and `)`: an unquoted element of a list, or value in a logic tree.
    case listElement
    /// All but `{` and `}`.
    case braced

    @inline(__always)
    func contains(ascii byte: UInt8) -> Bool {
        switch self {
        case .blank:
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        case .digit:
            byte &- UInt8(ascii: "0") < 10
        case .identifier:
            byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "$")
        case .jsonKey:
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ">"),
                UInt8(ascii: ")"):
                false
            default: true
            }
        case .listElement:
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: ")")
        case .braced:
            byte != UInt8(ascii: "{") && byte != UInt8(ascii: "}")
        }
    }

    /// Of the characters beyond ASCII.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .blank, .digit: false
        case .identifier: scalar.isLetter
        case .jsonKey, .listElement, .braced: true
        }
    }

    /// What is expected when no further character fits; an unnamed set adds nothing but what was found instead.
    var names: [String] {
        switch self {
        case .digit: ["digit"]
        case .identifier: ["letter", "digit"]
        case .blank, .jsonKey, .listElement, .braced: [""]
        }
    }
}

extension Unicode.Scalar {
    /// General category L. Combining marks are no letters.
    var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// White space as Haskell's `isSpace` has it.
    var isSpace: Bool {
        switch value {
        case 0x20, 0x09...0x0D, 0xA0: true
        case 0..<0x80: false
        default: properties.generalCategory == .spaceSeparator
        }
    }
}

extension String {
    /// Without white space at either end.
    func trimmingSpace() -> String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace else { return self }
        var view = unicodeScalars[...]
        while let scalar = view.first, scalar.isSpace { view.removeFirst() }
        while let scalar = view.last, scalar.isSpace { view.removeLast() }
        return String(view)
    }
}
