@testable import MockPostgrest
import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite("Splitting a file of SQL") struct StatementSplitterTests {
    @Test("gives the statements that PostgreSQL reads", arguments: AwkwardFile.names)
    func splits(name: String) throws {
        let file = try #require(AwkwardFile.named(name))
        let script = try SQLScript(file.source)
        #expect(script.statements.map(\.text) == file.statements)
        for statement in script.statements {
            #expect(Array(file.source[statement.offset...].prefix(statement.text.utf8.count)) == Array(statement.text.utf8))
        }
    }

    @Test("lets each file through to a database", .serialized, arguments: AwkwardFile.names)
    func applies(name: String) async throws {
        let file = try #require(AwkwardFile.named(name))
        let cluster = try await TestCluster.shared()
        // A schema for each file; what a connection begins with survives RESET ALL.
        let schema = try "file_\(#require(AwkwardFile.names.firstIndex(of: name)))"
        var settings = cluster.conninfo()
        settings["options"] = "-c search_path=\(schema)"
        let session = try await Session.connect(settings, on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.run("create schema \(identifier: schema)")

        let script = try SQLScript(file.source)
        try await ScriptRun(file: .init(path: "a.sql", script: script, hash: ""), session: session).run(recording: nil)
        let result = try await session.run(SQL(verbatim: file.probe))
        #expect(result.text(0, 0) == file.answer)
        #expect(!session.isInTransaction)
    }

    @Test(
        "knows how a statement must be run",
        arguments: [
            ("create index concurrently i on t (a)", .alone), ("create unique index concurrently on t (a)", .alone),
            ("create index \"concurrently\" on t (a)", .ordinary), ("create index i on concurrently (a)", .ordinary),
            ("/* first */ VACUUM", .alone), ("drop index concurrently if exists i", .alone), ("drop index i", .ordinary),
            ("reindex index concurrently i", .alone), ("reindex (concurrently) index i", .alone), ("reindex table t", .ordinary),
            ("reindex (verbose) database x", .alone), ("alter system set a = 1", .alone), ("cluster", .alone),
            ("create database x", .alone),
            ("alter table t detach partition p concurrently", .alone), ("alter table t detach partition p", .ordinary),
            ("refresh materialized view concurrently v", .ordinary), ("select 'vacuum'", .ordinary), ("analyze t", .ordinary),
            ("begin", .begin), ("BEGIN work", .begin), ("start transaction", .begin), ("commit", .end), ("commit and no chain", .end),
            ("commit and chain", .ordinary), ("end", .end), ("rollback", .end), ("abort", .end), ("rollback to a", .ordinary),
            ("rollback prepared 'x'", .ordinary), ("prepare transaction 'x'", .end), ("prepare s as select 1", .ordinary),
            ("copy t to stdout", .ordinary), ("copy t from '/tmp/stdin'", .ordinary),
            ("copy (select 1 from stdin) to '/dev/null'", .ordinary),
            ("-- vacuum", .empty), ("do $$ begin end $$", .ordinary),
        ] as [(String, SQLScript.Kind)])
    func kinds(text: String, kind: SQLScript.Kind) throws {
        #expect(try SQLScript(text).statements.map(\.kind) == [kind])
    }

    @Test(
        "counts lines, and knows where an error's position lies",
        arguments: [
            ("select 1;\n\n-- a\n\nselect\n2;", [1, 5]), ("\n\r\n\rselect 1;select 2;\r\nselect 3", [4, 4, 5]),
            ("/* a\n\n*/ select 1; select '\n\n';\nselect 2", [3, 3, 6]), ("\u{FEFF}\nselect 1", [2]),
            ("copy t from stdin;\n1\n2\n\\.\nselect 1;", [1, 5]), ("\\echo a\nselect 1", [2]), ("\n-- end", [2]),
        ])
    func lines(text: String, lines: [Int]) throws {
        #expect(try SQLScript(text).statements.map(\.line) == lines)
    }

    @Test("finds the line of a character in a statement")
    func positions() throws {
        let script = try SQLScript("\u{FEFF}select 1;\r\n/* 🐶\n*/ select '초코',\r\n  wrong\r\nfrom t")
        let statement = script.statements[1]
        let position = try #require(Array(statement.text.unicodeScalars).firstIndex(of: "w")) + 1
        #expect(script.line(of: position, in: statement) == 4)
        #expect(script.line(of: 1, in: statement) == 2)
        #expect(script.line(of: -5, in: statement) == 2)
        #expect(script.line(of: .max, in: statement) == 5)
    }

    @Test(
        "refuses",
        arguments: [
            ("select 1;\n\\i other.sql", ScriptError(line: 2, reason: "\\i is a command of psql, which is not supported here")),
            ("select 1 \\gset\n", ScriptError(line: 1, reason: "\\gset is a command of psql, which is not supported here")),
            ("select 1 \\echo a\n", ScriptError(line: 1, reason: "\\echo is a command of psql, which is not supported here")),
            ("\n\\.\n", ScriptError(line: 2, reason: "\\. is a command of psql, which is not supported here")),
            ("\\", ScriptError(line: 1, reason: "\\ is a command of psql, which is not supported here")),
            ("\ncopy t from stdin;\n1\n2\n", ScriptError(line: 2, reason: "the data of COPY has no end: a line with \\. is missing")),
            ("copy t from stdin;", ScriptError(line: 1, reason: "the data of COPY has no end: a line with \\. is missing")),
            ("copy t from stdin", ScriptError(line: 1, reason: "the data of COPY is missing: it must follow a semicolon and end with \\.")),
            (
                "copy t from stdin; select 1;\n1\n\\.\n",
                ScriptError(line: 1, reason: "the data of COPY must begin on the line after its semicolon")
            ),
            ("select 1;\nselect '\0';", ScriptError(line: 2, reason: "the file has a zero byte; it must be UTF-8 text")),
        ])
    func refuses(text: String, error: ScriptError) {
        #expect(throws: error) { try SQLScript(text) }
    }

    @Test("names the line that is not UTF-8", arguments: [[0xFF, 0x41], [0xC3], [0x41, 0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        #expect(throws: ScriptError(line: 3, reason: "the file is not UTF-8 text")) { try SQLScript(Array("é\n\n".utf8) + bytes) }
    }

    @Test(
        "leaves to PostgreSQL what never ends",
        arguments: ["select 'a; select 1", "select $$;", "/* ;", "select \"a;", "select (1;", "select E'\\", "$a", "select 1 $"])
    func unterminated(text: String) throws {
        let statements = try SQLScript("select 0;" + text).statements
        #expect(statements.map(\.text) == ["select 0", text])
        #expect(statements.map(\.kind) == [.ordinary, .ordinary])
    }

    @Test("loses no byte of random text, and never fails", arguments: [1, 2, 3, 4] as [UInt64])
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let pieces = [
            "'", "\"", "$$", "$a$", ";", "--", "/*", "*/", "\n", "E'", "\u{5C}\u{5C}'", "(", ")", "begin atomic", "create function", "end",
            "é", " ", "a",
        ]
        for _ in 0..<400 {
            let text = (0..<Int(random.next() % 40)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            // A backslash outside of quotes is an error of its own.
            guard let script = try? SQLScript(text) else { continue }
            var rest = text[...]
            for statement in script.statements {
                let range = try #require(rest.firstRange(of: statement.text))
                #expect(rest[..<range.lowerBound].allSatisfy { $0 == ";" || $0.isWhitespace }, "seed \(seed): \(text)")
                rest = rest[range.upperBound...]
            }
            #expect(rest.allSatisfy { $0 == ";" || $0.isWhitespace }, "seed \(seed): \(text)")
        }
    }
}

/// A small random source whose seed makes a run repeatable.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
