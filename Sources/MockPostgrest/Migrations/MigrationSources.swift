/// Where the SQL of a project lies.
///
///     MigrationSources.project("/home/me/app")       // /home/me/app/supabase/migrations, …/seed.sql, …/roles.sql
///     MigrationSources.folder("/home/me/migrations") // the files in it, with seed.sql and roles.sql beside them
package struct MigrationSources: Hashable, Sendable {
    /// What the paths of the history and of messages are relative to.
    package var root: String
    /// The folder of everything, relative to the root; empty for the root itself.
    package var base: String
    package var migrations: String
    /// Globs relative to the base; `db.seed.sql_paths` of the configuration.
    package var seedPaths = ["./seed.sql"]
    /// Globs relative to the base; `db.migrations.schema_paths`. Used only where there are no migrations at all.
    package var schemaPaths: [String] = []
    package var appliesMigrations = true
    package var appliesSeeds = true

    /// An existing Supabase project, by the folder that holds `supabase/`.
    package static func project(_ root: String) -> MigrationSources {
        MigrationSources(root: root, base: "supabase", migrations: "migrations")
    }

    /// A folder of migrations.
    package static func folder(_ path: String) -> MigrationSources {
        MigrationSources(root: path, base: "", migrations: "")
    }

    init(root: String, base: String, migrations: String) {
        self.root = root
        self.base = base
        self.migrations = migrations
    }
}

/// All files of a project, read and split. Reading blocks: it happens through `Offload`.
struct LoadedSources: Sendable {
    struct File: Sendable {
        /// Relative to the root, as in the history and in messages.
        var path: String
        var script: SQLScript
        /// SHA-256 of the bytes, hexadecimal.
        var hash: String
    }

    struct Migration: Sendable {
        var name: MigrationFile
        var file: File
    }

    var roles: File?
    var migrations: [Migration] = []
    /// The wanted state of a project without migrations.
    var schemas: [File] = []
    var seeds: [File] = []
    var notices: [String] = []

    init(_ sources: MigrationSources) throws(MigrationError) {
        let folder = ProjectFolder(root: sources.root)
        guard folder.exists else { throw .unreadable(path: sources.root, reason: "there is no such folder") }
        let rolesPath = Path.join(sources.base, "roles.sql")
        if folder.hasFile(rolesPath) { roles = try folder.file(rolesPath) }
        if sources.appliesMigrations { try loadMigrations(sources, from: folder) }
        if sources.appliesSeeds { try loadSeeds(sources, from: folder) }
    }

    private mutating func loadMigrations(_ sources: MigrationSources, from folder: ProjectFolder) throws(MigrationError) {
        let path = Path.join(sources.base, sources.migrations)
        let names = try folder.fileNames(in: path)
        let listed = try MigrationFolder(names: names)
        for name in listed.skipped where !(path == sources.base && ["seed.sql", "roles.sql"].contains(name)) {
            notices.append("\(Path.join(path, name)) is no migration: its name is not VERSION_NAME.sql")
        }
        for name in listed.files {
            migrations.append(Migration(name: name, file: try folder.file(Path.join(path, name.name))))
        }
        guard migrations.isEmpty, !sources.base.isEmpty else { return }
        let patterns = sources.schemaPaths
        let paths =
            patterns.isEmpty
            ? folder.sqlFiles(below: Path.join(sources.base, "schemas")) : matches(patterns, sources, in: folder)
        for path in paths { schemas.append(try folder.file(path)) }
        if !paths.isEmpty { notices.append("there are no migrations: the declarative schemas are applied instead (\(paths.count) files)") }
    }

    private mutating func loadSeeds(_ sources: MigrationSources, from folder: ProjectFolder) throws(MigrationError) {
        for path in matches(sources.seedPaths, sources, in: folder) { seeds.append(try folder.file(path)) }
    }

    /// The files that the patterns name, sorted for each pattern, each file once.
    private mutating func matches(_ patterns: [String], _ sources: MigrationSources, in folder: ProjectFolder) -> [String] {
        var paths: [String] = []
        for pattern in patterns {
            let found = folder.files(matching: Path.join(sources.base, pattern))
            // The default names a file that a project need not have.
            if found.isEmpty, pattern != "./seed.sql" { notices.append("no file matches \(pattern)") }
            for path in found where !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}
