package import Sockets
import Synchronization

package struct PoolSettings: Sendable {
    package var connection: ConnectionSettings
    /// How many sessions there may be at a time.
    package var limit = 10
    /// How long a task waits for a session; then `DatabaseError.poolTimeout`.
    package var acquisitionTimeout: Duration = .seconds(10)
    /// How long a session may lie idle.
    package var idleTime: Duration = .seconds(30)
    /// How long a session may live: the server's caches of it only grow.
    package var maximumLifetime: Duration = .seconds(1800)
    /// Gets the notices of all sessions.
    package var onNotice: (@Sendable (Notice) -> Void)?

    package init(_ connection: ConnectionSettings, limit: Int = 10) {
        self.connection = connection
        self.limit = limit
    }
}

/// Sessions that many tasks share, one at a time, first come, first served.
///
///     let names = try await pool.withSession { try await $0.run("SELECT name FROM dog") }
///
/// A class with a lock for the reason given at `Session`. What is decided, `PoolState` decides.
package final class Pool: Sendable {
    private typealias Core = PoolState<Session>

    private struct State {
        var core: Core
        var continuations: [UInt64: UnsafeContinuation<Core.Grant, any Error>] = [:]
        var lastID: UInt64 = 0
        /// Tells those who wait that their time is up; runs only while somebody waits.
        var alarm: Task<Void, Never>?
        /// Closes what lies idle too long; runs only while something does.
        var reaper: Task<Void, Never>?
        var closers: [UnsafeContinuation<Void, Never>] = []
    }

    private let settings: PoolSettings
    private let connection: ConnectionSettings
    private let loop: EventLoop
    private let state: Mutex<State>

    package init(_ settings: PoolSettings, on loop: EventLoop) {
        self.settings = settings
        self.loop = loop
        var connection = settings.connection
        connection.connectTimeout = min(connection.attemptTimeout, settings.acquisitionTimeout)
        connection["connect_timeout"] = nil
        self.connection = connection
        let rules = Core.Rules(
            limit: settings.limit, acquisitionTimeout: settings.acquisitionTimeout, idleTime: settings.idleTime,
            maximumLifetime: settings.maximumLifetime)
        state = Mutex(State(core: Core(rules)))
    }

    deinit {
        state.withLock { $0.reaper?.cancel() }
    }

    /// Lends a session. It is given back with no transaction open, or closed.
    nonisolated(nonsending)
        package func withSession<R>(_ body: nonisolated(nonsending) (Session) async throws -> R) async throws -> R
    {
        let lease = try await acquire()
        do {
            let result = try await body(lease.member)
            await giveBack(lease)
            return result
        } catch {
            await giveBack(lease)
            throw error
        }
    }

    /// Has all sessions replaced: idle ones now, those at work when they come back. What they had prepared goes with them.
    package func renew() {
        change { core, _ in core.renew() }
    }

    /// Refuses new leases, and waits for the sessions that are lent.
    package func close() async {
        change { core, _ in core.close() }
        await withUnsafeContinuation { continuation in
            let isUnused = state.withLock { state in
                if !state.core.isUnused { state.closers.append(continuation) }
                return state.core.isUnused
            }
            if isUnused { continuation.resume() }
        }
    }

    package struct Statistics: Sendable, Hashable {
        package var idle: Int
        package var leased: Int
        package var opening: Int
        package var waiting: Int
        /// How many tasks got no session in time since the pool was made.
        package var timeouts = 0
    }

    package var statistics: Statistics {
        state.withLock { state in
            Statistics(
                idle: state.core.idleCount, leased: state.core.leased, opening: state.core.opening, waiting: state.core.waiting,
                timeouts: state.core.timeouts)
        }
    }
}

// MARK: Leases

extension Pool {
    nonisolated(nonsending)
        private func acquire() async throws -> Core.Lease
    {
        let now = MonotonicTime.now
        let deadline = now + settings.acquisitionTimeout
        var grant: Core.Grant
        switch state.withLock({ $0.core.acquire(at: now) }) {
        case .granted(let granted): grant = granted
        case .refused(let error): throw error
        case .wait: grant = try await wait(until: deadline)
        }
        while true {
            if case .use(let lease) = grant { return lease }
            if let lease = try await open() { return lease }
            grant = try await wait(until: deadline)
        }
    }

