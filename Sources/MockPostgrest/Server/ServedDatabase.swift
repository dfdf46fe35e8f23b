import PostgresLink
import Sockets

/// The PostgreSQL behind a server: ours, or one that was there before.
struct ServedDatabase: Sendable {
    /// For `psql` and other tools, as role `postgres`.
    let url: String
    let notices: [String]
    /// The folder of the data, where the objects' bytes lie, too; nil for a database that is not ours.
    let folder: String?
    private let cluster: Cluster?
    private let base: ConnectionSettings
    private let password: String?

    /// Starts or reaches the database, and brings its schema to the state that the migrations describe.
    static func open(
        _ configuration: MockServerConfiguration, apiURL: String, on loop: EventLoop, offload: Offload
    ) async throws -> ServedDatabase {
        var database: ServedDatabase
        switch configuration.database {
        case .ephemeral:
            database = try await embedded(.ephemeral, configuration, on: loop, offload: offload)
        case .folder(let folder):
            database = try await embedded(.folder(folder), configuration, on: loop, offload: offload)
        case .url(let url):
            database = try await existing(url, on: loop)
        }
        do {
            let notices = try await database.migrate(configuration, apiURL: apiURL, on: loop, offload: offload)
            return ServedDatabase(database, adding: notices)
        } catch {
            await database.close()
            throw error
        }
    }

    private init(
        url: String, notices: [String], folder: String?, cluster: Cluster?, base: ConnectionSettings, password: String?
    ) {
        self.url = url
        self.notices = notices
        self.folder = folder
        self.cluster = cluster
        self.base = base
        self.password = password
    }

    private init(_ other: ServedDatabase, adding notices: [String]) {
        self.init(
            url: other.url, notices: other.notices + notices, folder: other.folder, cluster: other.cluster, base: other.base,
            password: other.password)
    }

    private static func embedded(
        _ location: ClusterConfiguration.Location, _ configuration: MockServerConfiguration, on loop: EventLoop, offload: Offload
    ) async throws -> ServedDatabase {
        let port: ClusterConfiguration.Port = configuration.databasePort == 0 ? .any : .fixed(Int(configuration.databasePort))
        var settings = ClusterConfiguration(location, port: port)
        if !configuration.usesTemplateCache { settings.templates = .none }
        let cluster = try await Cluster.start(settings, on: loop, offload: offload)
        return ServedDatabase(
            url: "postgresql://postgres:postgres@127.0.0.1:\(cluster.port ?? 0)/postgres", notices: cluster.notices,
            folder: cluster.folder, cluster: cluster, base: cluster.connection(as: "postgres"), password: nil)
    }

    private static func existing(_ url: String, on loop: EventLoop) async throws -> ServedDatabase {
        let settings = try ConnectionSettings(uri: url)
        let session = try await Session.connect(settings, on: loop)
        defer { session.close() }
        try await Bootstrap.apply(over: session, password: settings["password"])
        return ServedDatabase(
            url: url, notices: [], folder: nil, cluster: nil, base: settings, password: settings["password"])
    }

    private func migrate(
        _ configuration: MockServerConfiguration, apiURL: String, on loop: EventLoop, offload: Offload
    ) async throws -> [String] {
        let session = try await Session.connect(base, on: loop)
        defer { session.close() }
        try await Bootstrap.publish(
            jwtSecret: configuration.keys.jwtSecret, jwtLifetime: configuration.auth.accessTokenLife, apiURL: apiURL, over: session)
        let sources: MigrationSources
        switch configuration.migrations {
        case .none: return []
        case .folder(let path): sources = .folder(path)
        case .project(let path): sources = .project(path)
        }
        let missing = try await MissingExtensions(over: session)
        do {
            let migrator = Migrator(session: session, offload: offload) { missing.named(in: $0)?.description }
            let report = try await migrator.apply(sources)
            return report.notices + report.warnings
        } catch {
            throw StartError("\(error)")
        }
    }

    /// How to connect as one of the roles that the bootstrap makes.
    func connection(as role: String, application: String) -> ConnectionSettings {
        var settings = cluster?.connection(as: role) ?? base
        settings["user"] = role
        if let password { settings["password"] = password }
        settings.applicationName = application
        return settings
    }

    /// What may wait until requests are answered: bringing new data to the disk, and the template for later starts.
    func settle(on loop: EventLoop, offload: Offload) async {
        // The first requests come before it.
        guard (try? await loop.sleep(for: .milliseconds(300))) != nil else { return }
        await cluster?.settle(on: loop, offload: offload)
    }

    /// Returns when the PostgreSQL that is ours has ended without being asked to.
    ///
    /// - Throws: when cancelled; a database that is not ours is waited for until then.
    func waitForEnd(on loop: EventLoop) async throws {
        while cluster?.isRunning != false { try await loop.sleep(for: Limits.databaseLookInterval) }
    }

    func close() async {
        await cluster?.stop()
    }
}
