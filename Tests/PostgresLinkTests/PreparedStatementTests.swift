import PostgresLink
import TestSupport
import Testing

@Suite struct PreparedStatementTests {
    private static func prepared(_ session: Session) async throws -> Int {
        let result = try await session.run(Statement("SELECT count(*) FROM pg_prepared_statements", isPrepared: false))
        return Int(result.text(0, 0) ?? "") ?? -1
    }

    @Test("prepares each text once")
    func hits() async throws {
        try await withSession { session in
            for round in 0..<5 {
                let results = try await session.run([
                    Statement("SELECT \(parameter: "\(round)")::int"), Statement("SELECT \(parameter: "x")::text"),
                    Statement("SELECT \(parameter: "\(round + 1)")::int"), Statement("SELECT 1", isPrepared: false),
                ])
                #expect(results.map { $0.text(0, 0) } == ["\(round)", "x", "\(round + 1)", "1"])
            }
            #expect(session.preparedCount == 2)
            #expect(try await Self.prepared(session) == 2)
        }
    }

    @Test("prepares nothing when that is switched off")
    func switchedOff() async throws {
        try await withSession { settings in
            settings.preparedStatements = false
        } _: { session in
            for round in 0..<3 {
                let result = try await session.run("SELECT \(parameter: "\(round)")::int")
                #expect(result.text(0, 0) == "\(round)")
            }
            #expect(try await Self.prepared(session) == 0)
            await #expect(throws: DatabaseError.self) { try await session.run("SELECT nothing") }
            #expect(try await session.run([Statement("SELECT 1"), Statement("SELECT 2")]).count == 2)
        }
    }

    @Test("prepares no more where the server keeps forgetting, as behind a pooler")
    func losses() async throws {
        try await withSession { session in
            for round in 0..<5 {
                #expect(try await session.run("SELECT \(parameter: "\(round)")::int").text(0, 0) == "\(round)")
                _ = try await session.run(Statement("DEALLOCATE ALL", isPrepared: false))
            }
            #expect(try await session.run("SELECT \(parameter: "5")::int").text(0, 0) == "5")
            #expect(try await Self.prepared(session) == 0)
        }
    }

    @Test("keeps a bounded number on the server")
    func eviction() async throws {
        try await withSession { session in
            for first in stride(from: 0, to: 1000, by: 20) {
                let results = try await session.run((first..<first + 20).map { Statement("SELECT \(SQL(verbatim: "\($0)"))") })
                #expect(results.first?.text(0, 0) == "\(first)")
            }
            #expect(session.preparedCount == 256)
            #expect(try await Self.prepared(session) < 256 + 16 + 20)
            // A transaction at a stricter level must be able to begin whatever is tidied up before it.
            _ = try await session.run((0..<300).map { Statement("SELECT \(SQL(verbatim: "\($0)")) AS a") })
            _ = try await session.run([Statement("BEGIN ISOLATION LEVEL SERIALIZABLE"), Statement("SELECT 1"), Statement("COMMIT")])
            #expect(try await Self.prepared(session) < 256 + 16 + 20)
        }
    }

    @Test("a text that could not be prepared is tried again")
    func failedParse() async throws {
        try await withSession { session in
            let select: SQL = "SELECT a FROM pg_temp.later"
            for _ in 0..<2 {
                await #expect { try await session.run([Statement("SELECT 1"), Statement(select), Statement("SELECT 3")]) } throws: {
                    error in
                    guard case DatabaseError.server(let error) = error else { return false }
                    return error.sqlState == "42P01" && error.statement == 1
                }
            }
            // The third was skipped with its preparation.
            #expect(session.preparedCount == 1)
            _ = try await session.runScript("CREATE TEMP TABLE later (a int); INSERT INTO later VALUES (5)")
            #expect(try await session.run(select).text(0, 0) == "5")
            #expect(try await session.run("SELECT 3").text(0, 0) == "3")
        }
    }

    @Test(
        "survives a change of the schema",
        arguments: [
            "ALTER TABLE pg_temp.t ADD b text DEFAULT 'new'",
            "ALTER TABLE pg_temp.t ALTER a TYPE text",
            "ALTER TABLE pg_temp.t ALTER a TYPE bigint",
            "DROP TABLE pg_temp.t; CREATE TEMP TABLE t (a numeric, c int); INSERT INTO t VALUES (1, 2)",
            "DEALLOCATE ALL",
            "DISCARD PLANS",
        ])
    func schemaChange(change: String) async throws {
        try await withSession { session in
            _ = try await session.runScript("CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1)")
            let statements = [
                Statement("SELECT set_config('x.y', \(parameter: "z"), true)"),
                Statement("SELECT * FROM pg_temp.t WHERE a = \(parameter: "1")"),
                Statement("SELECT * FROM pg_temp.t"),
            ]
            for isTransaction in [false, true] {
                let run = isTransaction ? [Statement("BEGIN READ ONLY")] + statements + [Statement("COMMIT")] : statements
                #expect(try await session.run(run).dropLast(isTransaction ? 1 : 0).last?.text(0, 0) == "1")
            }
            _ = try await session.runScript(change)
            for isTransaction in [true, false] {
                let run = isTransaction ? [Statement("BEGIN READ ONLY")] + statements + [Statement("COMMIT")] : statements
                #expect(try await session.run(run).dropLast(isTransaction ? 1 : 0).last?.text(0, 0) == "1")
                #expect(!session.isInTransaction)
            }
        }
    }

    @Test("runs nothing twice when a part was committed")
    func noRetryAfterCommit() async throws {
        try await withSession { session in
            _ = try await session.runScript("CREATE TEMP TABLE t (a int); CREATE TEMP TABLE log (n int)")
            let select = Statement("SELECT * FROM pg_temp.t")
            _ = try await session.run(select)
            _ = try await session.run("ALTER TABLE pg_temp.t ADD b int")
            let statements = [
                Statement("BEGIN"), Statement("INSERT INTO pg_temp.log VALUES (1)"), Statement("COMMIT"), select,
            ]
            await #expect { try await session.run(statements) } throws: { ($0 as? DatabaseError)?.sqlState == "0A000" }
            #expect(try await session.run("SELECT count(*) FROM pg_temp.log").text(0, 0) == "1")
            // What was stale is gone, so the next time works.
            #expect(try await session.run(statements).count == 4)
        }
    }

    @Test("an error of the caller is not run twice")
    func noRetryOfErrors() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP SEQUENCE s")
            let failing: SQL = "SELECT nextval('s') / \(parameter: "0")::int"
            for _ in 0..<3 { await #expect(throws: DatabaseError.self) { try await session.run(failing) } }
            #expect(try await session.run("SELECT last_value FROM s").text(0, 0) == "3")
        }
    }

    @Test("texts that Swift takes for equal are two statements")
    func canonicallyEqual() async throws {
        try await withSession { session in
            for (text, length) in [("\u{e9}", "2"), ("e\u{301}", "3"), ("\u{e9}", "2")] {
                let result = try await session.run("SELECT octet_length('\(SQL(verbatim: text))')")
                #expect(result.text(0, 0) == length)
            }
            #expect(session.preparedCount == 2)
        }
    }
}
