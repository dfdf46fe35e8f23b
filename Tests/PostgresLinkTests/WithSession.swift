import PostgresLink
import Sockets
import Synchronization
import TestSupport

/// Runs a test on the loop, with a session of its own in the shared cluster.
func withSession(
    change: (inout ConnectionSettings) -> Void = { _ in }, _ body: @escaping @Sendable (Session) async throws -> Void
) async throws {
    var settings = try await TestCluster.shared().conninfo()
    change(&settings)
    let session = try await Session.connect(settings, on: TestCluster.loop)
    defer { session.close() }
    try await onLoop { try await body(session) }
}

func onLoop<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    try await Task(executorPreference: TestCluster.loop) { try await body() }.value
}

/// Waits until a condition holds; a test that waits in vain fails by its own time limit.
func waitUntil(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await TestCluster.loop.sleep(for: .milliseconds(5)) }
}

/// Waits until the session's statement, one that sleeps, has begun (or, with `stopped`, has ended) on the server.
func waitUntil(sleeps session: Session, _ sleeps: Bool = true) async throws {
    let processID = session.processID
    try await withSession { watcher in
        try await waitUntil {
            let row = try await watcher.run(
                "SELECT count(*) FROM pg_stat_activity WHERE pid = \(parameter: "\(processID)")::int AND wait_event = 'PgSleep'")
            return row.text(0, 0) == (sleeps ? "1" : "0")
        }
    }
}

/// What several tasks wrote down, in order.
final class Log<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func append(_ entry: Entry) {
        state.withLock { $0.append(entry) }
    }
}
