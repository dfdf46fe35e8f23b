import Sockets
import Synchronization
import TestSupport
import Testing

@testable import PostgresLink

@Suite struct PoolTests {
    private static func withPool(
        limit: Int = 2, change: (inout PoolSettings) -> Void = { _ in }, _ body: @escaping @Sendable (Pool) async throws -> Void
    ) async throws {
        var settings = PoolSettings(try await TestCluster.shared().conninfo(), limit: limit)
        // A loaded machine is no failure.
        settings.acquisitionTimeout = .seconds(60)
        change(&settings)
        let pool = Pool(settings, on: TestCluster.loop)
        try await onLoop { try await body(pool) }
        await pool.close()
    }

    @Test("serves 1,000 tasks with 10 sessions", .timeLimit(.minutes(1)))
    func many() async throws {
        try await Self.withPool(limit: 10) { pool in
            let processes = try await withThrowingTaskGroup(of: (Int, String?, Int).self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        try await pool.withSession { session in
                            (number, try await session.run("SELECT \(parameter: "\(number)")::int").text(0, 0), session.processID)
                        }
                    }
                }
                var processes: Set<Int> = []
                for try await (number, text, process) in group {
                    #expect(text == "\(number)")
                    processes.insert(process)
                }
                return processes
            }
            #expect(processes.count <= 10)
            #expect(pool.statistics == Pool.Statistics(idle: processes.count, leased: 0, opening: 0, waiting: 0))
        }
    }

    @Test("first come, first served")
    func order() async throws {
        try await Self.withPool(limit: 1) { pool in
            let served = Log<Int>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await pool.withSession { session in
                            _ = try await session.run("SELECT 1")
                            served.append(number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(served.entries == Array(0..<50))
        }
    }

    @Test("a task that waits too long is told so, and one that is cancelled leaves the line")
    func timeout() async throws {
        try await Self.withPool(limit: 1) {
            $0.acquisitionTimeout = .seconds(1)
        } _: { pool in
            try await pool.withSession { _ in
                await #expect(throws: DatabaseError.poolTimeout) { try await pool.withSession { _ in } }
                let waiting = Task(executorPreference: TestCluster.loop) { try await pool.withSession { _ in } }
                try await waitUntil { pool.statistics.waiting == 1 }
                waiting.cancel()
                guard case .failure(is CancellationError) = await waiting.result else { throw Unexpected() }
                #expect(pool.statistics == Pool.Statistics(idle: 0, leased: 1, opening: 0, waiting: 0, timeouts: 1))
            }
            #expect(try await pool.withSession { try await $0.run("SELECT 1").text(0, 0) } == "1")
        }
    }

    @Test("gives sessions back with no transaction open, also after an error or a cancellation")
    func tidies() async throws {
        try await Self.withPool(limit: 1) { pool in
            _ = try await pool.withSession { session in
                try await session.run([Statement("BEGIN"), Statement("CREATE TABLE pool_tidies (a int)")])
            }
            await #expect(throws: Unexpected.self) {
                try await pool.withSession { session in
                    _ = try await session.run("BEGIN")
                    _ = try? await session.run("SELECT 1/0")
                    throw Unexpected()
                }
            }
            let cancelled = Task(executorPreference: TestCluster.loop) {
                try await pool.withSession { session in
                    _ = try await session.run("BEGIN")
                    _ = try await session.run("SELECT pg_sleep(60)")
                }
            }
            try await waitUntil { pool.statistics.leased == 1 }
            cancelled.cancel()
            _ = await cancelled.result
            try await pool.withSession { session in
                #expect(!session.isInTransaction)
                let table = try await session.run("SELECT to_regclass('pool_tidies')").text(0, 0)
                #expect(table == nil)
            }
        }
    }

    @Test("replaces sessions that the server ended, that were renewed, or that lay idle")
    func replaces() async throws {
        try await Self.withPool(limit: 1) {
            $0.idleTime = .milliseconds(50)
        } _: { pool in
            let first = try await pool.withSession { $0.processID }
            await #expect(throws: DatabaseError.self) {
                try await pool.withSession { try await $0.run("SELECT pg_terminate_backend(pg_backend_pid())") }
            }
            let second = try await pool.withSession { $0.processID }
            pool.renew()
            let third = try await pool.withSession { session in
                pool.renew()
                return session.processID
            }
            #expect(pool.statistics.idle == 0)
            #expect(Set([first, second, third]).count == 3)
            try await pool.withSession { _ in }
            #expect(pool.statistics.idle == 1)
            try await waitUntil { pool.statistics.idle == 0 }
        }
    }

    @Test(
        "keeps no session whose buffers have become large",
        arguments: [
            "SELECT length(\(parameter: String(repeating: "x", count: 5_000_000)))", "SELECT repeat('x', 5000000)",
        ] as [SQL])
    func largeBuffers(query: SQL) async throws {
        try await Self.withPool { pool in
            _ = try await pool.withSession { try await $0.run("SELECT 1") }
            #expect(pool.statistics.idle == 1)
            _ = try await pool.withSession { try await $0.run(query) }
            #expect(pool.statistics.idle == 0)
        }
    }

    @Test("hands on the notices of all sessions")
    func notices() async throws {
        let heard = Atomic<Int>(0)
        try await Self.withPool { settings in
            settings.onNotice = { _ in heard.add(1, ordering: .relaxed) }
        } _: { pool in
            _ = try await pool.withSession { try await $0.run("DO $$ BEGIN RAISE NOTICE 'hello'; END $$") }
        }
        #expect(heard.load(ordering: .relaxed) == 1)
    }

    @Test("a closed pool refuses, and waits for what is lent")
    func closes() async throws {
        try await Self.withPool { pool in
            let isDone = Atomic<Bool>(false)
            let working = Task(executorPreference: TestCluster.loop) {
                try await pool.withSession { session in
                    _ = try await session.run("SELECT pg_sleep(0.2)")
                    isDone.store(true, ordering: .relaxed)
                }
            }
            try await waitUntil { isDone.load(ordering: .relaxed) || pool.statistics.leased == 1 }
            await pool.close()
            let wasDone = isDone.load(ordering: .relaxed)
            #expect(wasDone)
            try await working.value
            await #expect(throws: DatabaseError.closed) { try await pool.withSession { _ in } }
        }
    }

    @Test("is honest while the database is away, and recovers by itself", .timeLimit(.minutes(1)))
    func recovers() async throws {
        let cluster = try await TestCluster.start()
        let pool = Pool(PoolSettings(cluster.conninfo(), limit: 4), on: TestCluster.loop)
        try await onLoop {
            let query = { @Sendable () async throws -> String? in
                try await pool.withSession { try await $0.run("SELECT 1").text(0, 0) }
            }
            #expect(try await query() == "1")
            try await cluster.stop()
            // The session that was idle finds out; then no new one can be made.
            await #expect(throws: DatabaseError.self) { try await query() }
            await #expect { try await query() } throws: { error in
                guard case DatabaseError.connection(let text) = error else { return false }
                return text.contains("No such file or directory") || text.contains("Connection refused")
            }
            let results = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { (try? await query()) == nil } }
                return await group.reduce(into: true) { $0 = $0 && $1 }
            }
            #expect(results)
            try await cluster.start()
            try await waitUntil { (try? await query()) == "1" }
        }
        await pool.close()
        try await cluster.stop()
    }
}
