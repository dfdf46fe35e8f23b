import PostgresLink
import Tokens

/// What a database says was applied to it: the tables of `supabase_migrations`.
struct MigrationHistory: Sendable {
    /// Version → hash of its statements; nil for a version recorded without them.
    var versions: [String: String?] = [:]
    /// Path of a seed → hash of the file.
    var seeds: [String: String] = [:]
    var isEmpty: Bool { versions.isEmpty && seeds.isEmpty }

    static let create: [SQL] = [
        "create schema if not exists supabase_migrations",
        """
        create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)
        """,
        "create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)",
    ]

    private static let exists: SQL = """
        select to_regclass('supabase_migrations.schema_migrations') is not null, to_regclass('supabase_migrations.seed_files') is not null
        """

    /// The database hashes, so that a long history costs no transfer.
    private static let readVersions: SQL = """
        select version, encode(sha256(convert_to(array_to_string(statements, \(parameter: separator)), 'UTF8')), 'hex')
        from supabase_migrations.schema_migrations
        """

    private static let readSeeds: SQL = "select path, hash from supabase_migrations.seed_files"
    private static let separator = "\n;\n"

    init(from session: Session) async throws {
        let tables = try await session.run(Statement(Self.exists, isPrepared: false))
        if tables.text(0, 0) == "t" {
            let rows = try await session.run(Statement(Self.readVersions, isPrepared: false))
            for row in 0..<rows.rowCount { versions[rows.text(row, 0) ?? ""] = .some(rows.text(row, 1)) }
        }
        if tables.text(0, 1) == "t" {
            let rows = try await session.run(Statement(Self.readSeeds, isPrepared: false))
            for row in 0..<rows.rowCount { seeds[rows.text(row, 0) ?? ""] = rows.text(row, 1) }
        }
    }

    init(versions: [String: String?] = [:], seeds: [String: String] = [:]) {
        self.versions = versions
        self.seeds = seeds
    }

    static func record(_ migration: LoadedSources.Migration) -> SQL {
        """
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (\(parameter: migration.name.version), \(parameter: migration.name.title), \(parameter: array(texts(of: migration.file.script)))::text[])
        """
    }

    static func record(seed file: LoadedSources.File) -> SQL {
        """
        insert into supabase_migrations.seed_files (path, hash) values (\(parameter: file.path), \(parameter: file.hash))
        on conflict (path) do update set hash = excluded.hash
        """
    }

    /// What `readVersions` gives for a file that has not changed since.
    static func hash(of script: SQLScript) -> String {
        Digest.sha256.hash(Array(texts(of: script).joined(separator: separator).utf8)).hexadecimal
    }

    /// The statements as they are recorded: the rows of a COPY belong to it.
    private static func texts(of script: SQLScript) -> [String] {
        script.statements.map { statement in
            guard case .copy(let data) = statement.kind else { return statement.text }
            return "\(statement.text);\n\(String(decoding: data, as: UTF8.self))\\."
        }
    }

    /// PostgreSQL's text form of an array.
    private static func array(_ texts: [String]) -> String {
        let quoted = texts.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
        return "{\(quoted.joined(separator: ","))}"
    }
}
