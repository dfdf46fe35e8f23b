internal import HTTPServing

/// What PostgREST makes of the pairs of a query string (rest.md 1.5).
extension QueryPairs {
    init(restQuery raw: String?) {
        self.init(raw, semicolonSeparates: true)
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
        for pair in pairs.sortedByKey() {
            if pair.key == previous {
                output.append(UInt8(ascii: ","))
            } else {
                if previous != nil { output.append(UInt8(ascii: "&")) }
                Self.append(pair.key, to: &output)
                output.append(UInt8(ascii: "="))
            }
            Self.append(pair.value ?? [], to: &output)
            previous = pair.key
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a text percent-encoded. Each byte beyond ASCII is taken for a Latin-1 character, whose two bytes of UTF-8 are encoded:
    /// `é` becomes `%C3%83%C2%A9`, as PostgREST has it.
    private static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        for byte in bytes {
            if PercentEncoding.isUnreserved(byte) {
                output.append(byte)
            } else if byte < 0x80 {
                appendEscape(byte, to: &output)
            } else {
                appendEscape(0xC0 | byte >> 6, to: &output)
                appendEscape(0x80 | byte & 0x3F, to: &output)
            }
        }
    }

    private static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10 }
        output.append(UInt8(ascii: "%"))
        output.append(digit(byte >> 4))
        output.append(digit(byte & 0x0F))
    }
}

extension QueryPairs.Pair {
    /// The part of the key behind its last dot.
    var lastPart: ArraySlice<UInt8> {
        key[(key.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0)...]
    }

    func hasKey(_ name: StaticString) -> Bool { key[...].isSpelled(name) }
}

extension Array where Element == QueryPairs.Pair {
    /// Equal keys stay in order. A few are sorted by insertion, many need something that a client cannot make slow.
    fileprivate func sortedByKey() -> Self {
        guard count <= 16 else {
            return enumerated().sorted { one, other in
                one.element.key == other.element.key
                    ? one.offset < other.offset : one.element.key.lexicographicallyPrecedes(other.element.key)
            }.map(\.element)
        }
        var result = self
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
