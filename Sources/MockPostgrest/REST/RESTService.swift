package import HTTPServing
package import PostgresLink
import RESTEngine

/// PostgREST as a responder: requests become plans, plans SQL, results answers.
///
/// Everything between the socket and the database is a function of values; this is where they meet.
package struct RESTService: Responder {
    private let pool: Pool
    private let backend: RESTBackend
    private let log: RESTLog?

    package init(pool: Pool, backend: RESTBackend, log: RESTLog? = nil) {
        self.pool = pool
        self.backend = backend
        self.log = log
    }

    package func respond(to request: Request) async throws -> Response {
        var snapshot = backend.snapshot
        if !snapshot.hasTimezones, snapshot.schema != nil, request.namesTimezone {
            try? await backend.load()
            snapshot = backend.snapshot
        }
        var response: Response
        if let preflight = snapshot.cors.preflight(request) {
            response = preflight
            snapshot.traceHeader.decorate(&response, for: request)
            return response
        }
        var record = RequestRecord()
        do {
            response = try await answer(request, snapshot, &record)
        } catch let error as RESTError {
            record.error = error
            response = error.response
        }
        snapshot.cors.decorate(&response, for: request)
        snapshot.traceHeader.decorate(&response, for: request)
        log?.write(request, response, record, withStatements: snapshot.configuration.logsQueries)
        return response
    }

    /// The life of one request.
    nonisolated(nonsending)
        private func answer(
            _ request: Request, _ snapshot: RESTBackend.Snapshot, _ record: inout RequestRecord
        ) async throws -> Response
    {
        let configuration = snapshot.configuration
        var timing = ServerTiming(isEnabled: configuration.serverTimingEnabled)
        let caller = try backend.caller(of: request, snapshot.authenticator)
        record.role = caller.role
        timing.mark("jwt")
        guard let schema = snapshot.schema else { throw RESTError.noSchemaCache }
        let body = APIRequest.readsBody(request) ? try await request.body.collected(upTo: Limits.requestBodyBytes) : []
        let apiRequest = try APIRequest(request, body: body, configuration: configuration, timezones: schema.timezones)
        timing.mark("parse")
        let plan = try Plan(apiRequest, in: schema, configuration)
        timing.mark("plan")
        let query = try Query(plan, apiRequest, RequestContext(request), as: caller, configuration)
        record.statements = query.statements
        let results = try await run(query, for: caller, configuration)
        timing.mark("transaction")
        var response = try Response(results, of: query, for: plan, apiRequest, configuration)
        timing.mark("response")
        timing.append(to: &response)
        return response
    }

    /// One round trip. A serialization failure or deadlock is run again, invisibly (rest.md 3.1).
    nonisolated(nonsending)
        private func run(_ query: Query, for caller: Caller, _ configuration: RESTConfiguration) async throws -> [ResultSet]
    {
        if query.statements.isEmpty { return [] }
        let statements = query.statements.map { Statement($0, isPrepared: configuration.preparedStatements) }
        var attempts = 0
        while true {
            attempts += 1
            do {
                return try await pool.withSession { session in try await session.run(statements) }
            } catch DatabaseError.server(let error) {
                if error.isWorthRepeating, attempts < Limits.transactionAttempts { continue }
                if error.endsSession { backend.databaseWasLost() }
                throw RESTError(error, isAuthenticated: caller.isAuthenticated)
            } catch DatabaseError.poolTimeout {
                throw RESTError.poolTimeout
            } catch DatabaseError.connection(let text) {
                backend.databaseWasLost()
                throw RESTError.connectionLost(text)
            } catch DatabaseError.closed {
                throw RESTError.connectionLost("The server is stopping.")
            }
        }
    }
}

extension Request {
    /// Whether a preference can only be judged by the list of time zones, which is read last.
    fileprivate var namesTimezone: Bool {
        headers.all("Prefer").contains { $0.text?.contains("timezone=") == true }
    }
}

extension PostgresError {
    fileprivate var isWorthRepeating: Bool { sqlState == "40001" || sqlState == "40P01" }
    /// Terminated by an administrator, or a crash of the server.
    fileprivate var endsSession: Bool { sqlState.hasPrefix("57P0") || sqlState.hasPrefix("08") }
}

extension RESTError {
    static let noSchemaCache = Self(503, "PGRST002", "Could not query the database for the schema cache. Retrying.")
    static let poolTimeout = Self(504, "PGRST003", "Timed out acquiring connection from connection pool.")

    static func connectionLost(_ text: String) -> Self {
        Self(503, "PGRST001", "Database client error. Retrying the connection.", details: .string(text))
    }
}
