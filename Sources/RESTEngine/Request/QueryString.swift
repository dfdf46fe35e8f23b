/// A query string, split and decoded (rest.md 1.5): what form bodies are made of, too.
struct QueryString {
    struct Pair: Hashable {
        var key: [UInt8]
        /// nil when there is no `=`.
        var value: [UInt8]?
    }

    var pairs: [Pair] = []

    /// - Parameter raw: without the `?`.
    init(_ raw: some Collection<UInt8>) {
        var rest = raw[...]
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: ";") }
            pairs.append(Pair(decoding: piece))
            // Nothing is behind the last separator: `a=1&` is one pair.
            rest = rest[piece.endIndex...].dropFirst()
        }
    }

    init(_ raw: String?) {
        guard var raw, !raw.isEmpty else { return }
        self = raw.withUTF8 { Self($0) }
    }

    /// Keys and values are all UTF-8, even those that nobody reads.
    var isUTF8: Bool {
        pairs.allSatisfy { $0.key.isUTF8 && $0.value?.isUTF8 != false }
    }

    /// Sorted by key, the values of one key joined, as `Content-Location` shows it.
    ///
    ///     select=id&id=gt.1&id=lt.9      // id=gt.1,lt.9&select=id
    var canonical: String {
        var output: [UInt8] = []
        var previous: [UInt8]?
        for pair in pairs.sortedStably() {
            if pair.key == previous {
                output.append(UInt8(ascii: ","))
            } else {
                if previous != nil { output.append(UInt8(ascii: "&")) }
                PercentCoding.append(pair.key, to: &output)
                output.append(UInt8(ascii: "="))
            }
            PercentCoding.append(pair.value ?? [], to: &output)
            previous = pair.key
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension QueryString.Pair {
    fileprivate init(decoding piece: some Collection<UInt8>) {
        let name = piece.prefix { $0 != UInt8(ascii: "=") }
        key = PercentCoding.decode(name, plusIsSpace: true)
        value = name.endIndex == piece.endIndex ? nil : PercentCoding.decode(piece[name.endIndex...].dropFirst(), plusIsSpace: true)
    }

    /// The part of the key behind its last dot.
    var lastPart: ArraySlice<UInt8> {
        key[(key.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0)...]
    }

    func hasKey(_ name: StaticString) -> Bool { key[...].isSpelled(name) }
}

extension Array where Element == QueryString.Pair {
    /// Parameters are few: sorting by insertion keeps equal keys in order and needs no second array.
    fileprivate func sortedStably() -> Self {
        var result = self
        guard count <= 32 else {
            return result.enumerated().sorted { one, other in
                one.element.key == other.element.key
                    ? one.offset < other.offset : one.element.key.lexicographicallyPrecedes(other.element.key)
            }.map(\.element)
        }
        for end in result.indices.dropFirst() {
            var index = end
            while index > 0, result[index].key.lexicographicallyPrecedes(result[index - 1].key) {
                result.swapAt(index, index - 1)
                index -= 1
            }
        }
        return result
    }
}

extension ArraySlice<UInt8> {
    func isSpelled(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension Array<UInt8> {
    /// ASCII is the usual case and needs no decoder.
    var isUTF8: Bool {
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}
