import PostgresLink
import Sockets
import Synchronization
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
            #expect(try await session.run([]).isEmpty)
        }
    }

    @Test(
        "reads values as text",
        arguments: [
            ("NULL", nil), ("true", "t"), ("1.50::numeric", "1.50"), ("''", ""), ("'ä€😀'", "ä€😀"), ("'{1,NULL}'::int[]", "{1,NULL}"),
            ("'\\x00ff'::bytea", "\\x00ff"), ("'2026-01-02 03:04'::timestamp", "2026-01-02 03:04:00"),
            ("'{\"a\": 1}'::jsonb", "{\"a\": 1}"),
        ])
    func types(expression: String, text: String?) async throws {
        try await withSession { session in
            let result = try await session.run("SELECT \(SQL(verbatim: expression))")
            #expect(result.text(0, 0) == text)
            #expect((result.value(0, 0) == nil) == (text == nil))
        }
    }

    @Test("sends parameters of each kind")
    func parameters() async throws {
        try await withSession { session in
            let result = try await session.run(
                """
                SELECT \(parameter: nil)::text, \(parameter: "it's; -- $1")::text, \(parameter: .utf8(Array("ü".utf8)))::text,
                       encode(\(parameter: .binary([0, 255, 0]))::bytea, 'hex'), \(parameter: "")::text, \(parameter: "cut\0off")::text
                """)
            #expect((0..<6).map { result.text(0, $0) } == [nil, "it's; -- $1", "ü", "00ff00", "", "cut"])
        }
    }

    @Test("carries ten megabytes in both directions")
    func largeValues() async throws {
        try await withSession { session in
            let text = String(repeating: "0123456789", count: 1_048_576)
            let result = try await session.run("SELECT \(parameter: text)::text, length(\(parameter: text))")
            #expect(result.text(0, 0) == text)
            #expect(result.text(0, 1) == "\(text.utf8.count)")
            // Both sides send at once: the server must not be left waiting for a reader.
            let results = try await session.run((0..<8).map { _ in Statement("SELECT \(parameter: text)::text") })
            #expect(results.allSatisfy { $0.value(0, 0)?.count == text.utf8.count })
        }
    }

    @Test("takes 65,535 parameters and refuses one more")
    func parameterLimit() async throws {
        try await withSession { session in
            let list = { (count: Int) in
                (0..<count).map { "\(parameter: "\($0)")::int" as SQL }.joined(separator: ",")
            }
            let result = try await session.run("SELECT max(n) FROM unnest(ARRAY[\(list(65_535))]) n")
            #expect(result.text(0, 0) == "65534")
            await #expect { try await session.run("SELECT \(list(65_536))") } throws: { ($0 as? DatabaseError)?.sqlState == "54023" }
            #expect(try await session.run("SELECT 1").text(0, 0) == "1")
        }
    }

    @Test("reports an error with all its fields")
    func errorFields() async throws {
        try await withSession { session in
            _ = try await session.runScript(
                "CREATE TEMP TABLE dog (name text CONSTRAINT dog_name_unique UNIQUE); INSERT INTO dog VALUES ('Rex')")
            await #expect { try await session.run("INSERT INTO dog VALUES (\(parameter: "Rex"))") } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "23505" && error.constraint == "dog_name_unique" && error.table == "dog"
                    && error.schema?.hasPrefix("pg_temp") == true && error.detail == "Key (name)=(Rex) already exists."
                    && error.severity == "ERROR" && error.statement == 0
            }
            await #expect { try await session.run("SELECT nme FROM dog") } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "42703" && error.position == 8 && error.hint?.contains("dog.name") == true
            }
            await #expect {
                try await session.run("DO $$ BEGIN RAISE 'no' USING ERRCODE = 'PT402', DETAIL = 'd', HINT = 'h', COLUMN = 'c'; END $$")
            } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "PT402" && error.message == "no" && error.detail == "d" && error.hint == "h"
                    && error.column == "c" && error.context?.contains("inline_code_block") == true
            }
            #expect(try await session.run("SELECT count(*) FROM dog").text(0, 0) == "1")
        }
    }

    @Test("hands notices and warnings on")
    func notices() async throws {
        try await withSession { session in
            let heard = Mutex<[Notice]>([])
            session.onNotice { notice in heard.withLock { $0.append(notice) } }
            _ = try await session.run("DO $$ BEGIN RAISE NOTICE 'one'; RAISE WARNING 'two' USING HINT = 'h'; END $$")
            session.onNotice(nil)
            _ = try await session.run("DO $$ BEGIN RAISE NOTICE 'three'; END $$")
            let notices = heard.withLock { $0 }
            #expect(notices.map(\.severity) == ["NOTICE", "WARNING"])
            #expect(notices.map(\.message) == ["one", "two"])
            #expect(notices.last?.report.hint == "h")
        }
    }

    @Test("runs a script of several statements, where an error names its statement")
    func script() async throws {
        try await withSession { session in
            let results = try await session.runScript("CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1), (2); SELECT sum(a) FROM t")
            #expect(results.map(\.commandTag) == ["CREATE TABLE", "INSERT 0 2", "SELECT 1"])
            #expect(try await session.runScript(" -- nothing").count == 1)
            await #expect { try await session.runScript("INSERT INTO t VALUES (3); SELECT 1/0; SELECT 1") } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "22012" && error.statement == 1
            }
            await #expect { try await session.runScript("BEGIN; SELECT 1/0") } throws: { ($0 as? DatabaseError)?.sqlState == "22012" }
            await #expect { try await session.runScript("SELECT 1; \0 SELECT 2") } throws: { ($0 as? DatabaseError)?.sqlState == "22021" }
            #expect(!session.isInTransaction)
            #expect(try await session.run("SELECT sum(a) FROM t").text(0, 0) == "3")
        }
    }

    @Test("says so after it was closed, and when the server ends it")
    func ends() async throws {
        try await withSession { session in
            session.close()
            await #expect(throws: DatabaseError.closed) { try await session.run("SELECT 1") }
        }
        try await withSession { session in
            await #expect { try await session.run("SELECT pg_terminate_backend(pg_backend_pid())") } throws: {
                ($0 as? DatabaseError)?.sqlState == "57P01"
            }
            #expect(!session.isUsable)
        }
        try await withSession { session in
            try await withSession { other in
                _ = try await other.run("SELECT pg_terminate_backend(\(parameter: "\(session.processID)")::int, 5000)")
            }
            await #expect { try await session.run([Statement("SELECT 1"), Statement("SELECT 2")]) } throws: {
                ($0 as? DatabaseError)?.sqlState == "57P01"
            }
            #expect(!session.isUsable)
        }
    }

    @Test("works on the poller of other systems, too")
    func pollLoop() async throws {
        let loop = try EventLoop.started(name: "poll-loop", poller: .poll)
        let settings = try await TestCluster.shared().conninfo()
        try await Task(executorPreference: loop) {
            let session = try await Session.connect(settings, on: loop)
            let text = String(repeating: "x", count: 5_000_000)
            let results = try await session.run((0..<3).map { _ in Statement("SELECT \(parameter: text)::text") })
            #expect(results.allSatisfy { $0.value(0, 0)?.count == text.utf8.count })
            let sleeping = Task(executorPreference: loop) { try await session.run("SELECT pg_sleep(60)") }
            try await waitUntil(sleeps: session)
            sleeping.cancel()
            _ = await sleeping.result
            #expect(try await session.run("SELECT 1").text(0, 0) == "1")
            session.close()
        }.value
        loop.stop()
    }

    @Test("closing a session ends what runs on it")
    func closesWhileBusy() async throws {
        try await withSession { session in
            let sleeping = Task(executorPreference: TestCluster.loop) { try await session.run("SELECT pg_sleep(60)") }
            try await waitUntil(sleeps: session)
            session.close()
            guard case .failure(DatabaseError.connection) = await sleeping.result else { throw Unexpected() }
            #expect(!session.isUsable)
        }
    }
}

struct Unexpected: Error {}

extension DatabaseError {
    var sqlState: String? {
        if case .server(let error) = self { error.sqlState } else { nil }
    }
}
