/// The pairs of a query string or of an urlencoded form, in order, decoded to bytes.
///
///     QueryPairs("a=1&b&c=%20+")        // a: "1", b: nil, c: two blanks
package struct QueryPairs: Sendable {
    package struct Pair: Sendable, Hashable {
        package var key: [UInt8]
        /// nil when the piece has no `=`.
        package var value: [UInt8]?

        package init(key: [UInt8], value: [UInt8]?) {
            self.key = key
            self.value = value
        }

        /// The key as text; nil when it is not UTF-8.
        package var keyText: String? { String(validating: key, as: UTF8.self) }
        /// The value as text; nil when absent or not UTF-8.
        package var valueText: String? { value.flatMap { String(validating: $0, as: UTF8.self) } }
    }

    package private(set) var pairs: [Pair] = []

    /// - Parameter semicolonSeparates: whether `;` ends a piece as `&` does.
    package init(_ query: String?, semicolonSeparates: Bool = false) {
        self.init(bytes: (query ?? "").utf8, semicolonSeparates: semicolonSeparates)
    }

    package init(bytes: some Collection<UInt8>, semicolonSeparates: Bool = false) {
        // An empty piece after the last separator does not exist; any other empty piece is a pair with an empty key.
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == UInt8(ascii: "&") || (semicolonSeparates && $0 == UInt8(ascii: ";")) }
            append(rest[..<(end ?? rest.endIndex)])
            guard let end else { break }
            rest = rest[rest.index(after: end)...]
        }
    }

    /// The value of the first pair with that key, as text; nil when absent, without `=` or not UTF-8.
    package subscript(_ key: String) -> String? {
        pairs.first { $0.key.elementsEqual(key.utf8) }?.valueText
    }

    private mutating func append<Piece: Collection<UInt8>>(_ piece: Piece) where Piece.SubSequence: Collection<UInt8> {
        let equals = piece.firstIndex(of: UInt8(ascii: "="))
        let key = PercentEncoding.decode(piece[..<(equals ?? piece.endIndex)], plusIsSpace: true)
        let value = equals.map { PercentEncoding.decode(piece[piece.index(after: $0)...], plusIsSpace: true) }
        pairs.append(Pair(key: key, value: value))
    }
}
