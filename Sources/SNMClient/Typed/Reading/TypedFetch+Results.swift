import Foundation

/// How the rows come.
extension TypedFetch {
    /// All rows.
    public func rows() async throws -> [Result] {
        try await manager.read(reader.all, from: request(call))
    }

    /// The one row. None or several are an error: ``SupabaseDBError/rowCount(_:)``.
    public func single() async throws -> Result {
        let answer = try await manager.answer(to: request(call, accept: Self.singular))
        return try manager.reading { try reader.one(answer.data) }
    }

    /// The one row: another name of ``single()``.
    public func row() async throws -> Result { try await single() }

    /// The one row, or nil when there is none. Several are an error.
    public func maybeSingle() async throws -> Result? {
        do {
            return try await single()
        } catch SupabaseDBError.rowCount(0) {
            return nil
        }
    }

    /// The rows of the page, and how many there are in all.
    public func page(counting count: SupabaseCount = .exact) async throws -> SupabasePage<Result> {
        let answer = try await manager.answer(to: request(call, preferring: "count=" + count.rawValue))
        return SupabasePage(rows: try manager.reading { try reader.all(answer.data) }, total: answer.totalCount)
    }

    /// How many rows there are, without fetching them.
    public func count(_ count: SupabaseCount = .exact) async throws -> Int {
        let answer = try await manager.answer(to: request(call, .head, preferring: "count=" + count.rawValue))
        guard let total = answer.totalCount else { throw SupabaseDBError.unreadable("the answer tells no number of rows") }
        return total
    }

    /// Status and header alone.
    @discardableResult
    public func head() async throws -> SNMNetworkResponse {
        try await manager.answer(to: request(call, .head))
    }

    /// The rows as comma-separated values, with a line of names.
    public func csv() async throws -> String {
        let answer = try await manager.answer(to: request(call, accept: "text/csv"))
        return String(decoding: answer.data, as: UTF8.self)
    }

    /// PostgreSQL's plan for the query, as text. Servers allow it in development only.
    public func explain(_ options: SupabaseExplainOption...) async throws -> String {
        let answer = try await manager.answer(to: request(call, accept: SupabaseExplainOption.mediaType(options)))
        return String(decoding: answer.data, as: UTF8.self)
    }

    /// The request without sending it.
    public func build() throws -> SupabaseDBRequest {
        try request(call)
    }

    static var singular: String { "application/vnd.pgrst.object+json" }

    func request(
        _ call: DatabaseCall, _ method: HTTPMethod? = nil, accept: String? = nil, preferring preference: String? = nil
    ) throws -> SupabaseDBRequest {
        var call = call
        if !items.isEmpty { call.parameters.insert(PlacedParameter(.select(items)), at: 0) }
        // A call by POST keeps its method: its answer's header tells the same.
        if let method, call.method == .get { call.method = method }
        if let accept { call.accept = accept }
        if let preference { call.preferences.append(preference) }
        return try call.request(to: manager.config)
    }
}

/// How rows are counted.
public enum SupabaseCount: String, Sendable, CaseIterable {
    /// By counting them.
    case exact
    /// As the planner guesses.
    case planned
    /// Exactly while they are few, else as the planner guesses.
    case estimated
}

/// What an explanation tells besides the plan.
public enum SupabaseExplainOption: String, Sendable, CaseIterable {
    /// Runs the query and tells the times.
    case analyze
    /// Tells the columns of each step.
    case verbose
    /// Tells the settings that differ from their defaults.
    case settings
    /// Tells the use of buffers.
    case buffers
    /// Tells what was written to the log.
    case wal

    static func mediaType(_ options: [Self]) -> String {
        let type = "application/vnd.pgrst.plan+text; for=\"application/json\""
        return options.isEmpty ? type : type + "; options=" + options.map(\.rawValue).joined(separator: "|")
    }
}

/// Rows, and how many there are in all.
public struct SupabasePage<Row> {
    /// The rows of the page.
    public let rows: [Row]
    /// How many rows there are in all; nil when the server does not tell.
    public let total: Int?

    /// Made by the database; public for those who replace it in tests.
    public init(rows: [Row], total: Int?) {
        self.rows = rows
        self.total = total
    }
}

extension SupabasePage: Sendable where Row: Sendable {}

extension SNMNetworkResponse {
    /// The number after the slash of `Content-Range`.
    var totalCount: Int? {
        value(ofHeader: "Content-Range").flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
    }
}

extension TypedFetch {
    /// Asks the server to undo what the function did: for tests of calls by POST.
    public func rollingBack() -> Self { preferring("tx=rollback") }

    func preferring(_ preference: String) -> Self {
        var copy = self
        copy.call.preferences.append(preference)
        return copy
    }
}
