import Foundation
@testable import MockPostgrest
import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite("Migrations") struct MigratorTests {
    @Test("are applied in order, once, and recorded; other files are named")
    func order() async throws {
        try await withProject([
            "001_a.sql": "create table t (a int);", "20240101000000_b.sql": "insert into t values (2);", "README.md": "# text",
            "002_c.sql": "-- nothing yet\n", "sub/9_x.sql": "syntax error",
        ]) { (project: TestProject) async throws in
            let report = try await project.migrate()
            #expect(report.applied == ["001_a.sql", "002_c.sql", "20240101000000_b.sql"])
            #expect(report.notices == ["README.md is no migration: its name is not VERSION_NAME.sql"])
            #expect(report.warnings == [])
            #expect(
                try await project.rows(
                    "select version, name, array_to_string(statements, '|') from supabase_migrations.schema_migrations order by version")
                    == [
                        ["001", "a", "create table t (a int)"], ["002", "c", "-- nothing yet"],
                        ["20240101000000", "b", "insert into t values (2)"],
                    ])
            #expect(try await project.migrate().applied == [])
            #expect(try await project.rows("select * from t") == [["2"]])
        }
    }

    @Test("undo a file that fails, and say where and why")
    func failure() async throws {
        try await withProject([
            "1_a.sql": "create table t (a int primary key);",
            "2_b.sql": "create table u ();\n\ninsert into t\nvalues (1);\n-- comment\nselect a,\n  wrong\nfrom t;\nselect 1;",
            "3_c.sql": "create table w ();",
        ]) { (project: TestProject) async throws in
            let error = await project.failure()
            guard case .failed(let failure) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.file == "2_b.sql")
            #expect(failure.statement == 3)
            #expect(failure.line == 7)
            #expect(failure.cause.sqlState == "42703")
            #expect(
                failure.description == """
                    2_b.sql:7: column "wrong" does not exist (42703), in statement 3
                      | -- comment
                      | select a,
                      |   wrong
                      | from t
                    """)
            #expect(
                try await project.rows(
                    "select version, to_regclass('u') is null, (select count(*) from t), to_regclass('w') is null from supabase_migrations.schema_migrations"
                )
                    == [["1", "t", "0", "t"]])

            // The mended file is applied on the next run, and what follows it.
            try project.write("2_b.sql", "insert into t values (1);")
            #expect(try await project.migrate().applied == ["2_b.sql", "3_c.sql"])
        }
    }

    @Test("keep what a failing file committed itself")
    func ownTransaction() async throws {
        try await withProject(["1_a.sql": "begin; create table t (); commit; create table u (); select 1 / 0;"]) {
            (project: TestProject) async throws in
            guard case .failed(let failure) = await project.failure() else { return #expect(Bool(false)) }
            #expect(failure.statement == 5)
            #expect(failure.cause.message == "division by zero")
            #expect(
                try await project.rows(
                    "select to_regclass('t') is null, to_regclass('u') is null, count(*) from supabase_migrations.schema_migrations") == [
                        ["f", "t", "0"]
                    ])
        }
    }

    @Test("show detail, hint and the rows of a COPY that fails")
    func details() async throws {
        try await withProject(["1_a.sql": "create table t (a int primary key);\ncopy t from stdin;\n1\n1\n\\.\n"]) {
            (project: TestProject) async throws in
            guard case .failed(let failure) = await project.failure() else { return #expect(Bool(false)) }
            #expect(failure.line == 2)
            #expect(failure.cause.detail == "Key (a)=(1) already exists.")
            #expect(failure.description.contains("  detail: Key (a)=(1) already exists.\n"))
            #expect(failure.description.contains("  context: COPY t, line 2\n"))
            #expect(try await project.rows("select to_regclass('t') is null") == [["t"]])
        }
    }

    @Test("report a constraint that fails at the end of the transaction")
    func deferred() async throws {
        let sql = "create table t (a int primary key, b int references t deferrable initially deferred); insert into t values (1, 2);"
        try await withProject(["1_a.sql": sql]) { (project: TestProject) async throws in
            guard case .failed(let failure) = await project.failure() else { return #expect(Bool(false)) }
            #expect(failure.statement == nil)
            #expect(failure.cause.sqlState == "23503")
            #expect(failure.description.contains("at the end of the transaction"))
            #expect(
                try await project.rows("select to_regclass('t') is null, count(*) from supabase_migrations.schema_migrations") == [
                    ["t", "0"]
                ])
        }
    }

    @Test("commit before and after a statement that cannot be in a transaction")
    func alone() async throws {
        try await withProject([
            "1_a.sql": "create table t (x int);\nselect 1; create index concurrently i on t (x); insert into t values (1);\nvacuum t;"
        ]) { (project: TestProject) async throws in
            #expect(try await project.migrate().applied == ["1_a.sql"])
            #expect(try await project.rows("select count(*) from supabase_migrations.schema_migrations") == [["1"]])
        }
        try await withProject(["1_a.sql": "begin;\ncreate table t (x int);\ncreate index concurrently i on t (x);\ncommit;"]) {
            (project: TestProject) async throws in
            guard case .failed(let failure) = await project.failure() else { return #expect(Bool(false)) }
            #expect(failure.line == 3)
            #expect(failure.cause.sqlState == "25001")
            #expect(try await project.rows("select to_regclass('t') is null") == [["t"]])
        }
    }

    @Test("do not inherit the settings or the role of the file before")
    func settings() async throws {
        try await withProject([
            "1_a.sql": "select pg_catalog.set_config('search_path', '', false); set role pg_read_all_data;",
            "2_b.sql": "create table t (); create table u as select current_user as a, current_setting('storage.allow_delete_query') as b;",
        ]) { (project: TestProject) async throws in
            _ = try await project.migrate()
            #expect(try await project.rows("select to_regclass('public.t') is not null, a, b from u") == [["t", "postgres", "true"]])
        }
    }

    @Test("are left alone when they change later, come late, or go, and say so")
    func changes() async throws {
        try await withProject(["1_a.sql": "create table t ();", "3_c.sql": "create table u ();\ncopy t from stdin;\n\\.\n"]) {
            (project: TestProject) async throws in
            _ = try await project.migrate()
            try project.write("3_c.sql", "create table v ();")
            try project.write("2_b.sql", "create table w ();")
            let report = try await project.migrate()
            #expect(report.applied == ["2_b.sql"])
            #expect(
                report.warnings == [
                    "2_b.sql is older than version 3, which was applied before it",
                    "3_c.sql has changed since it was applied; the database keeps what it was",
                ])
            try project.remove("2_b.sql")
            #expect(await project.failure() == .missingFiles(versions: ["2"]))
        }
    }

    @Test(
        "refuse a folder that cannot be right, before anything is applied",
        arguments: [
            (["1_a.sql": "create table t ();", "1_b.sql": ""], MigrationError.sameVersion("1", files: ["1_a.sql", "1_b.sql"])),
            (["1_a.sql": "create table t ();", "2_b.sql": "\nbegin; select 1;"], .unfinishedTransaction(file: "2_b.sql", line: 2)),
            (
                ["1_a.sql": "create table t ();", "2_b.sql": "\n\\i x"],
                .script(file: "2_b.sql", ScriptError(line: 2, reason: "\\i is a command of psql, which is not supported here"))
            ),
            (
                ["1_a.sql": "create table t ();", "seed.sql": "\n\0"],
                .script(file: "seed.sql", ScriptError(line: 2, reason: "the file has a zero byte; it must be UTF-8 text"))
            ),
        ])
    func refuses(files: [String: String], error: MigrationError) async throws {
        try await withProject(files) { (project: TestProject) async throws in
            #expect(await project.failure() == error)
            #expect(
                try await project.rows("select to_regclass('t') is null, to_regnamespace('supabase_migrations') is null") == [["t", "t"]])
        }
    }

    @Test("come after roles and before seeds, each of which runs once")
    func project() async throws {
        try await withProject(
            [
                "supabase/roles.sql": "create table log (n serial, what text); insert into log (what) values ('roles');",
                "supabase/migrations/1_a.sql": "insert into log (what) values ('migration');",
                "supabase/seed.sql": "copy log (what) from stdin;\nseed\n\\.\n",
                "supabase/seeds/b.sql": "insert into log (what) values ('b');",
                "supabase/seeds/a.sql": "insert into log (what) values ('a');",
                "supabase/seeds/.hidden.sql": "error", "supabase/schemas/x.sql": "error",
            ], isSupabase: true
        ) { (project: TestProject) async throws in
            var sources = project.sources
            sources.seedPaths = ["./seed.sql", "./seeds/*.sql", "seeds/a.sql", "./none/*.sql"]
            let report = try await project.migrate(sources)
            #expect(report.applied == ["supabase/migrations/1_a.sql"])
            #expect(report.seeded == ["supabase/seed.sql", "supabase/seeds/a.sql", "supabase/seeds/b.sql"])
            #expect(report.notices == ["no file matches ./none/*.sql"])

            try project.write("supabase/seeds/a.sql", "insert into log (what) values ('again');")
            try project.write("supabase/seeds/c.sql", "insert into log (what) values ('c');")
            let second = try await project.migrate(sources)
            #expect(second.seeded == ["supabase/seeds/c.sql"])
            #expect(second.warnings == ["supabase/seeds/a.sql has changed since it was applied; it is not applied again"])
            #expect(try await project.migrate(sources).warnings == [])
            #expect(
                try await project.rows("select what from log order by n").map { $0[0] } == ["roles", "migration", "seed", "a", "b", "c"])
        }
    }

    @Test("give way to declarative schemas where there are none")
    func schemas() async throws {
        try await withProject(
            [
                "supabase/schemas/b.sql": "create table b (a int references a);",
                "supabase/schemas/a/z.sql": "create table a (a int primary key);",
            ], isSupabase: true
        ) { (project: TestProject) async throws in
            #expect(try await project.migrate().applied == ["supabase/schemas/a/z.sql", "supabase/schemas/b.sql"])
            #expect(try await project.migrate().applied == [])
        }
        try await withProject([:], isSupabase: true) { (project: TestProject) async throws in
            #expect(try await project.migrate() == MigrationReport())
        }
    }

    @Test("are applied by one of several servers that start at once")
    func race() async throws {
        try await withProject(["1_a.sql": "create table t (a int);", "seed.sql": "insert into t select 1 from pg_sleep(0.02);"]) {
            (project: TestProject) async throws in
            let reports = try await withThrowingTaskGroup(of: MigrationReport.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let session = try await Session.connect(project.settings, on: TestCluster.loop)
                        defer { session.close() }
                        return try await Migrator(session: session, offload: project.offload).apply(project.sources)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.flatMap(\.applied) == ["1_a.sql"])
            #expect(reports.flatMap(\.seeded) == ["seed.sql"])
            #expect(try await project.rows("select * from t") == [["1"]])
        }
    }

    @Test("leave out what they are told to, and say why once")
    func omission() async throws {
        let files = ["1_a.sql": "create extension absent; create table t ();", "2_b.sql": "comment on extension absent is 'x';"]
        try await withProject(files) { (project: TestProject) async throws in
            let migrator = Migrator(session: project.session, offload: project.offload) { $0.contains("absent") ? "absent is absent" : nil }
            let report = try await migrator.apply(project.sources)
            #expect(report.applied == ["1_a.sql", "2_b.sql"])
            #expect(report.warnings == ["absent is absent"])
            #expect(try await project.rows("select count(*) from supabase_migrations.schema_migrations") == [["2"]])
        }
    }

    @Test("run roles.sql once, also when a migration after it failed")
    func rolesOnce() async throws {
        try await withProject(["roles.sql": "create table roles ();", "1_a.sql": "wrong"]) { (project: TestProject) async throws in
            #expect(await project.failure() != nil)
            try project.write("1_a.sql", "create table t ();")
            #expect(try await project.migrate().applied == ["1_a.sql"])
        }
    }

    @Test("need a folder that is there")
    func noFolder() async throws {
        try await withProject([:]) { (project: TestProject) async throws in
            await #expect(throws: MigrationError.unreadable(path: "/nowhere/at all", reason: "there is no such folder")) {
                try await project.migrate(.folder("/nowhere/at all"))
            }
        }
    }

    @Test("can be switched off, like seeds")
    func switches() async throws {
        try await withProject(["1_a.sql": "create table t ();", "seed.sql": "create table u ();"]) { (project: TestProject) async throws in
            var sources = project.sources
            sources.appliesMigrations = false
            #expect(try await project.migrate(sources) == MigrationReport(seeded: ["seed.sql"]))
            sources.appliesMigrations = true
            sources.appliesSeeds = false
            #expect(try await project.migrate(sources) == MigrationReport(applied: ["1_a.sql"]))
        }
    }
}

