import HTTPServing
import PostgresLink
package import RESTEngine
package import Sockets

/// The REST engine bare, at `/`: a drop-in for the `postgrest` program.
package struct RESTServer: Sendable {
    private let loop: EventLoop
    private let server: Server
    /// The admin port, if there is one.
    private let admin: Server?
    private let pool: Pool
    private let backend: RESTBackend
    private let connection: ConnectionSettings
    private let log: RESTLog

    /// Listens at once; requests get PGRST002 until the schema is loaded.
    ///
    /// - Parameter configuration: what the options mean before the database is asked for its own.
    package init(
        _ process: RESTServerConfiguration, _ configuration: RESTConfiguration, source: OptionSource, log: RESTLog, on loop: EventLoop
    ) throws(StartError) {
        self.loop = loop
        self.log = log
        log.report(.starting)
        connection = process.connection
        pool = Pool(process.poolSettings(configuration), on: loop)
        do throws(SystemError) {
            backend = try RESTBackend(
                pool: pool, source: source, configuration: configuration,
                recovery: .init(isAutomatic: process.recoversAutomatically, givesUp: true), report: log.report)
        } catch {
            throw StartError("\(error)")
        }
        if process.adminPort != nil {
            let responder = LateResponder()
            let admin = try Self.bind(process.adminCandidates(), on: loop, responder: responder)
            log.report(.adminListening(admin.address))
            server = try Self.bind(process, RESTService(pool: pool, backend: backend, log: log), on: loop)
            responder.set(
                AdminResponder(backend: backend, pool: pool, poolSize: process.poolSize, address: server.address, loop: loop))
            self.admin = admin
        } else {
            admin = nil
            server = try Self.bind(process, RESTService(pool: pool, backend: backend, log: log), on: loop)
        }
        log.report(.listening(server.address))
        log.report(.poolInitialized(size: process.poolSize))
    }

    /// A silent one, configured by `PGRST_*` variables alone.
    package init(environment: [String: String], on loop: EventLoop) throws {
        let setup = try RESTSetup(nil, environment: environment)
        try self.init(
            setup.process, setup.configuration, source: OptionSource(setup.source, offload: try Offload(threads: 1)),
            log: RESTLog(level: .crit) { _, _ in }, on: loop)
    }

    package var address: Address { server.address }
    package var adminAddress: Address? { admin?.address }

    private static func bind(
        _ process: RESTServerConfiguration, _ service: RESTService, on loop: EventLoop
    ) throws(StartError) -> Server {
        var options = Listener.Options()
        options.reusesPort = process.sharesPort
        options.unixMode = process.unixSocketMode
        return try bind(process.candidates(), options, on: loop, responder: service)
    }

    /// Listens on the first address that can be had.
    private static func bind(
        _ candidates: [ListenCandidate], _ options: Listener.Options = .init(), on loop: EventLoop, responder: any Responder
    ) throws(StartError) -> Server {
        var settings = HTTPServing.ServerSettings()
        settings.limits.graceTime = .seconds(1)
        settings.serverName = "postgrest/\(PostgRESTVersion.current)"
        // The original knows one answer to every head that is too large (rest.md 10.5).
        settings.protocolErrorResponse = { .plainError([414, 431].contains($0.code) ? Status(400) : $0) }
        var failure = StartError("the host has no address to listen on")
        for candidate in candidates {
            var options = options
            options.takesBothFamilies = candidate.takesBothFamilies
            do throws(SystemError) {
                return try Server.bind(candidate.address, on: loop, settings: settings, listening: options, responder: responder)
            } catch {
                failure = StartError("cannot listen on \(candidate.address): \(error)")
            }
        }
        throw failure
    }
}

// MARK: - Serving

extension RESTServer {
    /// Serves until ``stop()``; then nil. Why it gave up, otherwise.
    @discardableResult
    package func run() async -> ServerFailure? {
        let failure = await withTaskGroup(of: ServerFailure?.self) { group in
            backend.reloadSchema()
            group.addTask { await keepLoaded() }
            group.addTask {
                await SchemaListener.follow(connection, backend, on: loop, report: log.report)
                return nil
            }
            if let admin {
                group.addTask {
                    await admin.run()
                    return nil
                }
            }
            await server.run()
            admin?.stop()
            group.cancelAll()
            return await group.reduce(nil) { $0 ?? $1 }
        }
        await pool.close()
        return failure
    }

    private func keepLoaded() async -> ServerFailure? {
        do throws(ServerFailure) {
            try await backend.run(on: loop)
            return nil
        } catch {
            log.report(.gaveUp(error))
            stop()
            return error
        }
    }

    package func stop() { server.stop() }
    package func reloadSchema() { backend.reloadSchema() }
    package func reloadConfiguration() { backend.reloadConfiguration() }
}

extension RESTServerConfiguration {
    /// A string that libpq does not understand makes every attempt fail, as it does with the original.
    var connection: ConnectionSettings {
        do throws(DatabaseError) {
            var settings = try ConnectionSettings(uri: databaseURI)
            settings["fallback_application_name"] = settings["fallback_application_name"] ?? "PostgREST \(PostgRESTVersion.current)"
            return settings
        } catch {
            return ConnectionSettings(unusable: error)
        }
    }

    func poolSettings(_ configuration: RESTConfiguration) -> PoolSettings {
        var settings = PoolSettings(connection, limit: poolSize)
        settings.acquisitionTimeout = .seconds(acquisitionTimeout)
        settings.idleTime = .seconds(idleTime)
        settings.maximumLifetime = .seconds(maximumLifetime)
        settings.connection.preparedStatements = configuration.preparedStatements
        return settings
    }

    fileprivate func candidates() throws(StartError) -> [ListenCandidate] {
        guard let unixSocket else { return try Self.candidates(host, port) }
        do throws(InvalidAddress) {
            return [ListenCandidate(address: try .unix(checking: unixSocket))]
        } catch {
            throw StartError(error.description)
        }
    }

    fileprivate func adminCandidates() throws(StartError) -> [ListenCandidate] {
        try Self.candidates(adminHost, adminPort ?? 0)
    }

    private static func candidates(_ host: String, _ port: UInt16) throws(StartError) -> [ListenCandidate] {
        do throws(ResolutionError) {
            return try ListenCandidate.all(host: host, port: port)
        } catch {
            throw StartError(error.description)
        }
    }
}

/// Why the server could not start; the text is for the person who started it.
package struct StartError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
