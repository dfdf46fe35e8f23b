#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import PostgresLink

/// A PostgreSQL that has been started, with all that belongs to it. Everything here blocks.
struct Launch: Sendable {
    /// In PostgreSQL's folder, so that it comes along with a template.
    private static let bootstrapNote = "mock-postgrest.bootstrap"

    let user: ServiceUser
    let data: DataFolder
    let installation: Installation
    let cache: TemplateCache?
    let origin: Cluster.Origin
    let port: Int?
    let watcher: Watcher
    let notices: [String]
    let prepareTime: Duration
    let startTime: Duration
    let maximumConnections: Int

    init(_ configuration: ClusterConfiguration, port: Int?) throws(ClusterError) {
        user = try ServiceUser.current()
        data = try DataFolder(configuration, for: user)
        self.port = port
        maximumConnections = configuration.maximumConnections
        let clock = ContinuousClock()
        let beginning = clock.now
        do throws(ClusterError) {
            installation = try Installation.find(configuration, data: data, as: user)
            let initialization = Initialization(
                installation: installation, user: user, maximumConnections: configuration.maximumConnections,
                isBackground: configuration.isBackground)
            cache = TemplateCache(configuration, for: initialization)
            var notices = data.notice.map { [$0] } ?? []
            (origin, notices) = try Self.prepare(data, initialization, cache, notices)
            self.notices = notices
            prepareTime = clock.now - beginning
            do throws(ClusterError) {
                watcher = try Self.start(configuration, installation, data, origin, port: port, as: user)
            } catch {
                if case .template = error { Self.discard(data, copiedFrom: cache, as: user) }
                throw error
            }
            startTime = clock.now - beginning - prepareTime
        } catch {
            data.temporary?.remove()
            throw error
        }
    }

    private static func prepare(
        _ data: DataFolder, _ initialization: Initialization, _ cache: TemplateCache?, _ notices: [String]
    ) throws(ClusterError) -> (Cluster.Origin, [String]) {
        if let existing = try? Folder(data.pgdata) {
            let hadOrphan = Postmaster.stopOrphan(in: existing)
            return (.existing, notices + (hadOrphan ? ["The last server on \(data.folder.path) was killed: recovered its data."] : []))
        }
        if let cache, cache.copy(to: data.pgdata) { return (.template, notices) }
        try initialization.run(at: data.pgdata)
        return (.initdb, notices)
    }

    /// Removes a copy that does not start, and what it was copied from.
    private static func discard(_ data: DataFolder, copiedFrom cache: TemplateCache?, as user: ServiceUser) {
        cache?.discard()
        _ = try? Program(["rm", "-rf", data.pgdata], as: user).run()
    }

    private static func start(
        _ configuration: ClusterConfiguration, _ installation: Installation, _ data: DataFolder, _ origin: Cluster.Origin, port: Int?,
        as user: ServiceUser
    ) throws(ClusterError) -> Watcher {
        // Left by a crash, they name a process whose number may be another's now.
        if let sockets = try? Folder(data.socketFolder) {
            for name in sockets.names where name.hasPrefix(".s.PGSQL.") { sockets.remove(file: name) }
        }
        let command = ClusterSettings.command(
            installation, data: data.pgdata, socketFolder: data.socketFolder, port: port,
            isDurable: !data.isEphemeral && !configuration.isBackground)
        let watcher = try Watcher(
            configuration.isBackground ? Program.backgroundPriority + command : command, as: user, log: data.log,
            shutdown: data.isEphemeral ? .immediate : .fast, removing: data.temporary?.folder.path, lock: data.lock)
        do throws(ClusterError) {
            try waitUntilReady(watcher, data, origin, port: port)
        } catch {
            watcher.shutDown()
            watcher.waitForEnd()
            throw error
        }
        return watcher
    }

    private static func waitUntilReady(
        _ watcher: Watcher, _ data: DataFolder, _ origin: Cluster.Origin, port: Int?
    ) throws(ClusterError) {
        let folder = try Folder(data.pgdata)
        let clock = ContinuousClock()
        let deadline = clock.now + ClusterLimits.startTime
        while true {
            if let postmaster = folder.read(Postmaster.file).flatMap(Postmaster.init), postmaster.isReady { return }
            guard !watcher.postgresEnds(within: ClusterLimits.startInterval), clock.now < deadline else { break }
        }
        let log = String((data.folder.read(DataFolder.logName) ?? "").suffix(ClusterLimits.logTail))
        if let port, log.contains("could not bind") { throw .portInUse(port) }
        throw origin == .template ? .template(log: log) : .start(log: log)
    }

    func connection(as user: String, database: String = "postgres") -> ConnectionSettings {
        ConnectionSettings(keywords: [
            "host": data.socketFolder, "port": "\(port ?? ClusterSettings.defaultPort)", "user": user, "dbname": database,
        ])
    }

    /// Whether the bootstrap has not been applied, or another one.
    var needsBootstrap: Bool {
        (try? Folder(data.pgdata))?.read(Self.bootstrapNote) != "\(Bootstrap.fingerprint)"
    }

    func noteBootstrap() throws(ClusterError) {
        try Folder(data.pgdata).write("\(Bootstrap.fingerprint)", to: Self.bootstrapNote, for: user)
    }

    /// Has PostgreSQL stopped. Returns whether it and its watcher have ended in time; else the watcher stays behind, holds the
    /// folder's lock, and cleans up.
    func shutDown() -> Bool {
        let deadline = ContinuousClock.now + ClusterLimits.endTime
        watcher.shutDown()
        if !watcher.postgresEnds(within: ClusterLimits.stopMilliseconds), let folder = try? Folder(data.pgdata),
            let postmaster = folder.read(Postmaster.file).flatMap(Postmaster.init)
        {
            kill(postmaster.process, SIGQUIT)
        }
        if watcher.ends(before: deadline) { return true }
        data.lock.handOver()
        return false
    }

    /// `initdb` and the copy leave the data in the system's cache.
    func syncNewData() {
        guard !data.isEphemeral, origin != .existing else { return }
        syncData()
    }

    func syncData() {
        _ = try? Program(["\(installation.binaries)/initdb", "--sync-only", "-D", data.pgdata], as: user, isBackground: true).run()
    }
}
