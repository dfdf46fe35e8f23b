/// Options by name, each a text as it stands in a file, the environment or the database, read with PostgREST's rules
/// (rest.md 13.4): an empty text is the same as none, and a number or flag that is not one leaves the default.
package struct OptionTexts: Sendable {
    private let texts: [String: String]

    package init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// The first of the names that has a text.
    package func text(_ names: String...) -> String? {
        names.lazy.compactMap { texts[$0] }.first { !$0.isEmpty }
    }

    package func number(_ names: String...) -> Int? {
        first(names).flatMap { Int($0.trimmed) }
    }

    /// `true` and `false` in any case; a whole number is true when it is above 0.
    package func flag(_ names: String...) -> Bool? {
        guard let text = first(names)?.trimmed.lowercased() else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: return Int(text).map { $0 > 0 }
        }
    }

    /// Parts between commas, trimmed.
    package func list(_ names: String...) -> [String]? {
        first(names).map(Self.parts)
    }

    /// As ``list(_:)``, but an empty text is an empty list.
    package func listOrEmpty(_ name: String) -> [String]? {
        texts[name].map { $0.trimmed.isEmpty ? [] : Self.parts($0) }
    }

    /// All options whose name begins so, in the order of their names.
    package func all(withPrefix prefix: String) -> [(name: String, value: String)] {
        texts.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private func first(_ names: [String]) -> String? {
        names.lazy.compactMap { texts[$0] }.first { !$0.isEmpty }
    }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
}
