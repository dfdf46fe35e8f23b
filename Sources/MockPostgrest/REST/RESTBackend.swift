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
    private let source: OptionSource
    private let recovery: Recovery
    private let report: @Sendable (Event) -> Void
    let counters = RESTCounters()
    private let listening = Atomic(false)
    /// Where to listen for notifications, first and whenever that changes; nil: nowhere.
    let channels: AsyncStream<String?>
    private let channel: AsyncStream<String?>.Continuation

    private struct State: Sendable {
        var snapshot: Snapshot
        var callers: KnownCallers
        /// Those of callers that were forgotten.
        var pastLookups = KnownCallers.Lookups()
        var wish: Wish?
        var isLoading = true
        var hasReadOptions = false
        /// Why nothing will be tried any more.
        var failure: ServerFailure?
    }

    private enum Wish: Sendable {
        case configuration
        /// Reads the configuration, too.
        case schema
    }

    /// What a backend does when it cannot go on as it is.
    package struct Recovery: Sendable {
        /// Lost and refused connections are tried again.
        var isAutomatic = true
        /// What no other try can mend (a wrong password, a wrong option in the database at the start) ends ``run(on:)``.
        var givesUp = false

        package static let always = Recovery()
    }

    /// - Parameter configuration: that of the options that are there before the database is asked.
    package init(
        pool: Pool, source: OptionSource, configuration: RESTConfiguration, recovery: Recovery = .always,
        report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        decoding = try Offload(threads: 1)
        self.pool = pool
        self.source = source
        self.recovery = recovery
        self.report = report
        let snapshot = Snapshot(configuration, nil, hasTimezones: false)
        state = Mutex(State(snapshot: snapshot, callers: KnownCallers(capacity: configuration.tokenCacheSize)))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (channels, channel) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        channel.yield(configuration.listens ? configuration.channel : nil)
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

    /// Whether requests are answered from a schema that no reload is about to replace.
    var isLoaded: Bool { state.withLock { $0.snapshot.schema != nil && !$0.isLoading } }

    /// A statement met a lost connection: the schema may have changed by the time the database is back.
    func databaseWasLost() {
        if recovery.isAutomatic { ask(for: .schema) } else { giveUp(.noRecovery) }
    }

    var tokenLookups: KnownCallers.Lookups { state.withLock { $0.pastLookups + $0.callers.lookups } }

    /// Whether notifications of the database reach us.
    var listenerIsUp: Bool {
        get { listening.load(ordering: .relaxed) }
        set { listening.store(newValue, ordering: .relaxed) }
    }

    func listenerWasLost() {
        if !recovery.isAutomatic { giveUp(.noRecovery) }
    }

    private func giveUp(_ failure: ServerFailure) {
        state.withLock { $0.failure = $0.failure ?? failure }
        wake.yield()
    }

    private func ask(for wish: Wish) {
        state.withLock { state in
            state.wish = state.wish == .schema ? .schema : wish
            if wish == .schema { state.isLoading = true }
        }
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

    /// Reads the configuration alone.
    nonisolated(nonsending)
        package func loadConfiguration() async throws
    {
        try await load(.configuration, timezones: false)
    }

    /// Loads whenever asked to, until the task is cancelled. What is asked for within 100 ms of a load is done together
    /// (rest.md 2.11). While the database is away it is tried again and again, and requests get PGRST002.
    package func run(on loop: EventLoop) async throws(ServerFailure) {
        for await _ in wakes {
            let (wish, failure) = state.withLock { state in
                defer { state.wish = nil }
                return (state.wish, state.failure)
            }
            if let failure { throw failure }
            if let wish { try await fulfil(wish, on: loop) }
            try? await loop.sleep(for: .milliseconds(100))
        }
    }

    private func fulfil(_ wish: Wish, on loop: EventLoop) async throws(ServerFailure) {
        var delay = Duration.seconds(1)
        var isFirstFailure = true
        while !Task.isCancelled {
            do {
                try await load(snapshot.schema == nil ? .schema : wish, timezones: true)
                return
            } catch {
                if Task.isCancelled { return }
                if recovery.givesUp, let failure = ServerFailure(error) { throw failure }
                // A session that broke while it lay in the pool says nothing of the database.
                if isFirstFailure, error is DatabaseError, snapshot.schema != nil {
                    isFirstFailure = false
                    continue
                }
                if wish == .schema {
                    state.withLock { $0.snapshot = Snapshot($0.snapshot.configuration, nil, hasTimezones: false) }
                    counters.schemaLoadFailed()
                }
                report(.schemaLoadFailed(Failure(error), snapshot.configuration, retryAfter: delay))
                guard recovery.isAutomatic || !error.isLostConnection else { throw .noRecovery }
                try? await loop.sleep(for: delay)
                delay = min(delay * 2, .seconds(32))
            }
        }
    }

    nonisolated(nonsending)
        private func load(_ wish: Wish, timezones: Bool) async throws
    {
        let start = ContinuousClock.now
        let before = snapshot
        let options = try await valid { try await source.options() }
        let (configuration, schema) = try await pool.withSession { session -> (RESTConfiguration, SchemaCache?) in
            if before.schema == nil { try await self.greet(session) }
            let configuration = try await self.configuration(options, over: session)
            guard wish == .schema else { return (configuration, before.schema) }
            let known = Self.knownTimezones(before, configuration, reads: timezones)
            let queries = SchemaCache.queries(for: configuration, timezones: known == nil)
            let results = try await session.run(queries.map { Statement($0, isPrepared: false) })
            let schema = try await self.decoding.run { try SchemaCache(results, configuration: configuration, timezones: known) }
            return (configuration, schema)
        }
        let loaded = Snapshot(
            configuration, schema, hasTimezones: before.hasTimezones || !configuration.timezonesEnabled || (wish == .schema && timezones))
        state.withLock { state in
            state.snapshot = loaded
            state.pastLookups = state.pastLookups + state.callers.lookups
            state.callers = KnownCallers(capacity: configuration.tokenCacheSize)
            if wish == .schema { state.isLoading = state.wish == .schema }
        }
        let (old, new) = (before.configuration, configuration)
        if old.channel != new.channel || old.listens != new.listens { channel.yield(new.listens ? new.channel : nil) }
        guard wish == .schema, let schema else { return }
        // Plans that were prepared before may mean other objects now.
        pool.renew()
        let time = ContinuousClock.now - start
        counters.schemaLoaded(in: time)
        report(.schemaLoaded(SchemaSummary(schema), time))
    }

    /// They change only with the machine. nil: they must be read.
    private static func knownTimezones(_ before: Snapshot, _ configuration: RESTConfiguration, reads: Bool) -> Set<String>? {
        guard configuration.timezonesEnabled else { return [] }
        return before.hasTimezones ? before.schema?.timezones : reads ? nil : []
    }

    nonisolated(nonsending)
        private func greet(_ session: Session) async throws
    {
        guard recovery.givesUp else { return }
        guard session.serverVersion >= 130_000 else { throw ServerFailure.unsupported(session.serverVersion) }
        let version = try await session.run([Statement("SELECT version()", isPrepared: false)])
        report(.connected(version.first?.text(0, 0) ?? ""))
    }

    /// The configuration that the options and the database give; the one before it, when theirs is wrong.
    nonisolated(nonsending)
        private func configuration(_ options: OptionTexts?, over session: Session) async throws -> RESTConfiguration
    {
        let before = snapshot.configuration
        guard let options, var configuration = try await valid({ try await source.configuration(options) }) else { return before }
        if configuration.readsDatabaseConfiguration {
            let queries = DatabaseSettings.queries(
                serverVersion: session.serverVersion, preConfiguration: before.preConfiguration ?? configuration.preConfiguration)
            let settings = DatabaseSettings(try await session.run(queries.map { Statement($0, isPrepared: false) }))
            guard let combined = try await valid({ try await source.configuration(options.overridden(by: settings.options)) }) else {
                return before
            }
            configuration = combined
            configuration.roleSettings = settings.roleSettings
            configuration.roleIsolation = settings.roleIsolation
        }
        state.withLock { $0.hasReadOptions = true }
        report(.configurationLoaded)
        return configuration
    }

    /// A wrong option is reported and changes nothing, nil; at the start it may be the end.
    nonisolated(nonsending)
        private func valid<R: Sendable>(_ body: nonisolated(nonsending) () async throws -> R) async throws -> R?
    {
        do {
            return try await body()
        } catch let error as OptionError {
            if recovery.givesUp, !state.withLock({ $0.hasReadOptions }) { throw ServerFailure.configuration(error.message) }
            report(.configurationInvalid(error.message))
            return nil
        }
    }
}
