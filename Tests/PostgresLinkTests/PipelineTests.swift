import PostgresLink
import TestSupport
import Testing

@Suite struct PipelineTests {
    @Test("an error undoes the whole run, and names its statement", arguments: 0..<4)
    func aborts(position: Int) async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int)")
            var statements = (0..<3).map { Statement("INSERT INTO t VALUES (\(parameter: "\($0)")::int)") }
            statements.insert(Statement("SELECT 1 / \(parameter: "0")::int"), at: position)
            await #expect { try await session.run(statements) } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "22012" && error.statement == position
            }
            #expect(try await session.run("SELECT count(*) FROM t").text(0, 0) == "0")
        }
    }

    @Test("a deferred constraint that fails at the end is reported")
    func deferred() async throws {
        try await withSession { session in
            _ = try await session.runScript(
                """
                CREATE TEMP TABLE parent (id int PRIMARY KEY);
                CREATE TEMP TABLE child (id int REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                """)
            for isExplicit in [false, true] {
                var statements: [Statement] = [Statement("INSERT INTO child VALUES (1)"), Statement("SELECT 1")]
                if isExplicit { statements = [Statement("BEGIN")] + statements + [Statement("COMMIT")] }
                await #expect { try await session.run(statements) } throws: { error in
                    guard case DatabaseError.server(let error) = error else { return false }
                    return error.sqlState == "23503" && error.statement == (isExplicit ? 3 : nil)
                }
                #expect(!session.isInTransaction)
                #expect(try await session.run("SELECT count(*) FROM child").text(0, 0) == "0")
            }
        }
    }

    @Test("a transaction that the failed run began is rolled back; an older one is its owner's")
    func transactions() async throws {
        try await withSession { session in
            let failing = [Statement("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"), Statement("SELECT 1/0"), Statement("COMMIT")]
            await #expect(throws: DatabaseError.self) { try await session.run(failing) }
            #expect(!session.isInTransaction)

            _ = try await session.run("BEGIN")
            #expect(session.isInTransaction)
            await #expect(throws: DatabaseError.self) { try await session.run("SELECT 1/0") }
            #expect(session.isInTransaction)
            await #expect { try await session.run("SELECT 1") } throws: { ($0 as? DatabaseError)?.sqlState == "25P02" }
            _ = try await session.run("ROLLBACK")
            #expect(try await session.run("SELECT 1").text(0, 0) == "1")
        }
    }

    @Test("COPY in a pipeline ends the session with an error, not with a wait")
    func copyInPipeline() async throws {
        for copy in ["COPY (SELECT 1) TO STDOUT", "COPY pg_temp.t FROM STDIN"] {
            try await withSession { session in
                _ = try await session.run("CREATE TEMP TABLE t (a int)")
                await #expect(throws: DatabaseError.self) { try await session.run(Statement(SQL(verbatim: copy))) }
                #expect(!session.isUsable)
            }
        }
    }

    @Test(
        "hostile values stay values",
        arguments: [
            "'; DROP TABLE t; --", "\\'; SELECT 1; --", "$1", "' OR '1'='1", "\u{2019}; --", "/*", "$$", "E'\\x27'", "%27", "\"", "a;b",
        ])
    func injection(value: String) async throws {
        try await withSession { session in
            let table: SQL = "\(identifier: "t \(value)")"
            let column: SQL = "\(Identifier(value))"
            _ = try await session.run(Statement("CREATE TEMP TABLE \(table) (\(column) text, other int)", isPrepared: false))
            _ = try await session.run("INSERT INTO \(table) (\(column), other) VALUES (\(parameter: value), 1)")
            let result = try await session.run("SELECT \(column) FROM \(table) WHERE \(column) = \(parameter: value)")
            #expect(result.text(0, 0) == value)
            #expect(result.columnNames == [value])
            let schema = QualifiedName("pg_temp", "t \(value)")
            #expect(try await session.run("SELECT count(*) FROM \(schema)").text(0, 0) == "1")
        }
    }
}
