import Testing

@testable import MockPostgrest

@Suite("Missing extensions")
struct MissingExtensionsTests {
    let missing = MissingExtensions(available: ["pgcrypto", "uuid-ossp"], majorVersion: 15)

    @Test(
        "finds the missing extension that a statement is about",
        arguments: [
            ("create extension if not exists pg_cron with schema cron", "pg_cron"),
            ("CREATE EXTENSION PG_NET", "pg_net"),
            ("create extension \"pg_graphql\"", "pg_graphql"),
            ("create extension if not exists \"odd \"\" name\" version '1.4.4' cascade", "odd \" name"),
            ("-- jobs\n/* and /* nested */ */ create\textension\nif not exists pg_cron", "pg_cron"),
            ("comment on extension pgmq is 'queues'", "pgmq"),
            ("alter extension vector set schema extensions", "vector"),
            ("drop extension if exists pg_net", "pg_net"),
        ])
    func finds(statement: String, name: String) {
        #expect(missing.named(in: statement)?.name == name)
    }

    @Test(
        "leaves every other statement alone",
        arguments: [
            "create extension if not exists \"uuid-ossp\"",
            "create extension pgcrypto",
            "create table extension (id int)",
            "comment on table t is 'extension pg_net'",
            "create", "create extension", "create extension if", "create extension \"open", "", "/* open", "do $$ begin end $$",
        ])
    func leaves(statement: String) {
        #expect(missing.named(in: statement) == nil)
    }

    @Test(
        "names the Debian package",
        arguments: [
            ("pg_cron", "postgresql-15-cron"), ("vector", "postgresql-15-pgvector"), ("citext", "postgresql-15"), ("pg_net", nil),
        ])
    func namesPackage(name: String, package: String?) {
        #expect(missing.named(in: "create extension \(name)")?.debianPackage == package)
    }
}
