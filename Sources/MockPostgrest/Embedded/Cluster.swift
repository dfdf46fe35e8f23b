#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
package import PostgresLink
package import Sockets

/// A private PostgreSQL, bootstrapped as Supabase's databases are, that ends with us, whatever ends us.
///
///     let cluster = try await Cluster.start(ClusterConfiguration(.ephemeral, port: .any), on: loop, offload: offload)
///     let session = try await Session.connect(cluster.connection(as: "postgres"), on: loop)
///     …
///     await cluster.stop()
package actor Cluster {
    /// Where the data came from.
    package enum Origin: String, Sendable {
        case initdb, template, existing
    }

    /// What the start took: making or copying the data, starting PostgreSQL, the bootstrap.
    package struct Timings: Sendable {
        package fileprivate(set) var prepare = Duration.zero
        package fileprivate(set) var start = Duration.zero
        package fileprivate(set) var bootstrap = Duration.zero
    }

    /// The folder with data, log and lock; as root perhaps not the one that was asked for.
    package nonisolated let folder: String
    /// Private to the user; holds the socket.
    package nonisolated let socketFolder: String
    /// The TCP port on 127.0.0.1; nil if there is none.
    package nonisolated let port: Int?
    package nonisolated let installation: Installation
    package nonisolated let origin: Origin
    package nonisolated let timings: Timings
    /// What the user should know about the start, in sentences.
    package nonisolated let notices: [String]

    nonisolated let launched: Launch
    private let offload: Offload
    private var stopping: Task<Void, Never>?

    private init(_ launched: Launch, bootstrap: Duration, offload: Offload) {
        folder = launched.data.folder.path
        socketFolder = launched.data.socketFolder
        port = launched.port
        installation = launched.installation
        origin = launched.origin
        notices = launched.notices
        var timings = Timings()
        (timings.prepare, timings.start, timings.bootstrap) = (launched.prepareTime, launched.startTime, bootstrap)
        self.timings = timings
        self.launched = launched
        self.offload = offload
    }

    /// Starts PostgreSQL and returns when it answers. A new database is bootstrapped, and so is an older one whose bootstrap was
    /// another.
    package static func start(_ configuration: ClusterConfiguration, on loop: EventLoop, offload: Offload) async throws -> Cluster {
        let launched = try await launch(configuration, on: loop, offload: offload)
        do {
            let bootstrap = try await ContinuousClock().measure {
                guard try await offload.run({ launched.needsBootstrap }) else { return }
                let session = try await Session.connect(launched.connection(as: "supabase_admin"), on: loop)
                defer { session.close() }
                try await Bootstrap.apply(over: session)
                try await offload.run { try launched.noteBootstrap() }
            }
            return Cluster(launched, bootstrap: bootstrap, offload: offload)
        } catch {
            await shutDown(launched, offload)
            throw error
        }
    }

    /// Tries again where another try can end differently.
    private static func launch(_ configuration: ClusterConfiguration, on loop: EventLoop, offload: Offload) async throws -> Launch {
        var configuration = configuration
        for _ in 1..<ClusterLimits.startAttempts {
            let port = try port(configuration.port, on: loop)
            let attempt = configuration
            do {
                return try await offload.run { try Launch(attempt, port: port) }
            } catch ClusterError.portInUse where configuration.port == .any {
                // Somebody took the port in the meantime.
            } catch ClusterError.template {
                configuration.templates = .none
            }
        }
        let (last, port) = (configuration, try port(configuration.port, on: loop))
        return try await offload.run { try Launch(last, port: port) }
    }

    private static func port(_ port: ClusterConfiguration.Port, on loop: EventLoop) throws -> Int? {
        switch port {
        case .none: nil
        case .fixed(let port): port
        case .any: try Listener.bind(.loopback(port: 0), on: loop).address.port.map(Int.init)
        }
    }

    /// How to reach the database over the private socket, where nobody is asked for a password.
    package nonisolated func connection(as user: String, database: String = "postgres") -> ConnectionSettings {
        launched.connection(as: user, database: database)
    }

    /// Whether PostgreSQL still runs.
    package nonisolated var isRunning: Bool { !launched.watcher.postgresEnds(within: 0) }

    /// Stops PostgreSQL and waits until that is done. What is ephemeral is gone then.
    package func stop() async {
        // In a task of its own, which the caller's cancellation does not reach.
        let task = stopping ?? Task { [launched, offload] in await Self.shutDown(launched, offload) }
        stopping = task
        await task.value
    }

    private static func shutDown(_ launched: Launch, _ offload: Offload) async {
        let hasEnded = await Task { try? await offload.run { launched.shutDown() } }.value
        // A child must be waited for, or it stays on the system's list of processes as long as we live.
        if hasEnded == false { Task { _ = try? await offload.run { launched.watcher.waitForEnd() } } }
    }

    /// Does what may wait until the first request is answered: brings new data to the disk, and makes the template that
    /// later starts are copied from. Takes about a second of one core, at low priority. Failure is no misfortune.
    package nonisolated func settle(on loop: EventLoop, offload: Offload) async {
        _ = try? await offload.run { [launched] in launched.syncNewData() }
        guard let cache = launched.cache, !cache.hasTemplate, !Task.isCancelled else { return }
        var configuration = ClusterConfiguration(.folder(cache.workshop))
        configuration.binaries = installation.binaries
        configuration.templates = .none
        configuration.isBackground = true
        configuration.maximumConnections = launched.maximumConnections
        guard let cluster = try? await Cluster.start(configuration, on: loop, offload: offload) else { return }
        await cluster.stop()
        _ = try? await offload.run { [launched] in
            // The contents reach the disk before the name does.
            cluster.launched.syncData()
            launched.cache?.keep()
        }
    }
}
