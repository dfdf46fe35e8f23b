import Foundation
import MockPostgrest
import PostgresLink
import TestSupport
import Testing

/// How the server ends: within two seconds, whatever is connected.
@Suite("Stopping")
struct StopTests {
    private static let limit = Duration.seconds(4)

    @Test("a call of stop finishes what fits, breaks off what does not, and is over in two seconds")
    func stop() async throws {
        try await Turnstile.clusters.pass {
            let server = try await MockServer.start()
            let shared = try SharedServer(server)
            try await shared.addFunctions()
            let idle = try await PlainHTTP(shared.address, on: TestCluster.loop)
            #expect(try await idle.request("GET", "/health").status == 200)
            async let short = shared.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":0.5}"#)
            async let long = try? shared.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":3}"#)
            try await waitUntil(within: .seconds(5)) { try await shared.sleepers() == 2 }
            await shared.database.close()
            let time = await ContinuousClock().measure { await server.stop() }
            #expect(time < Self.limit)
            #expect(try await short.status == 204)
            #expect(await long?.status != 204)
            await #expect(throws: (any Error).self) { try await PlainHTTP(shared.address, on: TestCluster.loop) }
            // A second call finds nothing to do.
            await server.stop()
        }
    }

    @Test("a signal ends the process with 0, and leaves no PostgreSQL and no folder", arguments: [SIGTERM, SIGINT])
    func signal(number: Int32) async throws {
        try await Turnstile.clusters.pass {
            try await ServerProcess.with(["--ephemeral"]) { server in
                try await server.addFunctions()
                let footprint = try await server.footprint()
                let idle = try await PlainHTTP(server.address, on: TestCluster.loop)
                #expect(try await idle.request("GET", "/health").status == 200)
                async let short = server.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":0.5}"#)
                async let long = try? server.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":3}"#)
                try await waitUntil(within: .seconds(5)) { try await server.sleepers() == 2 }
                server.signal(number)
                let (status, time) = try await server.end(within: .seconds(10))
                #expect(status == 0)
                #expect(time < Self.limit)
                #expect(try await short.status == 204)
                #expect(await long?.status != 204)
                #expect(footprint.isGone)
            }
        }
    }

    @Test("a signal just after the first start, while the template for later ones is made, is obeyed in time, too")
    func signalWhileSettling() async throws {
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("mock-postgrest-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: cache) }
        try await Turnstile.clusters.pass {
            try await ServerProcess.with(["--ephemeral"], environment: ["XDG_CACHE_HOME": cache.path]) { server in
                try await TestCluster.loop.sleep(for: .milliseconds(700))
                server.signal(SIGTERM)
                let (status, time) = try await server.end(within: .seconds(20))
                #expect(status == 0)
                #expect(time < Self.limit)
            }
        }
    }

    @Test("a second signal ends the process at once")
    func twoSignals() async throws {
        try await Turnstile.clusters.pass {
            try await ServerProcess.with(["--ephemeral"]) { server in
                try await server.addFunctions()
                let footprint = try await server.footprint()
                async let long = try? server.request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":3}"#)
                try await waitUntil(within: .seconds(5)) { try await server.sleepers() == 1 }
                server.signal(SIGTERM)
                try await TestCluster.loop.sleep(for: .milliseconds(100))
                server.signal(SIGINT)
                let (status, time) = try await server.end(within: .seconds(10))
                #expect(status == 130)
                #expect(time < .milliseconds(700))
                #expect(await long == nil)
                try await waitUntil(within: .seconds(5)) { footprint.isGone }
            }
        }
    }

    @Test("a killed server leaves no PostgreSQL and no folder")
    func kill() async throws {
        try await Turnstile.clusters.pass {
            try await ServerProcess.with(["--ephemeral"]) { server in
                let footprint = try await server.footprint()
                #expect(!footprint.isGone)
                server.signal(SIGKILL)
                _ = try await server.end(within: .seconds(5))
                try await waitUntil(within: .seconds(5)) { footprint.isGone }
            }
        }
    }
}

extension SharedServer {
    /// For servers that a test starts for itself.
    func addFunctions() async throws {
        try await script(Self.functions)
        try await waitUntil(within: .seconds(5)) { try await request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":0}"#).status == 204 }
    }

    func sleepers() async throws -> Int {
        try await value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'").flatMap { Int($0) } ?? 0
    }
}

extension ServerProcess {
    func addFunctions() async throws {
        try await sql(SharedServer.functions)
        try await waitUntil(within: .seconds(5)) { try await request("POST", "/rest/v1/rpc/test_sleep", body: #"{"seconds":0}"#).status == 204 }
    }

    func sleepers() async throws -> Int {
        try await sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep'").flatMap { Int($0) } ?? 0
    }
}
