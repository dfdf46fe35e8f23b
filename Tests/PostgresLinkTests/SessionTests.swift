import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test("runs statements in one round trip, and returns their results in order")
    func pipeline() async throws {
        try await withSession { session in
            let results = try await session.run([
                Statement("SELECT set_config('request.role', \(parameter: "anon"), true)"),
                Statement("SELECT \(parameter: "7")::int + 1 AS next, current_setting('request.role') AS role"),
            ])
            #expect(results.map { $0.text(0, 0) } == ["anon", "8"])
            #expect(results[1].columnNames == ["next", "role"])
            #expect(results[1].text(0, 1) == "anon")
            #expect(results[1].commandTag == "SELECT 1")
            #expect(!session.isInTransaction)
        }
    }
}
