/// What is left to do: a project's files against a database's history. Pure.
struct MigrationPlan: Sendable {
    /// `roles.sql`, in a database that has no history yet.
    var roles: LoadedSources.File?
    var migrations: [LoadedSources.Migration] = []
    /// Declarative schemas and seeds, in their order.
    var schemas: [LoadedSources.File] = []
    var seeds: [LoadedSources.File] = []
    /// Files that ran before and have another content now: only their hash is recorded.
    var changedSeeds: [LoadedSources.File] = []
    var warnings: [String] = []

    var isEmpty: Bool { roles == nil && migrations.isEmpty && schemas.isEmpty && seeds.isEmpty && changedSeeds.isEmpty }

    init(_ sources: LoadedSources, after history: MigrationHistory) throws(MigrationError) {
        try planMigrations(sources, after: history)
        if let file = sources.roles, history.isEmpty { roles = file }
        for file in sources.schemas + sources.seeds {
            guard let hash = history.seeds[file.path] else { continue }
            guard hash != file.hash else { continue }
            changedSeeds.append(file)
            warnings.append("\(file.path) has changed since it was applied; it is not applied again")
        }
        schemas = sources.schemas.filter { history.seeds[$0.path] == nil }
        seeds = sources.seeds.filter { history.seeds[$0.path] == nil }
    }

    private mutating func planMigrations(_ sources: LoadedSources, after history: MigrationHistory) throws(MigrationError) {
        let present = Set(sources.migrations.map(\.name.version))
        // A project that does not apply migrations has no opinion on those that were.
        let missing = history.versions.keys.filter { !present.contains($0) }.sorted()
        guard missing.isEmpty || sources.migrations.isEmpty else { throw .missingFiles(versions: missing) }

        let newest = history.versions.keys.max()
        for migration in sources.migrations {
            let path = migration.file.path
            if let open = migration.file.script.unfinishedTransaction, history.versions[migration.name.version] == nil {
                throw .unfinishedTransaction(file: path, line: open.line)
            }
            guard let applied = history.versions[migration.name.version] else {
                migrations.append(migration)
                if let newest, migration.name.version < newest {
                    warnings.append("\(path) is older than version \(newest), which was applied before it")
                }
                continue
            }
            if let applied, applied != MigrationHistory.hash(of: migration.file.script) {
                warnings.append("\(path) has changed since it was applied; the database keeps what it was")
            }
        }
    }
}

/// What `Migrator.apply` did.
package struct MigrationReport: Hashable, Sendable {
    /// The migrations and declarative schemas applied now, by their paths.
    package var applied: [String] = []
    package var seeded: [String] = []
    /// Names that are no migrations, patterns without a match.
    package var notices: [String] = []
    /// Files that changed after they were applied, migrations that came late.
    package var warnings: [String] = []
}
