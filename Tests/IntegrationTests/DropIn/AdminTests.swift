import Foundation
import JSONText
import PostgresLink
import TestSupport
import Testing
import Tokens

@Suite("The admin server of rest")
struct AdminTests {
    @Test("tells of life, readiness, the schema cache and numbers, and of nothing else")
    func paths() async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with([], ["admin-server-port": "0", "db-pool": "3"], on: database) { server in
            let admin = try server.admin
            try await server.wait(for: 200, at: "/ready", on: admin)
            for (path, status) in [("/live", 200), ("/ready?x=1", 200), ("/live/", 404), ("/", 404), ("/config", 404), ("/dog", 404)] {
                let answer = try await server.get(path, at: admin)
                #expect(answer.status == status && answer.body.isEmpty, "\(path)")
            }
            let cache = try await server.get("/schema_cache", at: admin)
            let json = try #require(try JSONSerialization.jsonObject(with: Data(cache.body)) as? [String: Any])
            #expect(json.count == 6)
            let metrics = try await server.get("/metrics", at: admin)
            #expect(metrics["Content-Type"] == "text/plain; charset=utf-8")
            for line in [
                "# TYPE pgrst_schema_cache_query_time_seconds gauge", "pgrst_schema_cache_loads_total{status=\"FAIL\"} 0",
                "pgrst_db_pool_max 3.0", "pgrst_db_pool_waiting 0.0", "pgrst_db_pool_timeouts_total 0", "pgrst_jwt_cache_hits_total 0",
            ] {
                #expect(metrics.text.split(separator: "\n").contains { $0 == line }, "\(line) is not in \(metrics.text)")
            }
        }
    }

    /// The number behind a name.
    private func metric(_ name: String, of server: RESTProgram) async throws -> Double? {
        let text = try await server.get("/metrics", at: server.admin).text
        return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.flatMap { Double($0) }
    }

    @Test("counts loads of the schema, tokens, and waits in vain for a session")
    func counts() async throws {
        let database = try await DropInDatabase.make(
            "create function public.nap() returns int language sql as $$ select 1 from pg_sleep(3) $$;")
        let secret = "reallyreallyreallyreallyverysafe"
        let token = try #require(JWT.signed(["role": "visitor"], by: JWK(secret: Array(secret.utf8))))
        let options = [
            "admin-server-port": "0", "db-pool": "1", "db-pool-acquisition-timeout": "1", "jwt-secret": secret,
        ]
        try await RESTProgram.with([], options, on: database) { server in
            try await server.wait(for: 200, at: "/ready", on: server.admin)
            let loads = try await metric("pgrst_schema_cache_loads_total{status=\"SUCCESS\"}", of: server) ?? 0
            server.signal(SIGUSR1)
            try await waitUntil(within: .seconds(30)) {
                try await metric("pgrst_schema_cache_loads_total{status=\"SUCCESS\"}", of: server) ?? 0 > loads
            }
            #expect(try await metric("pgrst_schema_cache_query_time_seconds", of: server) ?? 0 > 0)
            for _ in 0..<3 { #expect(try await server.get("/dog", [("Authorization", "Bearer \(token)")]).status == 200) }
            #expect(try await metric("pgrst_jwt_cache_requests_total", of: server) == 3)
            #expect(try await metric("pgrst_jwt_cache_hits_total", of: server) == 2)
            async let slow = server.get("/rpc/nap")
            try await Task.sleep(for: .milliseconds(300))
            let late = try await server.get("/dog")
            #expect(late.status == 504 && late.text.contains("PGRST003"))
            #expect(try await slow.status == 200)
            #expect(try await metric("pgrst_db_pool_timeouts_total", of: server) == 1)
        }
    }

    @Test("is not ready while the database is away, and again when it is back", arguments: ["true", "false"])
    func recovery(listens: String) async throws {
        let cluster = try await TestCluster.start()
        let options = [
            "admin-server-port": "0", "db-channel-enabled": listens, "db-anon-role": "postgres",
            "db-uri": "postgresql://postgres@/postgres?host=\(cluster.folder)",
        ]
        try await RESTProgram.with([], options) { server in
            let admin = try server.admin
            try await server.wait(for: 200, at: "/ready", on: admin)
            try await cluster.stop()
            try await server.wait(for: 503, at: "/", on: server.address)
            try await server.wait(for: 503, at: "/ready", on: admin)
            #expect(try await server.get("/live", at: admin).status == 200)
            try await cluster.start()
            try await server.wait(for: 200, at: "/ready", on: admin)
            #expect(server.errors.contains("Attempting to reconnect to the database in 1 seconds..."))
        }
    }

    @Test("ends with the first lost connection where nobody may try again")
    func noRecovery() async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with([], ["db-pool-automatic-recovery": "false"], on: database) { server in
            try await server.wait(for: 200, at: "/dog")
            try await database.run("select pg_terminate_backend(pid) from pg_stat_activity where usename = '\(database.role)'")
            #expect(try await server.end() == 1)
            #expect(server.errors.contains("Automatic recovery disabled, exiting."))
        }
        let refused = try RESTProgram([], ["db-pool-automatic-recovery": "false", "db-uri": "postgresql://x@127.0.0.1:1/x"])
        #expect(try await refused.end() == 1)
    }
}
