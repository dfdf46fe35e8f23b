/// One parameter of a query: a condition, or what to select, how to order, how many.
///
///     .equal("nickname", "초코")                                  // nickname=eq.초코
///     .in("id", [1, 2, 3])                                        // id=in.(1,2,3)
///     .not(.or([.lessThan("age", 1), .isNull("age")]))            // not.or=(age.lt.1,age.is.null)
///     .order("created_at", .descending)                           // order=created_at.desc
///
/// ``key`` and ``value`` are the pair of the query string before percent-encoding. A value can never change the meaning of the query:
/// it is quoted and escaped wherever the grammar would read it otherwise. Conditions of one request are all combined with "and".
public indirect enum SupabaseQueryParameter: Sendable {
    /// What names a column: a `String` or a ``SupabaseColumn``.
    public typealias Column = any SupabaseColumnRepresentable
    /// What a column is compared with.
    public typealias Value = any SupabaseQueryRepresentable

    // MARK: Comparison
    case equal(Column, Value)
    case notEqual(Column, Value)
    case greaterThan(Column, Value)
    case greaterThanOrEqual(Column, Value)
    case lessThan(Column, Value)
    case lessThanOrEqual(Column, Value)
    /// Not equal, where null is a value like others.
    case isDistinct(Column, Value)
    /// One of the values; an empty list matches nothing.
    case `in`(Column, [any SupabaseQueryRepresentable])

    // MARK: Text
    /// Matches a pattern in which `%` and `*` stand for any text and `_` for one character; `\` takes `%` and `_` literally.
    case like(Column, String)
    /// ``like(_:_:)`` without regard to case.
    case ilike(Column, String)
    /// Matches a POSIX regular expression.
    case match(Column, String)
    /// ``match(_:_:)`` without regard to case.
    case imatch(Column, String)
    /// Full-text search.
    ///
    ///     .fullText("body", "fat & rat", configuration: "english")        // body=fts(english).fat & rat
    case fullText(Column, String, parser: SupabaseTextSearchParser = .query, configuration: String? = nil)

    // MARK: Null and truth
    /// With `false`: is not null.
    case isNull(Column, Bool = true)
    /// With `false`: ``isFalse(_:)``.
    case isTrue(Column, Bool = true)
    case isFalse(Column)
    /// The boolean is null; with `false`: it is not.
    case isUnknown(Column, Bool = true)

    // MARK: Arrays, JSON and ranges
    /// The column contains the value: arrays, json, ranges.
    case contains(Column, Value)
    /// The column is contained in the value.
    case containedBy(Column, Value)
    /// Both have an element or a point in common.
    case overlaps(Column, Value)
    /// The range ends before the value begins.
    case strictlyLeftOf(Column, Value)
    /// The range begins after the value ends.
    case strictlyRightOf(Column, Value)
    /// The range does not extend to the right of the value.
    case notExtendingRightOf(Column, Value)
    /// The range does not extend to the left of the value.
    case notExtendingLeftOf(Column, Value)
    /// The ranges touch without overlapping.
    case adjacentTo(Column, Value)

    // MARK: Several values at once
    /// The comparison holds for at least one of the values.
    ///
    ///     .any(.like, "nickname", ["초*", "몽*"])        // nickname=like(any).{초*,몽*}
    case any(SupabaseQuantifiedOperator, Column, [any SupabaseQueryRepresentable])
    /// The comparison holds for all of the values.
    case all(SupabaseQuantifiedOperator, Column, [any SupabaseQueryRepresentable])

    // MARK: Logic
    /// The opposite of a condition, or of a whole ``or(_:on:)`` or ``and(_:on:)``.
    case not(SupabaseQueryParameter)
    /// At least one of the conditions; with `on`, they are about an embedded resource.
    case or([SupabaseQueryParameter], on: String? = nil)
    /// All of the conditions; with `on`, they are about an embedded resource.
    case and([SupabaseQueryParameter], on: String? = nil)

    // MARK: The result
    /// What the rows hold: columns and embedded resources. Several of them add up.
    case select([SupabaseSelection])
    /// The order of the rows, or with `on` of an embedded resource's. Several of them add up.
    case order([SupabaseOrder], on: String? = nil)
    case limit(Int, on: String? = nil)
    case offset(Int, on: String? = nil)

    // MARK: Writing
    /// What happens to a row that exists already, told by these columns of a unique key.
    case onConflict([String], SupabaseConflictResolution = .mergeDuplicates)
    /// The keys of the body that are written; others are ignored.
    case columns([String])

    /// Anything that is not foreseen: key and value are the grammar's own text, percent-encoded and nothing else.
    ///
    ///     .custom("age", "gte.5")
    case custom(String, Value)
}

extension SupabaseQueryParameter {
    /// The order by one column.
    public static func order(
        _ column: any SupabaseColumnRepresentable,
        _ direction: SupabaseOrder.Direction? = nil,
        nulls: SupabaseOrder.Nulls? = nil,
        on resource: String? = nil
    ) -> Self {
        .order([SupabaseOrder(column, direction, nulls: nulls)], on: resource)
    }

    /// What the rows hold, as names of columns.
    public static func select(columns: [String]) -> Self {
        .select(columns.map { SupabaseSelection($0) })
    }
}

/// The operators that ``SupabaseQueryParameter/any(_:_:_:)`` and ``SupabaseQueryParameter/all(_:_:_:)`` apply to several values.
public enum SupabaseQuantifiedOperator: String, Sendable, CaseIterable {
    case equal = "eq"
    case greaterThan = "gt"
    case greaterThanOrEqual = "gte"
    case lessThan = "lt"
    case lessThanOrEqual = "lte"
    case like
    case ilike
    case match
    case imatch
}

/// How the text of a full-text search is read.
public enum SupabaseTextSearchParser: String, Sendable, CaseIterable {
    /// PostgreSQL's own syntax: `fat & (rat | cat)`.
    case query = "fts"
    /// Plain words, all of which must occur.
    case plain = "plfts"
    /// Words that must follow each other.
    case phrase = "phfts"
    /// What people type into a web search: `"sad cat" or -dog`.
    case websearch = "wfts"
}

/// What an insert does with a row that exists already.
public enum SupabaseConflictResolution: String, Sendable, CaseIterable {
    /// The row is updated.
    case mergeDuplicates = "merge-duplicates"
    /// The row stays as it is.
    case ignoreDuplicates = "ignore-duplicates"
}
