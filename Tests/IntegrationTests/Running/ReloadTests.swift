import Foundation
import MockPostgrest
import PostgresLink
import TestSupport
import Testing

/// The API follows the database: its schema, its settings, its absence.
@Suite("Following the database")
struct ReloadTests {
    /// It is a tenth of a second on a quiet machine; here hundreds of tests run at once.
    private static let reloadTime = Duration.seconds(4)

    @Test("a new table, a new column and a dropped table are known soon after the DDL")
    func ddl() async throws {
        let shared = try await SharedServer.running()
        let table = Unique.name("reload").replacing("-", with: "_")
        #expect(try await shared.request("GET", "/rest/v1/\(table)").status == 404)
        try await shared.script("create table public.\(table) (id int primary key); insert into public.\(table) values (1)")
        try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/\(table)").text == #"[{"id":1}]"# }
        try await shared.script("alter table public.\(table) add note text default 'new'")
        try await waitUntil(within: Self.reloadTime) {
            try await shared.request("GET", "/rest/v1/\(table)").text == #"[{"id":1,"note":"new"}]"#
        }
        try await shared.script("drop table public.\(table)")
        try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/\(table)").status == 404 }
    }

    @Test("NOTIFY has the schema or the settings read again, when nothing else does")
    func notify() async throws {
        try await withServer { shared in
            // What the start, and this table, still have read again is over before the test begins.
            try await shared.script("create table loud (id int)")
            try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/loud").status == 200 }
            try await TestCluster.loop.sleep(for: .milliseconds(500))
            // In this role event triggers stay silent.
            try await shared.script(
                "set session_replication_role = replica; create table quiet (id int); grant all on quiet to anon; reset session_replication_role")
            try await TestCluster.loop.sleep(for: .milliseconds(400))
            #expect(try await shared.request("GET", "/rest/v1/quiet").status == 404)
            try await shared.script("notify pgrst, 'reload schema'")
            try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/quiet").status == 200 }

            #expect(try await shared.request("GET", "/rest/v1/quiet?select=count()").status == 400)
            try await shared.script("alter role authenticator set pgrst.db_aggregates_enabled = 'true'; notify pgrst, 'reload config'")
            try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/quiet?select=count()").status == 200 }
        }
    }

    @Test("terminated sessions are replaced, and requests meanwhile get honest errors")
    func terminatedSessions() async throws {
        try await withServer { shared in
            try await shared.addFunctions()
            async let broken = shared.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":20}"#)
            try await waitUntil(within: .seconds(5)) { try await shared.sleepers() == 1 }
            _ = try await shared.value(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
            #expect(try await [500, 503].contains(broken.status))
            try await waitUntil(within: .seconds(5)) {
                let answer = try await shared.request("GET", "/rest/v1/rpc/test_request")
                #expect([200, 503].contains(answer.status), "\(answer.status) \(answer.text)")
                return answer.status == 200
            }
            #expect(try await shared.request("GET", "/auth/v1/settings").status == 200)
            #expect(try await shared.request("GET", "/health").status == 200)
            // The listener is back, too.
            try await waitUntil(within: .seconds(10)) {
                try await shared.value("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'schema listener'") == "1"
            }
            try await shared.script("create table after_termination (id int)")
            try await waitUntil(within: Self.reloadTime) { try await shared.request("GET", "/rest/v1/after_termination").status == 200 }
        }
    }

    @Test("when a session of PostgreSQL crashes, PostgreSQL restarts, and the API recovers by itself")
    func crashedSession() async throws {
        try await withServer { shared in
            try await shared.addFunctions()
            // An ephemeral database may lose what was committed in the last moments before a crash.
            try await shared.script("set synchronous_commit = on; create table flushed ()")
            let session = try await Session.connect(ConnectionSettings(uri: shared.server.databaseURL), on: TestCluster.loop)
            defer { session.close() }
            _ = kill(pid_t(session.processID), SIGKILL)
            try await waitUntil(within: .seconds(15)) {
                let answer = try await shared.request("GET", "/rest/v1/rpc/test_request")
                #expect([200, 500, 503].contains(answer.status), "\(answer.status) \(answer.text)")
                return answer.status == 200
            }
            try await waitUntil(within: .seconds(15)) { try await shared.request("GET", "/health").status == 200 }
        }
    }

    @Test("when PostgreSQL itself is killed, the server ends, and says why")
    func killedPostgres() async throws {
        try await Turnstile.clusters.pass {
            try await ServerProcess.with(["--ephemeral"]) { server in
                let footprint = try await server.footprint()
                _ = kill(footprint.postmaster, SIGKILL)
                let (status, _) = try await server.end(within: .seconds(10))
                #expect(status == 1)
                #expect(server.errors.contains("PostgreSQL has ended"))
            }
        }
    }

    /// An empty server of the test's own.
    private func withServer(_ body: @Sendable (SharedServer) async throws -> Void) async throws {
        try await Turnstile.clusters.pass {
            let shared = try SharedServer(try await MockServer.start())
            do {
                try await body(shared)
            } catch {
                await shared.stop()
                throw error
            }
            await shared.stop()
        }
    }
}
