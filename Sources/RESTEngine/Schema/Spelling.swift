internal import JSONText
internal import PostgresLink

// Names are compared by their bytes, as PostgreSQL compares them. Swift's own `==`, `<`, `Set` and `Dictionary` take `é` and `e` with
// a combining accent for one name: where a name is looked up it is an `Identifier`, or is compared with `isSpelled`.

extension Optional<String> {
    /// Whether there is a name, and it is this one.
    func isSpelled(_ other: String) -> Bool {
        self?.isSpelled(other) ?? false
    }
}

extension Sequence<String> {
    /// The names as keys.
    var identifiers: Set<Identifier> { Set(lazy.map { Identifier($0) }) }

    func contains(spelled name: String) -> Bool {
        contains { $0.isSpelled(name) }
    }

    /// Sorted by UTF-8, repeats kept.
    func sortedBySpelling() -> [String] {
        sorted { $0.precedes($1) }
    }
}

extension Set<Identifier> {
    /// The names, sorted by UTF-8.
    var sortedNames: [String] { sorted().map(\.name) }
}

extension Array where Element == String {
    /// Sorted by UTF-8 and without repeats.
    func sortedByCodePoint() -> [String] {
        if count < 2 { return self }
        var result: [String] = []
        for name in sortedBySpelling() where !result.last.isSpelled(name) { result.append(name) }
        return result
    }
}

extension String {
    func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Whether this comes first; nil when both are one name.
    func order(against other: String) -> Bool? {
        isSpelled(other) ? nil : precedes(other)
    }
}