    /// nil: it failed, but others have sessions that work, so there is something to wait for.
    nonisolated(nonsending)
        private func open() async throws -> Core.Lease?
    {
        do {
            let session = try await Session.connect(connection, on: loop)
            session.onNotice(settings.onNotice)
            return change { core, now in core.opened(session, at: now) }
        } catch {
            let isCancelled = Task.isCancelled
            let waits = change { core, now in core.openFailed(isCancelled ? nil : error, at: now) }
            if isCancelled { throw CancellationError() }
            if waits { return nil }
            throw error
        }
    }

    nonisolated(nonsending)
        private func wait(until deadline: MonotonicTime) async throws -> Core.Grant
    {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            // Unsafe only in that nobody checks that it is resumed once: whoever takes it out of the table does it.
            try await withUnsafeThrowingContinuation { continuation in
                enqueue(Core.Waiter(id: id, deadline: deadline), continuation)
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.core.leave(id) ? state.continuations.removeValue(forKey: id) : nil
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func enqueue(_ waiter: Core.Waiter, _ continuation: UnsafeContinuation<Core.Grant, any Error>) {
        let now = MonotonicTime.now
        let effects: Core.Effects? = state.withLock { state in
            // A cancellation that comes later finds the waiter in the line.
            if Task.isCancelled { return nil }
            state.continuations[waiter.id] = continuation
            let effects = state.core.enqueue(waiter, at: now)
            if state.alarm == nil, state.core.nextDeadline != nil {
                state.alarm = Task(executorPreference: loop) { await self.expireWaiters() }
            }
            return effects
        }
        guard let effects else { return continuation.resume(throwing: CancellationError()) }
        perform(effects)
    }

    nonisolated(nonsending)
        private func giveBack(_ lease: Core.Lease) async
    {
        if lease.member.isInTransaction {
            // The task may be cancelled, and then it could not wait for the answer.
            let cleaning = Task(executorPreference: loop) {
                try await lease.member.run(Statement("ROLLBACK", isPrepared: false))
            }
            if await cleaning.result.isFailure { lease.member.close() }
        }
        let condition: Core.Condition = !lease.member.isUsable ? .broken : lease.member.hasGrown ? .spent : .usable
        change { core, now in core.release(lease, condition, at: now) }
        startReaper()
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}

// MARK: Effects

extension Pool {
    private func change(_ body: (inout Core, MonotonicTime) -> Core.Effects) {
        change { core, now in ((), body(&core, now)) }
    }

    private func change<R: Sendable>(_ body: (inout Core, MonotonicTime) -> (R, Core.Effects)) -> R {
        let now = MonotonicTime.now
        let (result, effects) = state.withLock { body(&$0.core, now) }
        perform(effects)
        return result
    }

    private func perform(_ effects: Core.Effects) {
        for session in effects.close { session.close() }
        for (id, result) in effects.resume {
            let continuation = state.withLock { $0.continuations.removeValue(forKey: id) }
            continuation?.resume(with: result.mapError { $0 })
        }
        let closers = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
            guard state.core.isClosed, state.core.isUnused, !state.closers.isEmpty else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    private func expireWaiters() async {
        while true {
            let deadline = state.withLock { state in
                if state.core.nextDeadline == nil { state.alarm = nil }
                return state.core.nextDeadline
            }
            guard let deadline else { return }
            let isInterrupted: Void? = try? await loop.sleep(for: .now(until: deadline))
            // The loop stops: nobody will be served any more.
            if isInterrupted == nil {
                state.withLock { $0.alarm = nil }
                return change { core, _ in core.close() }
            }
            change { core, now in core.expireWaiters(at: now) }
        }
    }

    private func startReaper() {
        state.withLock { state in
            guard state.reaper == nil, state.core.nextReaping != nil else { return }
            state.reaper = Task(executorPreference: loop) { [weak self, loop] in
                while let next = self?.nextReaping() {
                    guard (try? await loop.sleep(for: .now(until: next))) != nil else { return }
                    self?.change { core, now in core.reap(at: now) }
                }
            }
        }
    }

    private func nextReaping() -> MonotonicTime? {
        state.withLock { state in
            if state.core.nextReaping == nil { state.reaper = nil }
            return state.core.nextReaping
        }
    }
}

extension Duration {
    fileprivate static func now(until time: MonotonicTime) -> Duration {
        let now = MonotonicTime.now
        return now < time ? .nanoseconds(Int64(clamping: time.nanoseconds - now.nanoseconds)) : .zero
    }
}