/// A folder of files, and a database of its own.
struct TestProject: Sendable {
    let folder: String
    let sources: MigrationSources
    let settings: ConnectionSettings
    let session: Session
    let offload: Offload

    func migrate(_ sources: MigrationSources? = nil) async throws -> MigrationReport {
        try await Migrator(session: session, offload: offload).apply(sources ?? self.sources)
    }

    func failure() async -> MigrationError? {
        do throws(MigrationError) {
            _ = try await Migrator(session: session, offload: offload).apply(sources)
            return nil
        } catch {
            return error
        }
    }

    func rows(_ query: SQL) async throws -> [[String]] {
        let result = try await session.run(Statement(query, isPrepared: false))
        return (0..<result.rowCount).map { row in (0..<result.columnCount).map { result.text(row, $0) ?? "null" } }
    }

    func write(_ name: String, _ text: String) throws {
        let path = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
}

func withProject(_ files: [String: String], isSupabase: Bool = false, _ body: (TestProject) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mp-migrations-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let settings = try await TestCluster.shared().createDatabase()
    let session = try await Session.connect(settings, on: TestCluster.loop)
    defer { session.close() }
    let project = TestProject(
        folder: folder, sources: isSupabase ? .project(folder) : .folder(folder), settings: settings, session: session,
        offload: try Offload(threads: 1))
    for (name, text) in files { try project.write(name, text) }
    try await body(project)
}
