/// Reads a media type and its parameters by the grammar of rest.md 8.2.
struct MediaTypeScanner {
    private let text: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// `type/subtype`; nil if it is none.
    mutating func name() -> String? {
        guard let type = run({ $0.isAlphanumeric || $0 == "." || $0 == "*" }), take("/") else { return nil }
        guard let subtype = run({ $0.isAlphanumeric || $0 == "." || $0 == "*" || $0 == "+" || $0 == "-" }) else { return nil }
        return type + "/" + subtype
    }

    /// The parameters up to the first that is not complete, by their names in lower case; of equal names the last counts.
    mutating func parameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while let (name, value) = parameter() { parameters[name.lowercased()] = value }
        return parameters
    }

    private mutating func parameter() -> (name: String, value: String)? {
        skipSpace()
        guard take(";") else { return nil }
        skipSpace()
        guard let name = run({ $0.isAlphanumeric || $0 == "-" }) else { return nil }
        skipSpace()
        guard take("=") else { return nil }
        skipSpace()
        guard take("\"") else {
            return run { $0.isAlphanumeric || $0 == "|" || $0 == "-" }.map { (name, $0) }
        }
        let value = run { $0 != "\"" } ?? ""
        return take("\"") ? (name, value) : nil
    }

    private mutating func skipSpace() {
        _ = run { $0 == " " || $0 == "\t" }
    }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == wanted else { return false }
        position += 1
        return true
    }

    /// nil if there is not one such character.
    private mutating func run(_ belongs: (Unicode.Scalar) -> Bool) -> String? {
        let start = position
        while position < text.count, belongs(text[position]) { position += 1 }
        guard position > start else { return nil }
        return String(String.UnicodeScalarView(text[start..<position]))
    }
}

extension Unicode.Scalar {
    fileprivate var isAlphanumeric: Bool {
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) }
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: return true
        default: return isLetter
        }
    }
}
