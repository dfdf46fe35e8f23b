import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite struct CancellationTests {
    @Test("cancelling the task stops the statement on the server, and the session goes on", arguments: [false, true])
    func cancels(isScript: Bool) async throws {
        try await withSession { session in
            for round in 0..<3 {
                let sleeping = Task(executorPreference: TestCluster.loop) {
                    if isScript {
                        try await session.runScript("BEGIN; SELECT pg_sleep(60)").count
                    } else {
                        try await session.run([Statement("SELECT 1"), Statement("SELECT pg_sleep(60)"), Statement("SELECT 2")]).count
                    }
                }
                try await waitUntil(sleeps: session)
                sleeping.cancel()
                guard case .failure(is CancellationError) = await sleeping.result else { throw Unexpected() }
                try await waitUntil(sleeps: session, false)
                #expect(session.isUsable)
                if isScript { _ = try await session.run("ROLLBACK") }
                #expect(try await session.run("SELECT \(parameter: "\(round)")::int").text(0, 0) == "\(round)")
            }
        }
    }

    @Test("cancelling at any moment leaves a usable session with matching answers")
    func anyMoment() async throws {
        try await withSession { session in
            for round in 0..<60 {
                let task = Task(executorPreference: TestCluster.loop) {
                    try await session.run([Statement("SELECT pg_sleep(0.001)"), Statement("SELECT 'old'")])
                }
                try await TestCluster.loop.sleep(for: .microseconds(50 * round))
                task.cancel()
                _ = await task.result
                #expect(try await session.run("SELECT \(parameter: "\(round)")::int").text(0, 0) == "\(round)")
            }
        }
    }

    @Test("a task that is cancelled before it begins does nothing lasting")
    func cancelledBefore() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int)")
            let task = Task(executorPreference: TestCluster.loop) {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await session.run([Statement("INSERT INTO t VALUES (1)"), Statement("SELECT pg_sleep(60)")])
            }
            _ = await task.result
            #expect(try await session.run("SELECT count(*) FROM t").text(0, 0) == "0")
        }
    }
}
