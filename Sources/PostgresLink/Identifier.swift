/// A name of a schema, relation, column, type or function. The only way for a name to reach SQL.
package struct Identifier: Hashable, Sendable, Comparable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    /// The name in double quotes, cut at the first NUL, quotes doubled; always quoted, never bare.
    package var quoted: String {
        // Nearly every name: one comparison a byte instead of one append a character.
        if !name.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == 0 }) { return "\"\(name)\"" }
        var text = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\0" { break }
            if scalar == "\"" { text.unicodeScalars.append("\"") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.name < right.name
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

    package static func < (left: Self, right: Self) -> Bool {
        (left.schema, left.name) < (right.schema, right.name)
    }
}
