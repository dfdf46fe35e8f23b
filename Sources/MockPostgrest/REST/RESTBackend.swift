import Foundation
import HTTPServing
package import PostgresLink
package import RESTEngine
package import Sockets
import Synchronization
import Tokens

/// What REST requests share: the configuration and the schema cache, replaced as a whole, and the loop that keeps them fresh.
package final class RESTBackend: Sendable {
    package struct Snapshot: Sendable {
        package var configuration: RESTConfiguration {
            didSet {
                authenticator = Authenticator(configuration)
                cors = CORS(configuration)
                traceHeader = TraceHeader(configuration)
            }
        }
        /// nil before the first load, and while the database is away.
        package var schema: SchemaCache?
        var authenticator: Authenticator
        var cors: CORS
        var traceHeader: TraceHeader

        init(_ configuration: RESTConfiguration) {
            self.configuration = configuration
            authenticator = Authenticator(configuration)
            cors = CORS(configuration)
            traceHeader = TraceHeader(configuration)
        }
    }

    /// A lock that nobody contends: requests read it once, reloads write it rarely.
    private let state: Mutex<State>
    private let wishes: AsyncStream<Wish>
    private let wish: AsyncStream<Wish>.Continuation
    private let pool: Pool
    private let options: @Sendable () throws -> [String: String]
    private let readsDatabaseConfiguration: Bool
    private let report: @Sendable (Event) -> Void

    private struct State: Sendable {
        var snapshot: Snapshot
        var tokens: VerifiedTokens
    }

    private enum Wish: Sendable {
        case schema
        case configuration
    }

    /// - Parameters:
    ///   - options: those from files and environment by PostgREST's names, read again at each reload.
    ///   - readsDatabaseConfiguration: `db-config`: settings of the connection role override it.
    package init(
        pool: Pool, readsDatabaseConfiguration: Bool, tokenCacheSize: Int = 1000, report: @escaping @Sendable (Event) -> Void,
        options: @escaping @Sendable () throws -> [String: String]
    ) throws {
        self.pool = pool
        self.options = options
        self.readsDatabaseConfiguration = readsDatabaseConfiguration
        self.report = report
        state = Mutex(State(snapshot: Snapshot(try RESTConfiguration(options: try options())), tokens: VerifiedTokens(capacity: tokenCacheSize)))
        (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    package var snapshot: Snapshot { state.withLock { $0.snapshot } }

    /// Who asks, by the request's token.
    func caller(of request: Request, _ authenticator: Authenticator) throws(RESTError) -> Caller {
        let now = Int(Date().timeIntervalSince1970)
        return try state.withLock { (state) throws(RESTError) in try authenticator.caller(of: request, now: now, tokens: &state.tokens) }
    }

    package func reloadSchema() { wish.yield(.schema) }
    package func reloadConfiguration() { wish.yield(.configuration) }

    /// A statement met a lost connection: the schema may have changed by the time the database is back.
    func databaseWasLost() { wish.yield(.schema) }

    /// Loads once, then again whenever asked to, until the task is cancelled. Requests get PGRST002 until the first load is done.
    package func run(on loop: EventLoop) async {
        wish.yield(.schema)
        for await wish in wishes {
            await fulfil(wish, on: loop)
            if Task.isCancelled { return }
        }
    }

    private func fulfil(_ wish: Wish, on loop: EventLoop) async {
        var delay = Duration.seconds(1)
        while !Task.isCancelled {
            do {
                try await load(withSchema: wish == .schema || snapshot.schema == nil)
                return
            } catch {
                if wish == .schema { state.withLock { $0.snapshot.schema = nil } }
                report(.schemaLoadFailed("\(error)", retryAfter: delay))
                try? await loop.sleep(for: delay)
                delay = min(delay * 2, .seconds(32))
            }
        }
    }

    private func load(withSchema: Bool) async throws {
        let start = ContinuousClock.now
        let options = try options()
        let loaded = try await pool.withSession { [readsDatabaseConfiguration] session -> (RESTConfiguration, SchemaCache?) in
            var configuration = try RESTConfiguration(options: options)
            if readsDatabaseConfiguration {
                let queries = DatabaseSettings.queries(
                    serverVersion: session.serverVersion, preConfiguration: OptionTexts(options).text("db-pre-config"))
                let settings = DatabaseSettings(try await session.run(queries.map { Statement($0, isPrepared: false) }))
                configuration = try RESTConfiguration(options: settings.overriding(options))
                configuration.roleSettings = settings.roleSettings
                configuration.roleIsolation = settings.roleIsolation
            }
            guard withSchema else { return (configuration, nil) }
            let results = try await session.run(SchemaCache.queries(for: configuration).map { Statement($0, isPrepared: false) })
            return (configuration, try SchemaCache(results, configuration: configuration))
        }
        state.withLock { state in
            state.snapshot.configuration = loaded.0
            if let schema = loaded.1 { state.snapshot.schema = schema }
            state.tokens.removeAll()
        }
        if withSchema {
            // Plans that were prepared before may mean other objects now.
            pool.renew()
            report(.schemaLoaded(ContinuousClock.now - start))
        } else {
            report(.configurationLoaded)
        }
    }
}
