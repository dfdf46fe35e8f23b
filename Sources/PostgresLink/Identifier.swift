#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A name of a schema, relation, column, type or function. The only way for a name to reach SQL.
package struct Identifier: Hashable, Sendable, Comparable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    /// The name in double quotes, cut at the first NUL, quotes doubled; always quoted, never bare.
    package var quoted: String {
        // Nearly every name: one comparison a byte instead of one append a character.
        var name = name
        if name.withUTF8({ bytes in !bytes.contains { $0 == UInt8(ascii: "\"") || $0 == 0 } }) {
            var text = "\""
            text.reserveCapacity(name.utf8.count + 2)
            text += name
            text += "\""
            return text
        }
        var text = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\0" { break }
            if scalar == "\"" { text.unicodeScalars.append("\"") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: name)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}

/// A relation, function or type with its schema.
package struct QualifiedName: Hashable, Sendable, Comparable {
    package let schema: String
    package let name: String

    package init(_ schema: String, _ name: String) {
        self.schema = schema
        self.name = name
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.schema.hasSameBytes(as: right.schema)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: schema)
        hasher.combine(bytesOf: name)
    }

    package static func < (left: Self, right: Self) -> Bool {
        if !left.schema.hasSameBytes(as: right.schema) { return left.schema.utf8.lexicographicallyPrecedes(right.schema.utf8) }
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}

// Swift takes `é` and `e` with a combining accent for equal. To PostgreSQL they are two names.
extension String {
    func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return first == second || memcmp(first, second, left.count) == 0
            }
        }
    }
}

extension Hasher {
    fileprivate mutating func combine(bytesOf text: String) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
        combine(0xFF as UInt8)
    }
}
