import Foundation

/// An INSERT that has no rows yet.
///
///     let dog = try await db.insert(into: DogProfile.self)
///         .values(DogProfile.Insert(name: "초코", age: 3, sex: .female, size: .small))
///         .returning()
public struct TypedInsert<Table: SupabaseTable>: Sendable {
    let manager: SupabaseDBManager
    var resolution: SupabaseConflictResolution?

    /// The row.
    public func values(_ row: Table.Insert) -> TypedWrite<Table, WriteTask.Insert> {
        write { try DatabaseBody.encode(row) }
    }

    /// The rows. What some of them leave out takes its default.
    public func values(_ rows: [Table.Insert]) -> TypedWrite<Table, WriteTask.Insert> {
        let write = write { try DatabaseBody.encode(rows) }
        // Objects of one insert must have the same keys, unless they are named: then "missing" says what stands for those left out.
        guard case .success(let data) = write.body,
            let objects = try? JSONDecoder().decode([[String: AnyJSON]].self, from: data)
        else { return write }
        var keys: Set<String> = []
        for object in objects { keys.formUnion(object.keys) }
        guard !keys.isEmpty else { return write.preferring("missing=default") }
        return write.preferring("missing=default").adding([.columns(keys.sorted())])
    }

    private func write(_ body: () throws -> Data) -> TypedWrite<Table, WriteTask.Insert> {
        var write = TypedWrite<Table, WriteTask.Insert>(manager: manager, task: .insert, body: Result(encoding: body))
        if let resolution { write = write.preferring("resolution=" + resolution.rawValue) }
        return write
    }
}

/// Any value: only the names around it count.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
}

extension SupabaseDBManager {
    /// INSERT: adds rows. Values must follow.
    public func insert<Table: SupabaseTable>(into table: Table.Type) -> TypedInsert<Table> where Table.Insert: SupabaseWritable {
        TypedInsert(manager: self)
    }

    /// INSERT: a view or table that cannot be written.
    @available(*, unavailable, message: "this table or view takes no inserts: its type has no shape for them")
    public func insert<Table: SupabaseTable>(into table: Table.Type) -> TypedInsert<Table> where Table.Insert == SupabaseReadOnly {
        TypedInsert(manager: self)
    }

    /// INSERT … ON CONFLICT DO UPDATE: adds rows, or changes those of the same primary key.
    ///
    /// Say ``TypedWrite/onConflict(_:)`` for another key.
    public func upsert<Table: SupabaseTable>(into table: Table.Type) -> TypedInsert<Table> where Table.Insert: SupabaseWritable {
        TypedInsert(manager: self, resolution: .mergeDuplicates)
    }

    /// UPSERT: a view or table that cannot be written.
    @available(*, unavailable, message: "this table or view takes no inserts: its type has no shape for them")
    public func upsert<Table: SupabaseTable>(into table: Table.Type) -> TypedInsert<Table> where Table.Insert == SupabaseReadOnly {
        TypedInsert(manager: self)
    }
}

extension TypedWrite where Task == WriteTask.Insert {
    /// The columns of a unique key that tell whether a row exists already. What then happens must follow.
    ///
    ///     .values(row).onConflict { ($0.kind, $0.name) }.doNothing()
    public func onConflict<each Value>(
        _ columns: (Table.Columns) -> (repeat TypedColumn<Table, each Value>)
    ) -> TypedConflict<Table> {
        let columns = columns(Table.columns)
        var names: [String] = []
        for column in repeat each columns { names.append(column.column?.name ?? column.key) }
        return TypedConflict(write: self, columns: names)
    }

    /// What rows leave out is null instead of the column's default.
    public func missingIsNull() -> Self {
        var copy = self
        copy.preferences.removeAll { $0 == "missing=default" }
        return copy
    }
}

/// An INSERT that must still be told what happens to a row that exists already.
public struct TypedConflict<Table: SupabaseTable>: Sendable {
    let write: TypedWrite<Table, WriteTask.Insert>
    let columns: [String]

    /// The row stays as it is.
    public func doNothing() -> TypedWrite<Table, WriteTask.Insert> { resolved(.ignoreDuplicates) }

    /// The row is changed to the values.
    public func doUpdate() -> TypedWrite<Table, WriteTask.Insert> { resolved(.mergeDuplicates) }

    private func resolved(_ resolution: SupabaseConflictResolution) -> TypedWrite<Table, WriteTask.Insert> {
        var copy = write.adding([.onConflict(columns, resolution)])
        copy.preferences.removeAll { $0.hasPrefix("resolution=") }
        return copy.preferring("resolution=" + resolution.rawValue)
    }
}
