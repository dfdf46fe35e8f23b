/// A value of a type that Swift has no counterpart for, as PostgreSQL writes it: `inet`, `macaddr`, `money`, `bit`, `xml`, multiranges, …
///
///     .where { $0.address == "192.168.0.1" }
public struct SupabaseLiteral: SupabaseOrdered, Hashable, ExpressibleByStringLiteral {
    /// PostgreSQL's text of it.
    public var text: String

    /// - Parameter text: As PostgreSQL reads it.
    public init(_ text: String) { self.text = text }
    public init(stringLiteral value: String) { self.init(value) }

    public var queryValue: String { text }
}

extension SupabaseLiteral: Codable, CustomStringConvertible {
    public var description: String { text }

    /// What PostgreSQL shows as a number, a bool or a document is taken as its JSON text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else {
            self.init(try container.decode(SupabaseJSON.self).queryValue)
        }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.write(text: text) }
}

/// A document prepared for searching: PostgreSQL's `tsvector`.
public struct SupabaseSearchVector: SupabaseSearchable, Hashable, Codable {
    /// PostgreSQL's text of it.
    public var text: String

    /// - Parameter text: As PostgreSQL reads it.
    public init(_ text: String) { self.text = text }
    public init(from decoder: any Decoder) throws { text = try String(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try encoder.write(text: text) }

    public var queryValue: String { text }
}
