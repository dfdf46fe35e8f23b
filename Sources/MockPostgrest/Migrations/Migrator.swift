package import PostgresLink
package import Sockets

/// Brings a database to the state that a project's files describe: roles, migrations, seeds, in this order.
///
///     let report = try await Migrator(session: session, offload: offload).apply(.folder("migrations"))
///
/// The session is one of role `postgres`, used for nothing else meanwhile; its settings are changed. Each file is one
/// transaction, in which the history row is written too, so that a file counts as applied exactly when it went through.
/// After an error the files before it are applied, and of its own nothing remains that it did not commit itself.
package struct Migrator: Sendable {
    private let session: Session
    private let offload: Offload
    private let omission: Omission?

    /// Why a statement must be left out, such as one about an extension that the machine lacks; nil for all others.
    package typealias Omission = @Sendable (_ statement: String) -> String?

    package init(session: Session, offload: Offload, leavingOut omission: Omission? = nil) {
        self.session = session
        self.offload = offload
        self.omission = omission
    }

    package func apply(_ sources: MigrationSources) async throws(MigrationError) -> MigrationReport {
        let loaded = try await load(sources)
        try await inDatabase(nil) { _ = try await session.run(Self.lock) }
        do throws(MigrationError) {
            let report = try await apply(loaded)
            await unlock()
            return report
        } catch {
            await unlock()
            throw error
        }
    }

    /// Several servers may start on one database at the same time; the second then finds everything applied.
    private static let lock: SQL = "select pg_advisory_lock(hashtext('supabase_migrations.schema_migrations'))"
    private static let release: SQL = "select pg_advisory_unlock(hashtext('supabase_migrations.schema_migrations'))"

    /// The lock also ends with the session, so a failure needs no report.
    private func unlock() async {
        _ = try? await session.run(Self.release)
    }

    private func apply(_ loaded: LoadedSources) async throws(MigrationError) -> MigrationReport {
        let history = try await inDatabase(nil) { try await MigrationHistory(from: session) }
        let plan = try MigrationPlan(loaded, after: history)
        var report = MigrationReport(notices: loaded.notices, warnings: plan.warnings)
        guard !plan.isEmpty else { return report }

        try await inDatabase(nil) { _ = try await session.run(MigrationHistory.create.map { Statement($0, isPrepared: false) }) }
        // The CLI does not record it. Here it must not run again when the migrations after it have failed and were mended.
        if let file = plan.roles { try await run(file, recording: MigrationHistory.record(seed: file), &report) }
        for migration in plan.migrations {
            try await run(migration.file, recording: MigrationHistory.record(migration), &report)
            report.applied.append(migration.file.path)
        }
        for file in plan.schemas {
            try await run(file, recording: MigrationHistory.record(seed: file), &report)
            report.applied.append(file.path)
        }
        for file in plan.seeds {
            try await run(file, recording: MigrationHistory.record(seed: file), &report)
            report.seeded.append(file.path)
        }
        for file in plan.changedSeeds {
            try await inDatabase(file.path) {
                _ = try await session.run(Statement(MigrationHistory.record(seed: file), isPrepared: false))
            }
        }
        try await reset(before: nil)
        return report
    }

    private func load(_ sources: MigrationSources) async throws(MigrationError) -> LoadedSources {
        do {
            return try await offload.run { try LoadedSources(sources) }
        } catch let error as MigrationError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unreadable(path: sources.root, reason: "\(error)")
        }
    }

    private func run(_ file: LoadedSources.File, recording row: SQL, _ report: inout MigrationReport) async throws(MigrationError) {
        if let open = file.script.unfinishedTransaction { throw .unfinishedTransaction(file: file.path, line: open.line) }
        try await reset(before: file.path)
        let reasons = try await ScriptRun(file: file, session: session, omission: omission).run(recording: row)
        for reason in reasons where !report.warnings.contains(reason) { report.warnings.append(reason) }
    }

    /// A file must not find the settings of the one before it: dumps leave an empty search path behind.
    private func reset(before file: String?) async throws(MigrationError) {
        // Supabase's guard against deleting from storage's tables by SQL would stop older projects' migrations.
        let statements: [SQL] = ["reset session authorization", "reset all", "set storage.allow_delete_query = 'true'"]
        try await inDatabase(file) { _ = try await session.run(statements.map { Statement($0, isPrepared: false) }) }
    }

    private func inDatabase<R>(_ file: String?, _ body: () async throws -> R) async throws(MigrationError) -> R {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw .database(file: file, error)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .database(file: file, .connection("\(error)"))
        }
    }
}
