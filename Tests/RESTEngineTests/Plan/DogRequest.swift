import HTTPServing
import PostgresLink
import Sockets
import TestSupport

@testable import RESTEngine

/// A request to the example schema, written as it is sent: a request line, headers, an empty line or a body.
///
///     POST /dogs
///     Prefer: return=representation
///     {"id": 9}
struct DogRequest: Sendable {
    var request: Request
    var body: [UInt8] = []
    var configuration = DogSchema.configuration

    init(_ text: String, _ configure: (inout RESTConfiguration) -> Void = { _ in }) {
        let lines = text.split(separator: "\n")
        let start = lines[0].split(separator: " ", maxSplits: 1)
        var headers = Headers()
        for line in lines.dropFirst() {
            let field = line.split(separator: ": ", maxSplits: 1)
            if line.first?.isLetter == true, field.count == 2, body.isEmpty {
                headers.append(String(field[0]), String(field[1]))
            } else {
                body += Array((body.isEmpty ? line : "\n" + line).utf8)
            }
        }
        request = Request(Method(rawValue: String(start[0])), String(start[1]), headers: headers)
        configure(&configuration)
    }

    func parsed() throws -> APIRequest {
        try APIRequest(request, body: body, configuration: configuration, timezones: DogSchema.cache.timezones)
    }

    func plan() throws -> Plan { try Plan(parsed(), in: DogSchema.cache, configuration) }

    func query() throws -> Query {
        try Query(plan(), parsed(), RequestContext(request), as: Self.caller, configuration)
    }

    /// The whole way, with a database.
    nonisolated(nonsending)
        func answer(from session: Session) async throws -> Response
    {
        do {
            let query = try query()
            let results = query.statements.isEmpty ? [] : try await session.run(query.statements.map { Statement($0) })
            return try Response(results, of: query, for: plan(), parsed(), configuration)
        } catch DatabaseError.server(let error) {
            return RESTError(error, isAuthenticated: true).response
        } catch let error as RESTError {
            return error.response
        }
    }

    static let caller = Caller(role: "postgres", claims: Array(#"{"role":"postgres"}"#.utf8), isAuthenticated: true)
}

extension Response {
    /// Status line, headers and body as one text.
    var transcript: String {
        let fields = headers.fields.map { "\($0.name): \($0.text ?? "?")" }
        var text = (["\(status.code)"] + fields).joined(separator: "\n")
        if case .bytes(let bytes) = body, bytes.count > 0 {
            text += "\n" + bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
        return text
    }
}

/// A database with the example schema and its rows, for one test.
func withDogs(_ body: @escaping @Sendable (Session) async throws -> Void) async throws {
    let settings = try await TestCluster.shared().createDatabase()
    try await Task(executorPreference: TestCluster.loop) {
        let session = try await Session.connect(settings, on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript(DogSchema.script + DogSchema.rows)
        try await body(session)
    }.value
}

extension Session {
    nonisolated(nonsending)
        func text(_ sql: SQL) async throws -> String
    {
        try await run(sql).text(0, 0) ?? ""
    }
}
