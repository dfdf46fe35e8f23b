import AuthService
import Foundation
import HTTPServing
import PostgresLink
import RESTEngine
import Sockets
import StorageService

/// The parts of one server, put together.
final class RunningServer: Sendable {
    let url: String
    let inboxURL: String
    let databaseURL: String
    let keys: APIKeys
    let notices: [String]

    private let loop: EventLoop
    private let offload: Offload
    private let database: ServedDatabase
    private let server: Server
    private let inbox: Server?
    private let pools: Pools
    private let serving: Task<Void, Never>
    private let background: Task<Void, Never>
    /// What may outlast a stop: it ends by itself, and cleans up behind it.
    private let settling: Task<Void, Never>

    private init(
        url: String, keys: APIKeys, notices: [String], loop: EventLoop, offload: Offload, database: ServedDatabase, server: Server,
        inbox: Server?, pools: Pools, background: Task<Void, Never>
    ) {
        self.url = url
        self.keys = keys
        self.notices = notices
        self.loop = loop
        self.offload = offload
        self.database = database
        self.server = server
        self.inbox = inbox
        inboxURL = inbox.map { "http://\($0.address)" } ?? "\(url)/inbox"
        self.pools = pools
        self.background = background
        databaseURL = database.url
        serving = Task(executorPreference: loop) {
            async let inboxEnd: Void? = inbox?.run()
            await server.run()
            inbox?.stop()
            _ = await inboxEnd
        }
        // Not on the loop, which ends with the server.
        settling = Task { await database.settle(on: loop, offload: offload) }
    }

    static func start(_ configuration: MockServerConfiguration) async throws -> RunningServer {
        let loop = try EventLoop.started(name: "mock-postgrest")
        let offload = try Offload()
        do {
            return try await Task(executorPreference: loop) {
                try await start(configuration, on: loop, offload: offload)
            }.value
        } catch {
            loop.stop()
            throw error
        }
    }

    private static func start(
        _ configuration: MockServerConfiguration, on loop: EventLoop, offload: Offload
    ) async throws -> RunningServer {
        // The address first: a port in use is found before anything is started.
        let responder = LateResponder()
        let server = try listen(configuration, port: configuration.port, responder, on: loop)
        let inboxPages = LateResponder()
        // The inbox is below the main address, too, so a port in use is no reason to serve nothing.
        let inbox = configuration.inboxPort.flatMap { try? listen(configuration, port: $0, inboxPages, on: loop) }
        let url = configuration.externalURL ?? "http://\(server.address)"
        let database = try await ServedDatabase.open(configuration, apiURL: url, on: loop, offload: offload)
        do {
            let pools = Pools(database, configuration, on: loop)
            let settings = authSettings(configuration, url: url)
            let backend = try RESTBackend(configuration, settings, pool: pools.rest)
            try await backend.load(timezones: false)
            backend.reloadSchema()
            let messages = InboxStore(pool: pools.auth)
            let reader = InboxResponder(store: messages) { try await loop.sleep(for: $0) }
            inboxPages.set(reader)
            let services = Gateway.Services(
                rest: RESTService(pool: pools.rest, backend: backend),
                auth: AuthResponder(
                    settings: settings, database: AuthDatabase(pool: pools.auth, passwordPool: pools.passwords, offload: offload), outbox: messages,
                    client: HTTPClient(loop: loop, offload: offload)),
                storage: try await StorageResponder(configuration, settings, database, pools, offload), inbox: reader)
            let gateway = Gateway(services: services, keys: configuration.keys) { await health(pools.rest, backend) }
            responder.set(RequestLog(gateway, style: configuration.log.style))
            let background = Task(executorPreference: loop) {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { try? await backend.run(on: loop) }
                    group.addTask { await SchemaListener.follow(pools.listener, backend, on: loop) { _ in } }
                    group.addTask {
                        // Without its database the server is no server: it ends, and who waits for that is told.
                        guard (try? await database.waitForEnd(on: loop)) != nil else { return }
                        server.stop()
                    }
                }
            }
            return RunningServer(
                url: url, keys: configuration.keys, notices: database.notices + missing(inbox, configuration), loop: loop, offload: offload, database: database,
                server: server, inbox: inbox, pools: pools, background: background)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func missing(_ inbox: Server?, _ configuration: MockServerConfiguration) -> [String] {
        guard inbox == nil, let port = configuration.inboxPort else { return [] }
        return ["Port \(port), the inbox's, is in use: the inbox is below the API's URL only"]
    }

    private static func listen(
        _ configuration: MockServerConfiguration, port: UInt16, _ responder: LateResponder, on loop: EventLoop
    ) throws -> Server {
        guard let address = Address(host: configuration.host, port: port) else {
            throw StartError("'\(configuration.host)' is not an address to listen on")
        }
        do {
            var settings = HTTPServing.ServerSettings()
            // With PostgreSQL's own end it is two seconds until the process is gone.
            settings.limits.graceTime = .milliseconds(900)
            return try Server.bind(address, on: loop, settings: settings, responder: responder)
        } catch {
            throw StartError("cannot listen on \(address): \(error)")
        }
    }

    private static func authSettings(_ configuration: MockServerConfiguration, url: String) -> AuthSettings {
        var settings = configuration.auth
        settings.externalURL = configuration.authURL ?? url + "/auth/v1"
        settings.jwtSecret = configuration.keys.jwtSecret
        return settings
    }

    /// nil when all is well.
    private static func health(_ pool: Pool, _ backend: RESTBackend) async -> String? {
        do {
            _ = try await pool.withSession { try await $0.run("SELECT 1") }
        } catch {
            return "the database does not answer: \(error)"
        }
        return backend.snapshot.schema == nil ? "the schema cache is not loaded" : nil
    }

    func stop() async {
        server.stop()
        inbox?.stop()
        await serving.value
        settling.cancel()
        background.cancel()
        await background.value
        await pools.close()
        await database.close()
        loop.stop()
    }

    func waitUntilStopped() async {
        await serving.value
    }
}

extension MockServerConfiguration.Log {
    fileprivate var style: RequestLog.Style {
        switch self {
        case .silent: .silent
        case .text: .automatic
        case .json: .json
        }
    }
}
