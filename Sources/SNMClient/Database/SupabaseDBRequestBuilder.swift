import Foundation

/// Collects the parts of a request to the database.
///
///     try await db.updateData()
///         .setTable("user_info")
///         .setBody(userData)
///         .setQuery(.equal("id", id))
///         .request()
///
/// A builder is a value: each call returns a copy, so a half-built request can be kept and finished in different ways.
/// A part that is missing is named by the error of ``build()`` or ``request()``, before anything is sent.
public struct SupabaseDBRequestBuilder: Sendable {
    /// What the request will do.
    public let task: SupabaseDBTask
    private let manager: SupabaseDBManager
    private var table: String?
    private var body: Result<Data, SNMNetworkError>?
    private var parameters: [SupabaseQueryParameter] = []

    init(task: SupabaseDBTask, manager: SupabaseDBManager) {
        self.task = task
        self.manager = manager
    }

    /// The table or view; for `rpc()` the function, as `name` or `rpc/name`.
    public func setTable(_ table: String) -> Self {
        var copy = self
        copy.table = table
        return copy
    }

    /// The row, rows or arguments. Dates are written in UTC with microseconds, `Data` as bytea.
    public func setBody(_ body: some Encodable) -> Self {
        // A generic caller may hand over a Data as "some Encodable": it is still JSON, not bytes to be encoded.
        if let data = body as? Data { return setBody(data) }
        var copy = self
        do {
            copy.body = .success(try DatabaseBody.encode(body))
        } catch {
            copy.body = .failure(.encodingError(error))
        }
        return copy
    }

    /// The body as JSON that is ready.
    public func setBody(_ json: Data) -> Self {
        var copy = self
        copy.body = .success(json)
        return copy
    }

    /// Another name of ``setBody(_:)-(Encodable)``.
    public func setData(_ body: some Encodable) -> Self { setBody(body) }

    /// Another name of ``setBody(_:)-(Data)``.
    public func setData(_ json: Data) -> Self { setBody(json) }

    /// Adds a parameter. Conditions are combined with "and".
    public func setQuery(_ parameter: SupabaseQueryParameter) -> Self {
        var copy = self
        copy.parameters.append(parameter)
        return copy
    }

    /// Adds a parameter in the grammar's own text, such as `eq.5`. It is percent-encoded and nothing else: never put a value of unknown
    /// content into it.
    public func setQuery(key: String, value: String) -> Self {
        setQuery(.custom(key, value))
    }

    /// The request, without sending it.
    ///
    /// - Throws: ``SupabaseDBError`` when a part is missing or wrong, ``SNMNetworkError/encodingError(_:)`` when the body did not encode.
    public func build() throws -> SupabaseDBRequest {
        let name = try name()
        if needsBody && body == nil { throw SupabaseDBError.missing(.body, in: task) }
        if needsCondition && !parameters.contains(where: \.restrictsRows) { throw SupabaseDBError.missing(.query, in: task) }
        let call = DatabaseCall(
            task: task, method: method, name: name, schema: manager.schema, parameters: parameters.map { PlacedParameter($0) },
            body: task == .fetch || task == .delete ? nil : try body?.get(), preferences: preferences)
        return try call.request(to: manager.config)
    }

    /// Sends the request and returns the body of the answer.
    ///
    /// The access token is taken from the session now, and refreshed before if it is about to expire. Without a session the request is
    /// sent with the API key alone.
    @discardableResult
    public func request() async throws -> Data {
        try await response().data
    }

    /// Sends the request and returns the whole answer, with status and header.
    public func response() async throws -> SNMNetworkResponse {
        try await manager.send(build())
    }
}

extension SupabaseDBRequestBuilder {
    private var method: HTTPMethod {
        switch task {
        case .fetch: .get
        case .insert, .rpc: .post
        case .update: .patch
        case .delete: .delete
        }
    }

    private var needsBody: Bool {
        switch task {
        case .fetch, .delete: false
        case .insert, .update, .rpc: true
        }
    }

    private var needsCondition: Bool {
        switch task {
        case .fetch, .insert, .rpc: false
        case .update, .delete: true
        }
    }

    private func name() throws(SupabaseDBError) -> String {
        guard var name = table, !name.isEmpty else { throw .missing(.table, in: task) }
        if task == .rpc && name.hasPrefix("rpc/") { name.removeFirst(4) }
        return name
    }

    /// What the parameters imply: a selection on a write asks for the written rows, a conflict's columns mean nothing without a resolution.
    private var preferences: [String] {
        guard task != .fetch && task != .rpc else { return [] }
        var preferences: [String] = []
        for parameter in parameters {
            switch parameter {
            case .select where !preferences.contains("return=representation"): preferences.append("return=representation")
            case .onConflict(_, let resolution) where task == .insert: preferences.append("resolution=" + resolution.rawValue)
            default: break
            }
        }
        return preferences
    }
}
