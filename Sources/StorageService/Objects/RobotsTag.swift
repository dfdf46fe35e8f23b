/// The value of an `X-Robots-Tag` header, checked (storage.md 10.3).
struct RobotsTag {
    let text: String

    private static let words: Set = [
        "all", "noindex", "nofollow", "none", "nosnippet", "indexifembedded", "notranslate", "noimageindex",
    ]

    init(_ text: String) throws(StorageError) {
        for directive in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = directive.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map {
                String($0).trimmingCharacters { $0 == " " }
            }
            guard Self.isDirective(parts[...]) || (parts.count > 1 && Self.isDirective(parts.dropFirst())) else {
                throw .robotsTag("unknown directive '\(directive)'")
            }
        }
        self.text = text
    }

    private static func isDirective(_ parts: ArraySlice<String>) -> Bool {
        guard let name = parts.first?.lowercased() else { return false }
        let value = parts.dropFirst().joined(separator: ":")
        switch name {
        case "max-snippet", "max-video-preview": return Int(value) != nil
        case "max-image-preview": return ["none", "standard", "large"].contains(value)
        case "unavailable_after": return !value.isEmpty
        default: return parts.count == 1 && words.contains(name)
        }
    }
}

extension StorageError {
    fileprivate static func robotsTag(_ detail: String) -> Self {
        Self(400, "InvalidRequest", label: "invalid_x_robots_tag", "Invalid X-Robots-Tag header: \(detail)")
    }
}

extension String {
    fileprivate func trimmingCharacters(where isTrimmed: (Character) -> Bool) -> String {
        var rest = self[...]
        while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }
}
