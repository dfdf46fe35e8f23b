import Foundation

/// An INSERT, UPDATE or DELETE that is complete: it can be sent, and asked for the rows that it wrote.
public struct TypedWrite<Table: SupabaseTable, Task>: Sendable {
    let manager: SupabaseDBManager
    let task: SupabaseDBTask
    let body: Result<Data, SupabaseDBError>?
    private(set) var parameters: [SupabaseQueryParameter] = []
    var preferences: [String] = []

    init(manager: SupabaseDBManager, task: SupabaseDBTask, body: Result<Data, SupabaseDBError>?) {
        self.manager = manager
        self.task = task
        self.body = body
    }

    func adding(_ parameters: [SupabaseQueryParameter]) -> Self {
        var copy = self
        copy.parameters += parameters
        return copy
    }

    func preferring(_ preference: String) -> Self {
        var copy = self
        copy.preferences.append(preference)
        return copy
    }

    // MARK: Preferences

    /// Asks the server to undo the write after answering it, for trying it out. Servers allow it in development only.
    public func rollingBack() -> Self { preferring("tx=rollback") }

    /// Refuses to write more rows than these.
    public func affecting(atMost count: Int) -> Self { preferring("handling=strict").preferring("max-affected=\(count)") }

    // MARK: Sending

    /// Sends the write and forgets about its rows.
    public func request() async throws {
        _ = try await manager.answer(to: build())
    }

    /// Sends the write and returns the rows that it wrote.
    public func returning() async throws -> [Table] {
        try await manager.read(ResultReader(of: Table.self).all, from: buildReturning())
    }

    /// Sends the write and returns parts of the rows that it wrote.
    ///
    ///     let ids = try await db.insert(into: Walk.self).values(rows).returning { $0.id }
    public func returning<each Value>(
        _ items: (Table.Columns) -> (repeat TypedColumn<Table, each Value>)
    ) async throws -> [(repeat each Value)] {
        let columns = items(Table.columns)
        let part = Selecting<Table, (repeat each Value)>.make(repeat each columns)
        return try await manager.read(ResultReader(selecting: part.read).all, from: build(selecting: part.items, part.parameters))
    }

    /// Sends the write, which must concern one row, and returns that row. Otherwise nothing is written.
    public func returningOne() async throws -> Table {
        let request = try call(selecting: [.all], accept: "application/vnd.pgrst.object+json").request(to: manager.config)
        let answer = try await manager.answer(to: request)
        return try manager.reading { try ResultReader(of: Table.self).one(answer.data) }
    }

    /// Sends the write and returns the answer's header alone: the `Location` of a new row.
    public func returningHeader() async throws -> SNMNetworkResponse {
        try await manager.answer(to: preferring("return=headers-only").build())
    }

    /// Sends the write and returns how many rows it concerned.
    @discardableResult
    public func count() async throws -> Int {
        let answer = try await manager.answer(to: preferring("count=exact").build())
        guard let count = answer.totalCount else { throw SupabaseDBError.unreadable("the answer tells no number of rows") }
        return count
    }

    // MARK: Building

    /// The request of ``request()``, without sending it.
    public func build() throws -> SupabaseDBRequest {
        try call().request(to: manager.config)
    }

    /// The request of ``returning()-(_)``, without sending it.
    public func buildReturning() throws -> SupabaseDBRequest {
        try build(selecting: [.all], [])
    }

    private func build(selecting items: [SupabaseSelection], _ related: [PlacedParameter]) throws -> SupabaseDBRequest {
        var call = try call(selecting: items)
        call.parameters += related
        return try call.request(to: manager.config)
    }

    private func call(selecting items: [SupabaseSelection] = [], accept: String? = nil) throws -> DatabaseCall {
        let method: HTTPMethod = task == .insert ? .post : task == .update ? .patch : .delete
        var call = DatabaseCall(task: task, method: method, name: Table.tableName, schema: manager.schema ?? Table.schemaName)
        call.parameters = parameters.map { PlacedParameter($0) }
        call.body = try body?.get()
        call.preferences = preferences
        if !items.isEmpty {
            call.parameters.append(PlacedParameter(.select(items)))
            call.preferences.append("return=representation")
        }
        if let accept { call.accept = accept }
        return call
    }
}

extension TypedWrite where Task == WriteTask.Update {
    /// A further condition.
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self {
        adding(condition(Table.columns).checkedConjuncts)
    }
}

extension TypedWrite where Task == WriteTask.Delete {
    /// A further condition.
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self {
        adding(condition(Table.columns).checkedConjuncts)
    }
}

extension Result where Success == Data, Failure == SupabaseDBError {
    /// A body, or why there is none.
    init(encoding body: () throws -> Data) {
        do {
            self = .success(try body())
        } catch {
            self = .failure(.invalidQuery(reason: "the body could not be encoded: \(error)"))
        }
    }
}
