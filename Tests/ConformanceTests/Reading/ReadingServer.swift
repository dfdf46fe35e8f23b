import Foundation
import MockPostgrest
import PostgresLink
import Sockets
import TestSupport

/// `mock-postgrest rest` in this process, over a database of the test run's cluster.
struct ReadingServer: Sendable {
    let address: Address
    let database: ConnectionSettings

    /// The one over ``ReadingSchema``.
    static func shared() async throws -> ReadingServer { try await starting.value }

    private static let starting = Task { try await start(ReadingSchema.tables + ReadingSchema.rows) }

    /// - Parameter script: makes the database; everyone may read what it creates in `public`.
    static func start(_ script: String, _ options: [String: String] = [:]) async throws -> ReadingServer {
        try await roles.value
        let database = try await TestCluster.shared().createDatabase()
        let session = try await Session.connect(database, on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript("alter default privileges grant select on tables to public;" + script)
        var environment = [
            "PGRST_DB_URI": "postgresql:///\(database["dbname"] ?? "")?host=\(database["host"] ?? "")&user=reading_login",
            "PGRST_DB_SCHEMAS": "public,other", "PGRST_DB_EXTRA_SEARCH_PATH": "public,extra", "PGRST_DB_ANON_ROLE": "reading_guest",
            "PGRST_DB_PLAN_ENABLED": "true", "PGRST_DB_AGGREGATES_ENABLED": "true", "PGRST_SERVER_HOST": "127.0.0.1",
            "PGRST_SERVER_PORT": "0",
        ]
        environment.merge(options) { $1 }
        let server = try RESTServer(environment: environment, on: TestCluster.loop)
        // As long as the test run lives.
        _ = Task(executorPreference: TestCluster.loop) { await server.run() }
        let reading = ReadingServer(address: server.address, database: database)
        while try await reading.answer("OPTIONS /").status == 503 { try await TestCluster.loop.sleep(for: .milliseconds(10)) }
        return reading
    }

    private static let roles = Task {
        let session = try await Session.connect(TestCluster.shared().conninfo(), on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript(
            "create role reading_login login noinherit; create role reading_guest; grant reading_guest to reading_login")
    }

    /// The answer to a request written as a request line and lines of headers.
    func answer(_ request: String) async throws -> PlainHTTP.Answer {
        let lines = request.split(separator: "\n").map(String.init)
        let start = lines[0].split(separator: " ", maxSplits: 1).map(String.init)
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0], parts[1].trimmingCharacters(in: .whitespaces))
        }
        let connection = try await PlainHTTP(address, on: TestCluster.loop)
        defer { connection.close() }
        return try await connection.request(start[0], start[1], headers: headers)
    }

    /// Runs a script as the database's owner.
    func run(_ script: String) async throws {
        let session = try await Session.connect(database, on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript(script)
    }

    /// Status, range and body of the answer, or the code of an error with what it says.
    ///
    ///     200 0-0/* [{"id":1}]
    ///     400 PGRST108 'x' is not an embedded resource in this request
    func ask(_ request: String) async throws -> String {
        let answer = try await answer(request)
        if let proxy = answer["Proxy-Status"], let code = proxy.split(separator: "=").last {
            let error = (try? JSONSerialization.jsonObject(with: Data(answer.body))) as? [String: Any]
            return "\(answer.status) \(code) \(error?["message"] as? String ?? "")"
        }
        return ["\(answer.status)", answer["Content-Range"] ?? "-", answer.text].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
