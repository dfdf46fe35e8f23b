@testable import MockPostgrest
import Testing

@Suite("The files of a project") struct ProjectFilesTests {
    @Test(
        "are migrations by their names",
        arguments: [
            ("20240101000000_create walks.sql", "20240101000000", "create walks"), ("001_a.sql", "001", "a"), ("1_.sql", "1", ""),
            ("0000_3f2-9.A@b.sql.sql", "0000", "3f2-9.A@b.sql"), ("12__x.sql", "12", "_x"),
        ])
    func name(name: String, version: String, title: String) throws {
        let file = try #require(MigrationFile(name: name))
        #expect(file.version == version)
        #expect(file.title == title)
    }

    @Test(
        "are none",
        arguments: [
            "README.md", "_a.sql", "a_1.sql", "1.sql", "1_a.SQL", "1_a.sql~", "1a_b.sql", "-1_a.sql", "١_a.sql", ".gitkeep", "1_sql", "",
            "_", "1_",
        ])
    func noName(name: String) {
        #expect(MigrationFile(name: name) == nil)
    }

    @Test("come in the order of their names' bytes")
    func order() throws {
        let folder = try MigrationFolder(names: ["10_b.sql", "9_a.sql", "README.md", "002_c.sql", "20240101000000_b.sql", "001_a.sql"])
        #expect(folder.files.map(\.name) == ["001_a.sql", "002_c.sql", "10_b.sql", "20240101000000_b.sql", "9_a.sql"])
        #expect(folder.skipped == ["README.md"])
    }

    @Test("skip the platform's own schema of old projects, if it comes first")
    func oldInit() throws {
        #expect(
            try MigrationFolder(names: ["20211208000000_init.sql", "20220101000000_a.sql"]).files.map(\.name) == ["20220101000000_a.sql"])
        #expect(try MigrationFolder(names: ["20211209000000_init.sql"]).skipped == [])
        #expect(try MigrationFolder(names: ["20200101000000_a.sql", "20211208000000_init.sql"]).files.count == 2)
        #expect(try MigrationFolder(names: ["001_init.sql"]).files.count == 1)
    }

    @Test("have a version each")
    func sameVersion() {
        #expect(throws: MigrationError.sameVersion("1", files: ["1_a.sql", "1_b.sql"])) {
            try MigrationFolder(names: ["1_b.sql", "2_c.sql", "1_a.sql"])
        }
    }

    @Test(
        "match a pattern",
        arguments: [
            ("*.sql", "a.sql", true), ("*.sql", ".sql", false), ("*.sql", "a.sql~", false), ("*", "", true), ("*", ".a", false),
            (".*", ".a", true),
            ("a?c", "abc", true), ("a?c", "ac", false), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false), ("[0-9]*", "1a", true),
            ("[^0-9]", "1", false),
            ("[^0-9]", "x", true), ("[]a]", "]", true), ("[a", "[a", true), ("\\*", "*", true), ("\\*", "a", false), ("**", "ab", true),
            ("a**b", "ab", true),
            ("*a*a*a*a*a*a*a*b", String(repeating: "a", count: 200), false), ("é?", "é초", true),
        ])
    func pattern(pattern: String, name: String, matches: Bool) {
        #expect(FilePattern(pattern).matches(name) == matches)
    }

    @Test(
        "have paths without detours",
        arguments: [
            ("supabase", "./seed.sql", "supabase/seed.sql"), ("supabase", "../x/./y.sql", "x/y.sql"), ("", "seed.sql", "seed.sql"),
            ("a", "../../b", "../b"), ("a//b/", "c", "a/b/c"),
        ])
    func path(first: String, second: String, joined: String) {
        #expect(Path.join(first, second) == joined)
    }
}
