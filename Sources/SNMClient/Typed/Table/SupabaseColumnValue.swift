import Foundation

/// A Swift type that a column can have: one that ``SupabaseQueryRepresentable`` allows, or an optional of it for a nullable column.
public protocol SupabaseColumnValue: Sendable {
    /// The type without the optional.
    associatedtype Base: SupabaseQueryRepresentable
    /// The value; nil for null.
    var columnValue: Base? { get }
}

extension SupabaseQueryRepresentable {
    /// The value itself.
    public var columnValue: Self? { self }
}

extension Optional: SupabaseColumnValue where Wrapped: SupabaseQueryRepresentable {
    /// What is wrapped.
    public typealias Base = Wrapped
    /// The value itself.
    public var columnValue: Wrapped? { self }
}

/// Types of nullable columns.
public protocol SupabaseNullable {}
extension Optional: SupabaseNullable {}

/// Types with an order: their columns can be compared by `<` and `>`, unlike those of bool or json.
public protocol SupabaseOrdered: SupabaseQueryRepresentable {}

extension Int: SupabaseOrdered {}
extension Int8: SupabaseOrdered {}
extension Int16: SupabaseOrdered {}
extension Int32: SupabaseOrdered {}
extension Int64: SupabaseOrdered {}
extension UInt: SupabaseOrdered {}
extension UInt8: SupabaseOrdered {}
extension UInt16: SupabaseOrdered {}
extension UInt32: SupabaseOrdered {}
extension UInt64: SupabaseOrdered {}
extension Double: SupabaseOrdered {}
extension Float: SupabaseOrdered {}
extension Decimal: SupabaseOrdered {}
extension String: SupabaseOrdered {}
extension UUID: SupabaseOrdered {}
extension Date: SupabaseOrdered {}

/// Types that are added up and averaged.
public protocol SupabaseNumeric: SupabaseOrdered, Decodable {}

extension Int: SupabaseNumeric {}
extension Int8: SupabaseNumeric {}
extension Int16: SupabaseNumeric {}
extension Int32: SupabaseNumeric {}
extension Int64: SupabaseNumeric {}
extension Double: SupabaseNumeric {}
extension Float: SupabaseNumeric {}
extension Decimal: SupabaseNumeric {}

/// Types of text: their columns can be matched with patterns.
public protocol SupabaseTextual: SupabaseOrdered {}
extension String: SupabaseTextual {}

/// Types that a full-text search can look through.
public protocol SupabaseSearchable: SupabaseQueryRepresentable {}
extension String: SupabaseSearchable {}

/// An enum of the database: text on the wire, but neither matched with patterns nor searched.
///
///     enum DogSize: String, SupabaseEnum, CaseIterable { case small, medium, large }
public protocol SupabaseEnum: SupabaseOrdered, RawRepresentable, Codable, Hashable where RawValue == String {}
