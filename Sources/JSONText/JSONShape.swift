/// What a request body looks like from outside: enough to choose columns, while the bytes themselves go to PostgreSQL.
///
///     [{"a":1,"b":{}},{"b":2,"a":3}]      // .array(keys: ["a", "b"], isEmpty: false)
package enum PayloadShape: Sendable, Hashable {
    /// An object; its names without repetition, in the order written.
    case object(keys: [String])
    /// An array of objects that all have these names, or an empty one.
    case array(keys: [String], isEmpty: Bool)
    /// An array of something else than objects with equal names.
    case mismatchedKeys
    /// A number, string, boolean or null.
    case scalar
}

/// Reads a body once, to the end, without building values. Names are compared where they lie in the body as long as every
/// object spells them like the first, which is what clients send.
package enum JSONShape {
    package static func scan(_ bytes: [UInt8]) throws(JSONSyntaxError) -> PayloadShape {
        let result: Result<PayloadShape, JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try scan(bytes) }
        }
        return try result.get()
    }

    package static func scan(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> PayloadShape {
        var scanner = JSONScanner(bytes)
        scanner.skipSpace()
        let shape: PayloadShape
        switch scanner.next {
        case UInt8(ascii: "{"):
            var names: [JSONScanner.StringToken] = []
            try scanner.skipObject(names: &names)
            shape = .object(keys: scanner.distinct(names).map { String(decoding: $0, as: UTF8.self) })
        case UInt8(ascii: "["):
            shape = try scanner.skipRows()
        default:
            try scanner.skipValue()
            shape = .scalar
        }
        // The whole text must be JSON before anything is said about its keys.
        try scanner.expectEnd()
        return shape
    }
}

extension JSONScanner {
    fileprivate mutating func skipRows() throws(JSONSyntaxError) -> PayloadShape {
        advance()
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(keys: [], isEmpty: true) }
        guard next == UInt8(ascii: "{") else {
            try skipRest(after: UInt8(ascii: "["))
            return .mismatchedKeys
        }
        var first: [StringToken] = []
        try skipObject(names: &first)
        let keys = distinct(first)
        var keySet: Set<[UInt8]>?
        var names: [StringToken] = []
        var allEqual = true
        while true {
            skipSpace()
            if take(UInt8(ascii: "]")) { break }
            try expect(UInt8(ascii: ","), "a comma or the end")
            skipSpace()
            guard allEqual, next == UInt8(ascii: "{") else {
                allEqual = false
                try skipValue()
                continue
            }
            names.removeAll(keepingCapacity: true)
            try skipObject(names: &names)
            if !spelledAlike(first, names) {
                let expected = keySet ?? Set(keys)
                keySet = expected
                allEqual = Set(names.map(characters)) == expected
            }
        }
        return allEqual ? .array(keys: keys.map { String(decoding: $0, as: UTF8.self) }, isEmpty: false) : .mismatchedKeys
    }

    /// Skips an object and notes its names as written, repetitions included.
    fileprivate mutating func skipObject(names: inout [StringToken]) throws(JSONSyntaxError) {
        advance()
        skipSpace()
        if take(UInt8(ascii: "}")) { return }
        while true {
            names.append(try memberName())
            try skipValue()
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            try expect(UInt8(ascii: ","), "a comma or the end")
        }
    }

    fileprivate mutating func skipValue() throws(JSONSyntaxError) {
        skipSpace()
        let kind = next
        if kind == UInt8(ascii: "{") || kind == UInt8(ascii: "[") {
            advance()
            skipSpace()
            if take(kind + 2) { return }
            if kind == UInt8(ascii: "{") { _ = try memberName() }
            try skipRest(after: kind)
        } else {
            try skipScalar()
        }
    }

    /// Skips what follows in a container whose first value is next, and everything inside it, however deep.
    ///
    /// The brackets ASCII 0x5B 0x5D and 0x7B 0x7D are two apart, so an opening one tells its closing one.
    private mutating func skipRest(after bracket: UInt8) throws(JSONSyntaxError) {
        var open = [bracket]
        while true {
            skipSpace()
            let kind = next
            if kind == UInt8(ascii: "{") || kind == UInt8(ascii: "[") {
                advance()
                skipSpace()
                if !take(kind + 2) {
                    open.append(kind)
                    if kind == UInt8(ascii: "{") { _ = try memberName() }
                    continue
                }
            } else {
                try skipScalar()
            }
            while true {
                guard let innermost = open.last else { return }
                skipSpace()
                if take(UInt8(ascii: ",")) {
                    if innermost == UInt8(ascii: "{") { _ = try memberName() }
                    break
                }
                try expect(innermost + 2, "a comma or the end")
                open.removeLast()
            }
        }
    }

    private mutating func skipScalar() throws(JSONSyntaxError) {
        switch next {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        default: _ = try literal()
        }
    }

    private func spelledAlike(_ some: [StringToken], _ others: [StringToken]) -> Bool {
        guard some.count == others.count else { return false }
        for (one, other) in zip(some, others) where !slice(one.range).elementsEqual(slice(other.range)) { return false }
        return true
    }

    fileprivate func distinct(_ names: [StringToken]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return names.map(characters).filter { seen.insert($0).inserted }
    }
}
