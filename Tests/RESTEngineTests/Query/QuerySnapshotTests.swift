import PostgresLink
import TestSupport
import Testing

@testable import RESTEngine

/// The SQL that requests become (rest.md 3 to 7, 9.6).
@Suite struct QuerySnapshotTests {
    @Test("writes the recorded statements", arguments: SQLSnapshot.all)
    func statements(snapshot: SQLSnapshot) throws {
        if !SQLSnapshot.isRecording { #expect(try snapshot.text == snapshot.statements) }
    }

    @Test("has recorded statements, or records them")
    func recording() throws {
        if SQLSnapshot.isRecording { try SQLSnapshot.record() }
        #expect(SQLSnapshot.all.count > 100)
    }

    @Test("PostgreSQL has a plan for each of them, or refuses it for a column")
    func plans() async throws {
        try await withDogs { session in
            for snapshot in SQLSnapshot.all {
                let query = try snapshot.query()
                guard let main = query.main, !snapshot.request.contains("vnd.pgrst.plan") else { continue }
                let explain: SQL = "EXPLAIN \(query.statements[main])"
                do {
                    _ = try await session.run(Statement(explain, isPrepared: false))
                    #expect(snapshot.file != "refused", "\(snapshot.request)")
                } catch DatabaseError.server(let error) {
                    #expect(snapshot.file == "refused" && error.sqlState == "42703", "\(snapshot.request): \(error.message)")
                }
            }
        }
    }
}
