/// Access to the database's tables, views and functions.
///
///     let data = try await db.fetchData().setTable("mate_list").setQuery(.equal("user_id", id)).request()
public struct SupabaseDBManager: Sendable {
    let config: SupabaseConfig
    private let networkProvider: any NetworkProvider
    private let sessionManager: SupabaseSessionManager?
    private(set) var schema: String?

    /// - Parameter sessionManager: Whose access token the requests carry. Without it they carry the API key alone.
    public init(
        config: SupabaseConfig,
        networkProvider: any NetworkProvider = SNMNetworkProvider(),
        sessionManager: SupabaseSessionManager? = nil
    ) {
        self.config = config
        self.networkProvider = networkProvider
        self.sessionManager = sessionManager
    }

    /// The same database, asked for the tables and functions of another schema that the API shows.
    public func schema(_ name: String) -> Self {
        var copy = self
        copy.schema = name
        return copy
    }

    /// SELECT: reads rows. Needs a table.
    public func fetchData() -> SupabaseDBRequestBuilder { SupabaseDBRequestBuilder(task: .fetch, manager: self) }

    /// INSERT: adds rows. Needs a table and a body.
    public func insertData() -> SupabaseDBRequestBuilder { SupabaseDBRequestBuilder(task: .insert, manager: self) }

    /// UPDATE: changes the rows that a condition meets. Needs a table, a body and a condition.
    public func updateData() -> SupabaseDBRequestBuilder { SupabaseDBRequestBuilder(task: .update, manager: self) }

    /// DELETE: removes the rows that a condition meets. Needs a table and a condition.
    public func deleteData() -> SupabaseDBRequestBuilder { SupabaseDBRequestBuilder(task: .delete, manager: self) }

    /// Calls a function. Needs its name as the table and its arguments as the body, ``SupabaseNoArguments`` if it takes none.
    public func rpc() -> SupabaseDBRequestBuilder { SupabaseDBRequestBuilder(task: .rpc, manager: self) }

    func send(_ request: SupabaseDBRequest) async throws -> SNMNetworkResponse {
        let accessToken = try await sessionManager?.checkSession()?.accessToken
        return try await networkProvider.request(with: request.authorized(by: config.authorization(accessToken)))
    }
}

/// The arguments of a function that takes none.
///
///     try await db.rpc().setTable("now").setBody(SupabaseNoArguments()).request()
public struct SupabaseNoArguments: Encodable, Sendable {
    /// An empty object.
    public init() {}
}
