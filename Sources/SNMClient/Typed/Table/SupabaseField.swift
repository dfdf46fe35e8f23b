/// A field of an insert or update that can be left out, be null, or have a value: three things that an optional cannot tell apart.
///
///     UserInfo.Patch(profileImage: .null)             // {"profile_image":null}
///     UserInfo.Patch(profileImage: .set("a.jpg"))     // {"profile_image":"a.jpg"}
///     UserInfo.Patch()                                // {}
public enum SupabaseField<Value: Sendable>: Sendable {
    /// Not part of the body: an update keeps the value, an insert takes the column's default.
    case omitted
    /// SQL's null.
    case null
    /// A value.
    case set(Value)

    /// The value, or null for nil.
    public init(_ value: Value?) {
        self = value.map { .set($0) } ?? .null
    }
}

extension SupabaseField: Equatable where Value: Equatable {}
extension SupabaseField: Hashable where Value: Hashable {}

extension SupabaseField: Encodable where Value: Encodable {
    /// Alone a field is its value: leaving itself out is its container's business, which is where
    /// `encode(_:forKey:)` below comes in.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedEncodingContainer {
    /// Writes a field, or leaves it out. What the compiler writes for `Encodable` finds this function.
    public mutating func encode<Value: Encodable>(_ field: SupabaseField<Value>, forKey key: Key) throws {
        switch field {
        case .omitted: break
        case .null: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
