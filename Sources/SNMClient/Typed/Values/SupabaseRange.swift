import Foundation

/// A range of the database, such as `int4range` or `tstzrange`: each bound may be missing, included or excluded, and a range may be empty.
///
///     SupabaseRange(1..<5).queryValue         // [1,5)
public struct SupabaseRange<Bound: SupabaseRangeBound>: Sendable, Hashable {
    /// Where the range begins; nil for no beginning.
    public var lower: Bound?
    /// Where the range ends; nil for no end.
    public var upper: Bound?
    /// Whether the lower bound belongs to it.
    public var includesLower: Bool
    /// Whether the upper bound belongs to it.
    public var includesUpper: Bool
    /// Whether there is nothing in it; bounds have no meaning then.
    public var isEmpty: Bool

    /// - Parameters:
    ///   - lower: Nil for no beginning.
    ///   - upper: Nil for no end.
    public init(lower: Bound?, upper: Bound?, includesLower: Bool = true, includesUpper: Bool = false) {
        self.lower = lower
        self.upper = upper
        self.includesLower = includesLower
        self.includesUpper = includesUpper
        isEmpty = false
    }

    /// One of Swift's ranges.
    public init(_ range: some SupabaseRangeConvertible<Bound>) {
        self = range.supabaseRange
    }

    /// The range that holds nothing.
    public static var empty: Self {
        var range = Self(lower: nil, upper: nil)
        range.isEmpty = true
        return range
    }
}

/// What a range can be made of: a type that has an order and reads the text of its bounds.
public protocol SupabaseRangeBound: SupabaseOrdered, Comparable, Hashable {
    /// Reads PostgreSQL's text of a bound.
    init?(rangeBound text: String)
}

extension Int: SupabaseRangeBound {
    /// Reads a bound of an integer range.
    public init?(rangeBound text: String) { self.init(text) }
}

extension Decimal: SupabaseRangeBound {
    /// Reads a bound of a `numrange`.
    public init?(rangeBound text: String) {
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { return nil }
        self = value
    }
}

extension Date: SupabaseRangeBound {
    /// Reads a bound of a range of timestamps.
    public init?(rangeBound text: String) {
        guard let date = Timestamp.date(from: text) else { return nil }
        self = date
    }
}

/// A range of a column, whatever its bounds.
public protocol SupabaseRangeValue: SupabaseQueryRepresentable {
    /// What the range is made of.
    associatedtype Bound: SupabaseRangeBound
}

/// A range of Swift or of the database.
public protocol SupabaseRangeConvertible<Bound> {
    /// What the range is made of.
    associatedtype Bound: SupabaseRangeBound
    /// The same as a range of the database.
    var supabaseRange: SupabaseRange<Bound> { get }
}

extension SupabaseRange: SupabaseRangeConvertible {
    /// Itself.
    public var supabaseRange: SupabaseRange<Bound> { self }
}

extension Range: SupabaseRangeConvertible where Bound: SupabaseRangeBound {
    /// `[lower,upper)`
    public var supabaseRange: SupabaseRange<Bound> { SupabaseRange(lower: lowerBound, upper: upperBound) }
}

extension ClosedRange: SupabaseRangeConvertible where Bound: SupabaseRangeBound {
    /// `[lower,upper]`
    public var supabaseRange: SupabaseRange<Bound> { SupabaseRange(lower: lowerBound, upper: upperBound, includesUpper: true) }
}

extension PartialRangeFrom: SupabaseRangeConvertible where Bound: SupabaseRangeBound {
    /// `[lower,)`
    public var supabaseRange: SupabaseRange<Bound> { SupabaseRange(lower: lowerBound, upper: nil) }
}

extension PartialRangeUpTo: SupabaseRangeConvertible where Bound: SupabaseRangeBound {
    /// `(,upper)`
    public var supabaseRange: SupabaseRange<Bound> { SupabaseRange(lower: nil, upper: upperBound, includesLower: false) }
}

extension PartialRangeThrough: SupabaseRangeConvertible where Bound: SupabaseRangeBound {
    /// `(,upper]`
    public var supabaseRange: SupabaseRange<Bound> {
        SupabaseRange(lower: nil, upper: upperBound, includesLower: false, includesUpper: true)
    }
}

extension SupabaseRange: SupabaseRangeValue, SupabaseQueryRepresentable {
    public var queryValue: String {
        if isEmpty { return "empty" }
        return (includesLower && lower != nil ? "[" : "(") + Self.text(lower) + "," + Self.text(upper) + (includesUpper && upper != nil ? "]" : ")")
    }

    private static func text(_ bound: Bound?) -> String {
        bound.map { Quoting.rangeBound($0.queryValue) } ?? ""
    }
}

extension SupabaseRange: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let range = Self(text: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no range of \(Bound.self)")
        }
        self = range
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(queryValue)
    }

    /// Reads PostgreSQL's text: `[1,5)`, `["2026-01-01 00:00:00+00",)`, `empty`.
    init?(text: String) {
        if text == "empty" {
            self = .empty
            return
        }
        guard let first = text.first, let last = text.last, text.count >= 3, "[(".contains(first), "])".contains(last) else { return nil }
        let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let bounds = parts.map { part -> Bound?? in
            let bare = part.hasPrefix("\"") && part.hasSuffix("\"") && part.count >= 2 ? part.dropFirst().dropLast() : part
            return bare.isEmpty ? .some(nil) : Bound(rangeBound: String(bare)).map { .some($0) }
        }
        guard let lower = bounds[0], let upper = bounds[1] else { return nil }
        self.init(lower: lower, upper: upper, includesLower: first == "[", includesUpper: last == "]")
    }
}
