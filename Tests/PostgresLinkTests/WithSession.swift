import PostgresLink
import Sockets
import TestSupport

/// Runs a test on the loop, with a session of its own in the shared cluster.
func withSession(
    change: (inout ConnectionSettings) -> Void = { _ in }, _ body: @escaping @Sendable (Session) async throws -> Void
) async throws {
    var settings = try await TestCluster.shared().conninfo()
    change(&settings)
    let session = try await Session.connect(settings, on: TestCluster.loop)
    try await Task(executorPreference: TestCluster.loop) { try await body(session) }.value
    session.close()
}
