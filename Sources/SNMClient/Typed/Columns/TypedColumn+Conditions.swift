/// What can be said of every column that has values to compare with.
extension TypedColumn where Value: SupabaseColumnValue {
    /// Equal. Null, for a nullable column, is told by `nil`: `is.null`.
    public static func == (column: Self, value: Value) -> TypedCondition<Table> {
        TypedCondition(column.column) { name in value.columnValue.map { .equal(name, $0) } ?? .isNull(name) }
    }

    /// Not equal. Rows without a value are neither equal nor different, as in SQL; `!= nil` finds those with one.
    public static func != (column: Self, value: Value) -> TypedCondition<Table> {
        TypedCondition(column.column) { name in value.columnValue.map { .notEqual(name, $0) } ?? .isNull(name, false) }
    }

    /// Different, where null is a value like others.
    public func isDistinct(from value: Value.Base) -> TypedCondition<Table> {
        TypedCondition(column) { .isDistinct($0, value) }
    }

    /// One of the values; an empty list matches nothing.
    public func `in`(_ values: [Value.Base]) -> TypedCondition<Table> {
        TypedCondition(column) { .in($0, values) }
    }

    /// Equal to at least one of the values, which travel as an array.
    public func equals(any values: [Value.Base]) -> TypedCondition<Table> {
        TypedCondition(column) { .any(.equal, $0, values) }
    }

    /// Compared with another column.
    @available(*, unavailable, message: "the server compares columns with values, not with each other: use a view or a function")
    public static func == (column: Self, other: Self) -> TypedCondition<Table> { .raw(.and([])) }
}

extension TypedColumn where Value: SupabaseQueryRepresentable {
    /// A column that is never null.
    @available(*, unavailable, message: "this column is never null: there is nothing to compare")
    public static func == (column: Self, null: Never?) -> TypedCondition<Table> { .raw(.and([])) }

    /// A column that is never null.
    @available(*, unavailable, message: "this column is never null: there is nothing to compare")
    public static func != (column: Self, null: Never?) -> TypedCondition<Table> { .raw(.and([])) }
}

extension TypedColumn where Value: SupabaseNullable {
    /// There is no value.
    public var isNull: TypedCondition<Table> { TypedCondition(column) { .isNull($0) } }
    /// There is a value.
    public var isNotNull: TypedCondition<Table> { TypedCondition(column) { .isNull($0, false) } }
}

extension TypedColumn where Value: SupabaseColumnValue, Value.Base == Bool {
    /// True; false and null are not.
    public var isTrue: TypedCondition<Table> { TypedCondition(column) { .isTrue($0) } }
    /// False; null is not.
    public var isFalse: TypedCondition<Table> { TypedCondition(column) { .isFalse($0) } }
}

/// What can be said of columns whose values have an order.
extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseOrdered {
    /// Less than the value.
    public static func < (column: Self, value: Value.Base) -> TypedCondition<Table> {
        TypedCondition(column.column) { .lessThan($0, value) }
    }

    /// Less than the value, or equal.
    public static func <= (column: Self, value: Value.Base) -> TypedCondition<Table> {
        TypedCondition(column.column) { .lessThanOrEqual($0, value) }
    }

    /// Greater than the value.
    public static func > (column: Self, value: Value.Base) -> TypedCondition<Table> {
        TypedCondition(column.column) { .greaterThan($0, value) }
    }

    /// Greater than the value, or equal.
    public static func >= (column: Self, value: Value.Base) -> TypedCondition<Table> {
        TypedCondition(column.column) { .greaterThanOrEqual($0, value) }
    }

    /// Within the bounds, both included.
    public func between(_ range: ClosedRange<Value.Base>) -> TypedCondition<Table> where Value.Base: Comparable {
        self >= range.lowerBound && self <= range.upperBound
    }

    /// Within the bounds, the upper one excluded.
    public func between(_ range: Range<Value.Base>) -> TypedCondition<Table> where Value.Base: Comparable {
        self >= range.lowerBound && self < range.upperBound
    }

    /// A comparison that holds for at least one of the values.
    public func any(_ comparison: SupabaseQuantifiedOperator, _ values: [Value.Base]) -> TypedCondition<Table> {
        TypedCondition(column) { .any(comparison, $0, values) }
    }

    /// A comparison that holds for all of the values.
    public func all(_ comparison: SupabaseQuantifiedOperator, _ values: [Value.Base]) -> TypedCondition<Table> {
        TypedCondition(column) { .all(comparison, $0, values) }
    }
}

/// What can be said of texts.
extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseTextual {
    /// Matches a pattern in which `%` and `*` stand for any text and `_` for one character; `\` takes `%` and `_` literally.
    public func like(_ pattern: String) -> TypedCondition<Table> { TypedCondition(column) { .like($0, pattern) } }

    /// ``like(_:)`` without regard to case.
    public func ilike(_ pattern: String) -> TypedCondition<Table> { TypedCondition(column) { .ilike($0, pattern) } }

    /// Matches a POSIX regular expression.
    public func match(_ expression: String) -> TypedCondition<Table> { TypedCondition(column) { .match($0, expression) } }

    /// ``match(_:)`` without regard to case.
    public func imatch(_ expression: String) -> TypedCondition<Table> { TypedCondition(column) { .imatch($0, expression) } }

    /// Matches at least one of the patterns.
    public func like(any patterns: [String]) -> TypedCondition<Table> { TypedCondition(column) { .any(.like, $0, patterns) } }

    /// Matches all of the patterns.
    public func like(all patterns: [String]) -> TypedCondition<Table> { TypedCondition(column) { .all(.like, $0, patterns) } }

    /// Matches at least one of the patterns, whatever the case.
    public func ilike(any patterns: [String]) -> TypedCondition<Table> { TypedCondition(column) { .any(.ilike, $0, patterns) } }
}

extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseSearchable {
    /// Full-text search.
    ///
    ///     .where { $0.body.search("sad cat", .websearch, configuration: "english") }      // body=wfts(english).sad cat
    public func search(
        _ query: String, _ parser: SupabaseTextSearchParser = .query, configuration: String? = nil
    ) -> TypedCondition<Table> {
        TypedCondition(column) { .fullText($0, query, parser: parser, configuration: configuration) }
    }
}
