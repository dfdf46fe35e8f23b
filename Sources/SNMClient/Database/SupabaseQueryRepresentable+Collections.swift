/// Arrays become PostgreSQL's array literals, ranges its range literals.

extension Array: SupabaseArrayElement where Element: SupabaseArrayElement {}
extension Array: SupabaseColumnValue where Element: SupabaseArrayElement {}

extension Array: SupabaseQueryRepresentable where Element: SupabaseArrayElement {
    /// `{a,"b c",NULL}`; an array of arrays is a matrix.
    public var queryValue: String { "{" + map(\.arrayElementText).joined(separator: ",") + "}" }
    public var arrayElementText: String { queryValue }
}

extension Optional: SupabaseArrayElement where Wrapped: SupabaseArrayElement {
    /// `NULL` without quotes is PostgreSQL's null element; the text "NULL" is quoted.
    public var arrayElementText: String { self?.arrayElementText ?? "NULL" }
}

extension Range: SupabaseArrayElement where Bound: SupabaseQueryRepresentable {}
extension Range: SupabaseColumnValue where Bound: SupabaseQueryRepresentable {}

extension Range: SupabaseQueryRepresentable where Bound: SupabaseQueryRepresentable {
    /// `[lower,upper)`
    public var queryValue: String {
        "[" + Quoting.rangeBound(lowerBound.queryValue) + "," + Quoting.rangeBound(upperBound.queryValue) + ")"
    }
}

extension ClosedRange: SupabaseArrayElement where Bound: SupabaseQueryRepresentable {}
extension ClosedRange: SupabaseColumnValue where Bound: SupabaseQueryRepresentable {}

extension ClosedRange: SupabaseQueryRepresentable where Bound: SupabaseQueryRepresentable {
    /// `[lower,upper]`
    public var queryValue: String {
        "[" + Quoting.rangeBound(lowerBound.queryValue) + "," + Quoting.rangeBound(upperBound.queryValue) + "]"
    }
}

extension PartialRangeFrom: SupabaseArrayElement where Bound: SupabaseQueryRepresentable {}
extension PartialRangeFrom: SupabaseColumnValue where Bound: SupabaseQueryRepresentable {}

extension PartialRangeFrom: SupabaseQueryRepresentable where Bound: SupabaseQueryRepresentable {
    /// `[lower,)`
    public var queryValue: String { "[" + Quoting.rangeBound(lowerBound.queryValue) + ",)" }
}

extension PartialRangeUpTo: SupabaseArrayElement where Bound: SupabaseQueryRepresentable {}
extension PartialRangeUpTo: SupabaseColumnValue where Bound: SupabaseQueryRepresentable {}

extension PartialRangeUpTo: SupabaseQueryRepresentable where Bound: SupabaseQueryRepresentable {
    /// `(,upper)`
    public var queryValue: String { "(," + Quoting.rangeBound(upperBound.queryValue) + ")" }
}

extension PartialRangeThrough: SupabaseArrayElement where Bound: SupabaseQueryRepresentable {}
extension PartialRangeThrough: SupabaseColumnValue where Bound: SupabaseQueryRepresentable {}

extension PartialRangeThrough: SupabaseQueryRepresentable where Bound: SupabaseQueryRepresentable {
    /// `(,upper]`
    public var queryValue: String { "(," + Quoting.rangeBound(upperBound.queryValue) + "]" }
}
