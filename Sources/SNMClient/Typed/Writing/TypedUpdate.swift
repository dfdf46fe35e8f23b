import Foundation

/// An UPDATE or DELETE that cannot be sent yet.
///
///     let changed = try await db.update(UserInfo.self)
///         .set(UserInfo.Patch(nickname: "초코"))
///         .where { $0.id == userID }
///         .returning()
public struct TypedChange<Table: SupabaseTable, Task, Stage>: Sendable {
    let manager: SupabaseDBManager
    var body: Result<Data, SupabaseDBError>?
}

extension SupabaseDBManager {
    /// UPDATE: changes rows. Values must follow, and then a condition.
    public func update<Table: SupabaseTable>(
        _ table: Table.Type
    ) -> TypedChange<Table, WriteTask.Update, WriteStage.NeedsValues> where Table.Patch: SupabaseWritable {
        TypedChange(manager: self)
    }

    /// UPDATE: a view or table that cannot be written.
    @available(*, unavailable, message: "this table or view takes no updates: its type has no shape for them")
    public func update<Table: SupabaseTable>(
        _ table: Table.Type
    ) -> TypedChange<Table, WriteTask.Update, WriteStage.NeedsValues> where Table.Patch == SupabaseReadOnly {
        TypedChange(manager: self)
    }

    /// DELETE: removes rows. A condition must follow.
    public func delete<Table: SupabaseTable>(from table: Table.Type) -> TypedChange<Table, WriteTask.Delete, WriteStage.NeedsCondition> {
        TypedChange(manager: self)
    }
}

extension TypedChange where Task == WriteTask.Update, Stage == WriteStage.NeedsValues {
    /// The changes.
    public func set(_ patch: Table.Patch) -> TypedChange<Table, Task, WriteStage.NeedsCondition> {
        TypedChange<Table, Task, WriteStage.NeedsCondition>(manager: manager, body: Result(encoding: { try DatabaseBody.encode(patch) }))
    }

    /// The new value of one column. Say it again for more of them.
    ///
    ///     db.update(UserInfo.self).set(\.nickname, to: "초코").set(\.profileImage, to: nil).where { $0.id == id }
    public func set<Value: Encodable>(
        _ column: KeyPath<Table.Columns, TypedColumn<Table, Value>>, to value: Value
    ) -> TypedChange<Table, Task, WriteStage.NeedsCondition> {
        TypedChange<Table, Task, WriteStage.NeedsCondition>(manager: manager).set(column, to: value)
    }
}

extension TypedChange where Task == WriteTask.Update, Stage == WriteStage.NeedsCondition {
    /// The new value of a further column.
    public func set<Value: Encodable>(_ column: KeyPath<Table.Columns, TypedColumn<Table, Value>>, to value: Value) -> Self {
        var copy = self
        let column = Table.columns[keyPath: column]
        copy.body = Result(encoding: {
            // Members are joined as text, so that no value passes through another type on its way.
            let before = try body?.get().dropLast() ?? Data("{".utf8)
            let name = try DatabaseBody.encode(column.column?.name ?? column.key)
            let value = try DatabaseBody.encode(value)
            return before + Data((before.count > 1 ? "," : "").utf8) + name + Data(":".utf8) + value + Data("}".utf8)
        })
        return copy
    }
}

extension TypedChange where Stage == WriteStage.NeedsCondition {
    /// Which rows are meant.
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> TypedWrite<Table, Task> {
        complete.adding(condition(Table.columns).checkedConjuncts)
    }

    /// All rows, on purpose.
    ///
    /// Hosted databases and ours refuse a write without a condition, so one is sent that holds for every row.
    public func allRows() -> TypedWrite<Table, Task> {
        let columns = Mirror(reflecting: Table.columns).children.lazy.compactMap { ($0.value as? any NamedColumn)?.column }
        guard let column = columns.first else { return complete }
        return complete.adding([.or([.isNull(column), .isNull(column, false)])])
    }

    private var complete: TypedWrite<Table, Task> {
        TypedWrite(manager: manager, task: body == nil ? .delete : .update, body: body)
    }
}

/// A column, whatever its type.
private protocol NamedColumn {
    var column: SupabaseColumn? { get }
}

extension TypedColumn: NamedColumn {}

// MARK: - What does not compile

extension TypedChange where Task == WriteTask.Update, Stage == WriteStage.NeedsValues {
    /// Without values.
    @available(*, unavailable, message: "an update needs its values first: say .set(…) before .where { … }")
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> TypedWrite<Table, Task> {
        TypedWrite(manager: manager, task: .update, body: body)
    }

    /// Without values.
    @available(*, unavailable, message: "an update needs its values first: say .set(…) before .allRows()")
    public func allRows() -> TypedWrite<Table, Task> { TypedWrite(manager: manager, task: .update, body: body) }

    /// Without values.
    @available(*, unavailable, message: "an update needs values and a condition: say .set(…) and .where { … } or .allRows() before")
    public func request() -> Never { preconditionFailure("unavailable") }

    /// Without values.
    @available(*, unavailable, message: "an update needs values and a condition: say .set(…) and .where { … } or .allRows() before")
    public func returning() -> Never { preconditionFailure("unavailable") }
}

extension TypedChange where Stage == WriteStage.NeedsCondition {
    /// Without a condition.
    @available(*, unavailable, message: "without a condition every row is meant: say .where { … }, or .allRows() on purpose")
    public func request() -> Never { preconditionFailure("unavailable") }

    /// Without a condition.
    @available(*, unavailable, message: "without a condition every row is meant: say .where { … }, or .allRows() on purpose")
    public func returning() -> Never { preconditionFailure("unavailable") }

    /// Without a condition.
    @available(*, unavailable, message: "without a condition every row is meant: say .where { … }, or .allRows() on purpose")
    public func build() -> Never { preconditionFailure("unavailable") }
}

extension TypedInsert {
    /// Without rows.
    @available(*, unavailable, message: "an insert needs its rows: say .values(…) before")
    public func request() -> Never { preconditionFailure("unavailable") }

    /// Without rows.
    @available(*, unavailable, message: "an insert needs its rows: say .values(…) before")
    public func returning() -> Never { preconditionFailure("unavailable") }
}

extension TypedConflict {
    /// Without a resolution.
    @available(*, unavailable, message: "what happens to a row that exists? Say .doNothing() or .doUpdate() before")
    public func request() -> Never { preconditionFailure("unavailable") }

    /// Without a resolution.
    @available(*, unavailable, message: "what happens to a row that exists? Say .doNothing() or .doUpdate() before")
    public func returning() -> Never { preconditionFailure("unavailable") }
}

extension TypedWrite where Task == WriteTask.Insert {
    /// Inserts have no condition.
    @available(*, unavailable, message: "an insert has no condition: it adds the rows that it is given")
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self { self }
}

extension TypedWrite where Task == WriteTask.Delete {
    /// Deletions have no values.
    @available(*, unavailable, message: "a delete writes nothing: say db.update(…).set(…) to change rows")
    public func set<Patch>(_ patch: Patch) -> Self { self }
}
