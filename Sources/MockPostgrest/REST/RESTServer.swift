import HTTPServing
import PostgresLink
package import Sockets

/// The REST engine bare, at `/`: a drop-in for the `postgrest` program.
package struct RESTServer: Sendable {
    private let configuration: RESTServerConfiguration
    private let loop: EventLoop
    private let server: Server
    private let pool: Pool
    private let backend: RESTBackend
    private let report: @Sendable (Event) -> Void

    /// Listens at once; requests get PGRST002 until the schema is loaded.
    package init(_ configuration: RESTServerConfiguration, on loop: EventLoop, report: @escaping @Sendable (Event) -> Void) throws {
        self.configuration = configuration
        self.loop = loop
        self.report = report
        var settings = PoolSettings(try configuration.connectionSettings(), limit: configuration.poolSize)
        settings.acquisitionTimeout = configuration.acquisitionTimeout
        settings.idleTime = configuration.idleTime
        settings.maximumLifetime = configuration.maximumLifetime
        settings.connection.preparedStatements = configuration.preparesStatements
        pool = Pool(settings, on: loop)
        backend = try RESTBackend(
            pool: pool, readsDatabaseConfiguration: configuration.readsDatabaseConfiguration,
            tokenCacheSize: configuration.tokenCacheSize, report: report
        ) { configuration.options }
        guard let address = configuration.address else { throw StartError("'\(configuration.host)' is not an address to listen on") }
        var serving = HTTPServing.ServerSettings()
        serving.serverName = "postgrest/14.17"
        // The original knows one answer to every head that is too large (rest.md 10.5).
        serving.protocolErrorResponse = { .plainError([414, 431].contains($0.code) ? Status(400) : $0) }
        do {
            server = try Server.bind(address, on: loop, settings: serving, responder: RESTService(pool: pool, backend: backend))
        } catch {
            throw StartError("cannot listen on \(address): \(error)")
        }
    }

    package var address: Address { server.address }

    /// Serves until ``stop()``.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            backend.reloadSchema()
            group.addTask { await backend.run(on: loop) }
            if configuration.listens {
                group.addTask { await listen() }
            }
            await server.run()
            group.cancelAll()
        }
        await pool.close()
    }

    private func listen() async {
        guard let settings = try? configuration.connectionSettings() else { return }
        await SchemaListener(channel: configuration.channel, report: report).run(settings, backend, on: loop)
    }

    package func stop() { server.stop() }
    package func reloadSchema() { backend.reloadSchema() }
    package func reloadConfiguration() { backend.reloadConfiguration() }
}

/// Why the server could not start; the text is for the person who started it.
package struct StartError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
