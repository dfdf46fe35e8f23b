import Foundation
import MockPostgrest
import PostgresLink
import SNMClient
import SNMClientGolden
import Sockets
import TestSupport

/// The one server of the run, started by the first test that asks: the sample's migrations, the golden table's schema, and a
/// function that sleeps. Tests keep apart by users and rows of their own.
struct SharedServer: Sendable {
    let server: MockServer
    /// Sessions of role `postgres`, to look behind the API.
    let database: Pool
    let address: Address

    static func running() async throws -> SharedServer {
        try await starting.value
    }

    private static let starting = Task { try await start() }

    private static func start() async throws -> SharedServer {
        let server = try await MockServer.start(sampleConfiguration)
        let shared = try SharedServer(server)
        try await shared.prepare()
        return shared
    }

    init(_ server: MockServer) throws {
        self.server = server
        database = Pool(PoolSettings(try ConnectionSettings(uri: server.databaseURL), limit: 8), on: TestCluster.loop)
        address = try Address(server.url.replacing("http://", with: ""))
    }

    /// SniffMEET's world on free ports, with what the app uses of Auth.
    static var sampleConfiguration: MockServerConfiguration {
        var configuration = MockServerConfiguration(.ephemeral, migrations: .folder(Repository.path("migrations")))
        configuration.auth.anonymousSignInsEnabled = true
        configuration.auth.external["apple"] = .init(clientIDs: [clientID])
        configuration.auth.external["google"] = .init(clientIDs: [clientID])
        return configuration
    }

    static let clientID = "com.sniffmeet.app"

    private func prepare() async throws {
        try await script(Self.functions)
        try await script(GoldenSchema.sql)
        try await script("alter role authenticator set pgrst.db_aggregates_enabled = 'true'; notify pgrst, 'reload config'")
        // Both reloads have come when an aggregate of a golden table is answered.
        try await waitUntil(within: .seconds(10)) {
            let aggregate = try await request("GET", "/rest/v1/golden_walk?select=count()")
            let call = try await request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":0}"#)
            return aggregate.status == 200 && call.status == 204
        }
    }

    /// One sleeps as long as it is told to, one tells how a request arrived; for everyone.
    static let functions = """
        create function public.test_sleep(seconds float8) returns void language sql volatile as 'select pg_sleep(seconds)';
        create function public.test_marked_sleep(seconds float8, mark text) returns void language sql volatile
        as 'select pg_advisory_xact_lock_shared(hashtext(mark)::oid::bigint); select pg_sleep(seconds)';
        create function public.test_request() returns json language sql stable as $$
            select json_build_object('role', current_user, 'headers', current_setting('request.headers', true)::json,
                'path', current_setting('request.path', true), 'method', current_setting('request.method', true))
        $$;
        """
}

// MARK: - Requests that the client does not send

extension SharedServer {
    /// One request on a connection of its own, with the anon key unless the headers say otherwise.
    func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], token: String? = nil, body: String? = nil
    ) async throws -> PlainHTTP.Answer {
        var headers = headers
        if !headers.contains(where: { $0.0.lowercased() == "apikey" }) { headers.append(("apikey", server.keys.anonKey)) }
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if body != nil, !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
            headers.append(("Content-Type", "application/json"))
        }
        return try await bareRequest(method, path, headers: headers, body: body.map { Array($0.utf8) })
    }

    /// One request on a connection of its own, with these headers only.
    func bareRequest(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> PlainHTTP.Answer {
        let connection = try await PlainHTTP(address, on: TestCluster.loop)
        defer { connection.close() }
        return try await connection.request(method, path, headers: headers, body: body)
    }
}

// MARK: - Behind the API

extension SharedServer {
    /// The first column of the first row, as role `postgres`.
    func value(_ sql: SQL) async throws -> String? {
        try await database.withSession { session in
            let result = try await session.run(Statement(sql, isPrepared: false))
            return result.rowCount > 0 ? result.text(0, 0) : nil
        }
    }

    func script(_ text: String) async throws {
        _ = try await database.withSession { try await $0.runScript(text) }
    }

    func stop() async {
        await database.close()
        await server.stop()
    }
}

/// The checkout that the tests were compiled in.
enum Repository {
    static func path(_ relative: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return folder.deletingLastPathComponent().appendingPathComponent(relative).path
    }
}
