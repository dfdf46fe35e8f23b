/// A function of the database as a type: its arguments are the type's properties, encoded as JSON.
///
///     struct IsDuplicateNickname: SupabaseFunction {
///         var nickname: String
///         static let functionName = "is_duplicate_nickname"
///         typealias Value = Bool
///     }
///
///     let isTaken = try await db.call(IsDuplicateNickname(nickname: "초코")).value()
public protocol SupabaseFunction: Encodable, Sendable {
    /// What the function returns: a value, an array of values, or ``SupabaseNothing``.
    associatedtype Value: Decodable & Sendable
    /// The name in the database.
    static var functionName: String { get }
    /// The schema, when it is not the one that the API shows by default.
    static var schemaName: String? { get }
}

extension SupabaseFunction {
    /// The API's default schema.
    public static var schemaName: String? { nil }
}

/// A function that returns rows, which can be selected from, filtered and ordered like a table's.
///
///     let mates = try await db.rows(of: GetUserInfoFromMateList()).limit(10, offset: 20).rows()
public protocol SupabaseRowFunction: SupabaseFunction where Value == [Row] {
    /// The rows.
    associatedtype Row: SupabaseTable
}

/// A function that changes nothing, so that it can be called by GET, cached and repeated.
public protocol SupabaseReadingFunction: SupabaseFunction {
    /// The arguments as a query tells them.
    var queryArguments: [SupabaseArgument] { get }
}

/// An argument of a call by GET.
public struct SupabaseArgument: Sendable, Hashable {
    let pair: Endpoint.QueryPair?

    /// - Parameter value: Nil leaves the argument out, so that its default counts.
    public init(_ name: String, _ value: (any SupabaseQueryRepresentable)?) {
        pair = value.map { Endpoint.QueryPair(name, $0.queryValue) }
    }
}

/// What a function returns that returns nothing.
public struct SupabaseNothing: Decodable, Sendable, Hashable {
    /// Nothing.
    public init() {}
    public init(from decoder: any Decoder) throws {}
}
