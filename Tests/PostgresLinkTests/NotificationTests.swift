import Sockets
import TestSupport
import Testing

@testable import PostgresLink

@Suite struct NotificationTests {
    @Test("hears what is notified, and says when it had to connect again", .timeLimit(.minutes(1)))
    func listens() async throws {
        let settings = try await TestCluster.shared().createDatabase()
        try await onLoop {
            let stream = NotificationStream(
                settings, channels: ["pgrst", "Odd \"name\""], on: TestCluster.loop, firstPause: .milliseconds(10))
            var events = stream.makeAsyncIterator()
            #expect(try await events.next() == .listening(isFirst: true))

            let session = try await Session.connect(settings, on: TestCluster.loop)
            _ = try await session.run([
                Statement("NOTIFY pgrst, 'reload schema'"), Statement("SELECT pg_notify('Odd \"name\"', 'ü')"), Statement("NOTIFY other"),
                Statement("NOTIFY pgrst"),
            ])
            for (channel, payload) in [("pgrst", "reload schema"), ("Odd \"name\"", "ü"), ("pgrst", "")] {
                let expected = Notification(channel: channel, payload: payload, processID: session.processID)
                #expect(try await events.next() == .notification(expected))
            }

            _ = try await session.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
            guard case .disconnected(_, .milliseconds(10)) = try await events.next() else { throw Unexpected() }
            #expect(try await events.next() == .listening(isFirst: false))
            _ = try await session.run("NOTIFY pgrst, 'again'")
            guard case .notification(let notification) = try await events.next() else { throw Unexpected() }
            #expect(notification.payload == "again")
            session.close()
        }
    }

    @Test("waits longer after each failure")
    func pauses() async throws {
        var pauses = Pauses(first: .seconds(1))
        #expect((0..<7).map { _ in pauses.next() } == [1, 2, 4, 8, 16, 32, 32].map { .seconds($0) })
        pauses.reset()
        #expect(pauses.next() == .seconds(1))

        try await onLoop {
            let nowhere = ConnectionSettings(keywords: ["host": "/nonexistent"])
            var events = NotificationStream(nowhere, channels: ["a"], on: TestCluster.loop, firstPause: .milliseconds(1))
                .makeAsyncIterator()
            for pause in [1, 2, 4] {
                guard case .disconnected(.connection, .milliseconds(pause)) = try await events.next() else { throw Unexpected() }
            }
        }
    }

    @Test("a cancelled listener ends")
    func cancelled() async throws {
        let settings = try await TestCluster.shared().conninfo()
        let listening = Task(executorPreference: TestCluster.loop) {
            for try await _ in NotificationStream(settings, channels: ["c"], on: TestCluster.loop) {}
        }
        try await TestCluster.loop.sleep(for: .milliseconds(30))
        listening.cancel()
        guard case .failure(is CancellationError) = await listening.result else { throw Unexpected() }
    }
}
