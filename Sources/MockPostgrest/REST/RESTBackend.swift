import Foundation
import HTTPServing
package import PostgresLink
package import RESTEngine
package import Sockets
import Synchronization
import Tokens

/// What REST requests share: the configuration and the schema cache, replaced as a whole, and the loop that keeps them fresh.
package final class RESTBackend: Sendable {
    /// What a request sees from its start to its end, whatever is reloaded meanwhile.
    package final class Snapshot: Sendable {
        package let configuration: RESTConfiguration
        /// nil before the first load, and while the database is away.
        package let schema: SchemaCache?
        /// Whether the names of time zones were read, too: they take as long as all the rest.
        let hasTimezones: Bool
        let authenticator: Authenticator
        let cors: CORS
        let traceHeader: TraceHeader

        init(_ configuration: RESTConfiguration, _ schema: SchemaCache?, hasTimezones: Bool) {
            self.configuration = configuration
            self.schema = schema
            self.hasTimezones = hasTimezones
            authenticator = Authenticator(configuration)
            cors = CORS(configuration)
            traceHeader = TraceHeader(configuration)
        }
    }

    /// A lock that nobody contends: requests read it once, reloads write it rarely.
    private let state: Mutex<State>
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    /// A big schema takes tens of milliseconds to be made of its catalogs, in which requests go on.
    private let decoding: Offload
    private let pool: Pool
    private let options: @Sendable () -> [String: String]
    private let adjust: @Sendable (inout RESTConfiguration) -> Void
    private let readsDatabaseConfiguration: Bool
    private let report: @Sendable (Event) -> Void

    private struct State: Sendable {
        var snapshot: Snapshot
        var callers: KnownCallers
        var wish: Wish?
    }

    private enum Wish: Sendable {
        case configuration
        /// Reads the configuration, too.
        case schema
    }

    /// - Parameters:
    ///   - options: those from files and environment by PostgREST's names, read again at each reload.
    ///   - readsDatabaseConfiguration: `db-config`: settings of the connection role override them.
    ///   - adjust: what no option says, done to each new configuration.
    package init(
        pool: Pool, readsDatabaseConfiguration: Bool, tokenCacheSize: Int = 1000,
        adjust: @escaping @Sendable (inout RESTConfiguration) -> Void = { _ in },
        report: @escaping @Sendable (Event) -> Void, options: @escaping @Sendable () -> [String: String]
    ) throws {
        decoding = try Offload(threads: 1)
        self.pool = pool
        self.options = options
        self.adjust = adjust
        self.readsDatabaseConfiguration = readsDatabaseConfiguration
        self.report = report
        var configuration = try RESTConfiguration(options: options())
        adjust(&configuration)
        let snapshot = Snapshot(configuration, nil, hasTimezones: false)
        state = Mutex(State(snapshot: snapshot, callers: KnownCallers(capacity: tokenCacheSize)))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package var snapshot: Snapshot { state.withLock { $0.snapshot } }

    /// Who asks, by the request's token.
    func caller(of request: Request, _ authenticator: Authenticator) throws(RESTError) -> Caller {
        let now = Int(Date().timeIntervalSince1970)
        return try state.withLock { (state) throws(RESTError) in
            try authenticator.caller(of: request, now: now, callers: &state.callers)
        }
    }

    package func reloadSchema() { ask(for: .schema) }
    package func reloadConfiguration() { ask(for: .configuration) }

    /// A statement met a lost connection: the schema may have changed by the time the database is back.
    func databaseWasLost() { ask(for: .schema) }

    private func ask(for wish: Wish) {
        state.withLock { $0.wish = $0.wish == .schema ? .schema : wish }
        wake.yield()
    }
}

// MARK: - Loading

extension RESTBackend {
    /// Reads configuration and schema now, the names of time zones perhaps later.
    nonisolated(nonsending)
        package func load(timezones: Bool = true) async throws
    {
        try await load(.schema, timezones: timezones)
    }

    /// Loads whenever asked to, until the task is cancelled. What is asked for within 100 ms of a load is done together
    /// (rest.md 2.11). While the database is away it is tried again and again, and requests get PGRST002.
    package func run(on loop: EventLoop) async {
        for await _ in wakes {
            let wish = state.withLock { state in
                defer { state.wish = nil }
                return state.wish
            }
            if let wish { await fulfil(wish, on: loop) }
            try? await loop.sleep(for: .milliseconds(100))
        }
    }

    private func fulfil(_ wish: Wish, on loop: EventLoop) async {
        var delay = Duration.seconds(1)
        var isFirstFailure = true
        while !Task.isCancelled {
            do {
                try await load(snapshot.schema == nil ? .schema : wish, timezones: true)
                return
            } catch {
                // A session that broke while it lay in the pool says nothing of the database.
                if isFirstFailure, error is DatabaseError {
                    isFirstFailure = false
                    continue
                }
                if wish == .schema {
                    state.withLock { $0.snapshot = Snapshot($0.snapshot.configuration, nil, hasTimezones: false) }
                }
                report(.schemaLoadFailed("\(error)", retryAfter: delay))
                try? await loop.sleep(for: delay)
                delay = min(delay * 2, .seconds(32))
            }
        }
    }

    nonisolated(nonsending)
        private func load(_ wish: Wish, timezones: Bool) async throws
    {
        let start = ContinuousClock.now
        let options = options()
        let before = snapshot
        // They change only with the machine.
        let known = before.hasTimezones ? before.schema?.timezones : timezones ? nil : []
        let (configuration, schema) = try await pool.withSession { session -> (RESTConfiguration, SchemaCache?) in
            let configuration = try await self.configuration(options, over: session)
            guard wish == .schema else { return (configuration, before.schema) }
            let queries = SchemaCache.queries(for: configuration, timezones: known == nil)
            let results = try await session.run(queries.map { Statement($0, isPrepared: false) })
            let schema = try await self.decoding.run { try SchemaCache(results, configuration: configuration, timezones: known) }
            return (configuration, schema)
        }
        let loaded = Snapshot(configuration, schema, hasTimezones: before.hasTimezones || (wish == .schema && timezones))
        state.withLock { state in
            state.snapshot = loaded
            state.callers.removeAll()
        }
        guard wish == .schema else { return report(.configurationLoaded) }
        // Plans that were prepared before may mean other objects now.
        pool.renew()
        report(.schemaLoaded(ContinuousClock.now - start))
    }

    nonisolated(nonsending)
        private func configuration(_ options: [String: String], over session: Session) async throws -> RESTConfiguration
    {
        var configuration = try RESTConfiguration(options: options)
        if readsDatabaseConfiguration {
            let queries = DatabaseSettings.queries(
                serverVersion: session.serverVersion, preConfiguration: OptionTexts(options).text("db-pre-config"))
            let settings = DatabaseSettings(try await session.run(queries.map { Statement($0, isPrepared: false) }))
            configuration = try RESTConfiguration(options: settings.overriding(options))
            configuration.roleSettings = settings.roleSettings
            configuration.roleIsolation = settings.roleIsolation
        }
        adjust(&configuration)
        return configuration
    }
}
