/// A table or view as a type: its name, its columns, and what an insert and an update of it are made of.
///
/// `mock-postgrest gen swift` writes such types from the live schema; by hand it takes some ten lines:
///
///     struct Walk: SupabaseTable, SupabaseWritable, Codable {
///         var id: Int
///         var distance: Double?
///
///         struct Columns: Sendable {
///             let id = TypedColumn<Walk, Int>("id")
///             let distance = TypedColumn<Walk, Double?>("distance")
///         }
///         static let tableName = "walk"
///         static let columns = Columns()
///         typealias Insert = Walk
///         typealias Patch = SupabaseColumnwise
///     }
///
///     let walks = try await db.fetch(Walk.self).where { $0.distance >= 3 }.rows()
///
/// The type itself is a row with all columns: it is decoded from the JSON that the server answers.
public protocol SupabaseTable: Decodable, Sendable {
    /// A value with a ``TypedColumn`` for each column and a ``TypedEmbed`` for each related table.
    associatedtype Columns: Sendable
    /// The row of an insert; ``SupabaseReadOnly`` where there is none.
    associatedtype Insert: Encodable & Sendable = SupabaseReadOnly
    /// The changes of an update; ``SupabaseReadOnly`` where there are none.
    associatedtype Patch: Encodable & Sendable = SupabaseReadOnly

    /// The name in the database.
    static var tableName: String { get }
    /// The schema, when it is not the one that the API shows by default.
    static var schemaName: String? { get }
    /// The columns.
    static var columns: Columns { get }
}

extension SupabaseTable {
    /// The API's default schema.
    public static var schemaName: String? { nil }
}

/// The shape of what cannot be written: it has no values, so that an insert or update cannot be said.
public enum SupabaseReadOnly: Encodable, Sendable {
    public func encode(to encoder: any Encoder) throws {}
}

/// What can be written: the row of an insert, or the changes of an update.
public protocol SupabaseWritable: Encodable, Sendable {}

/// The changes of a table that has no type for them: columns are set one by one.
public enum SupabaseColumnwise: SupabaseWritable {
    public func encode(to encoder: any Encoder) throws {}
}

/// Reading SQL's clauses in their order: select, where, order by, limit. Each stage of a builder knows only what may follow.
public enum FetchStage {
    /// Selections, conditions, an order or a limit may follow.
    public enum Open {}
    /// A further order or a limit may follow.
    public enum Ordered {}
    /// Nothing may follow but the request.
    public enum Limited {}
}

/// What a write does.
public enum WriteTask {
    /// Adds rows.
    public enum Insert {}
    /// Changes rows.
    public enum Update {}
    /// Removes rows.
    public enum Delete {}
}

/// What a write still needs before it can be sent.
public enum WriteStage {
    /// The values to write.
    public enum NeedsValues {}
    /// A condition, or the word that all rows are meant.
    public enum NeedsCondition {}
}
