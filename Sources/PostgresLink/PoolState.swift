internal import Sockets

/// Who holds which session of the pool, and who waits for one. Pure: each change returns what has to be done for it.
///
/// A task that finds no idle session opens one by itself while the limit allows, so that it learns at first hand why none can
/// be opened; otherwise it waits in line. Generic so that tests use numbers for sessions.
struct PoolState<Member: Sendable>: Sendable {
    struct Rules: Sendable {
        var limit = 10
        var acquisitionTimeout: Duration = .seconds(10)
        var idleTime: Duration = .seconds(30)
        var maximumLifetime: Duration = .seconds(1800)
        var firstPause = Limits.firstReconnectPause
        var longestPause = Limits.longestReconnectPause
    }

    struct Lease: Sendable {
        let member: Member
        fileprivate let openedAt: MonotonicTime
        fileprivate let generation: Int
    }

    enum Grant: Sendable {
        case use(Lease)
        /// Open a session, and report `opened` or `openFailed`.
        case open
    }

    /// In what state a session comes back.
    enum Condition: Sendable {
        case usable
        /// It works, but should not be kept.
        case spent
        case broken
    }

    struct Waiter: Sendable, Hashable {
        let id: UInt64
        let deadline: MonotonicTime
    }

    enum Acquisition: Sendable {
        case granted(Grant)
        case refused(DatabaseError)
        /// Call `enqueue`.
        case wait
    }

    /// What is to be done outside.
    struct Effects: Sendable {
        var close: [Member] = []
        var resume: [(id: UInt64, result: Result<Grant, DatabaseError>)] = []
    }

    private struct Idle: Sendable {
        let lease: Lease
        let since: MonotonicTime
    }

    private struct Failure: Sendable {
        let error: DatabaseError
        let pause: Duration
        let until: MonotonicTime
    }

    let rules: Rules
    /// The one used last is taken first, so that those that are not needed grow old at the other end.
    private var idle: [Idle] = []
    private(set) var leased = 0
    private(set) var opening = 0
    private var waiters: [Waiter] = []
    private var failure: Failure?
    /// Counts renewals: a lease of an older one is not used again.
    private var generation = 0
    private(set) var isClosed = false
    /// How many waited in vain while sessions could be had.
    private(set) var timeouts = 0

    init(_ rules: Rules) {
        precondition(rules.limit > 0)
        self.rules = rules
    }

    var idleCount: Int { idle.count }
    var waiting: Int { waiters.count }
    var isUnused: Bool { leased == 0 && opening == 0 }
    private var open: Int { idle.count + leased + opening }

    /// When the next waiter must be told that its time is up.
    var nextDeadline: MonotonicTime? { waiters.first?.deadline }
    /// When the next idle session has been so for too long.
    var nextReaping: MonotonicTime? { idle.first.map { $0.since + rules.idleTime } }
}

// MARK: Acquiring

extension PoolState {
    /// What a task gets that need not wait.
    mutating func acquire(at now: MonotonicTime) -> Acquisition {
        if isClosed { return .refused(.closed) }
        guard waiters.isEmpty else { return .wait }
        switch nextGrant(at: now) {
        case .success(let grant?): return .granted(grant)
        case .success(nil): return .wait
        case .failure(let error): return .refused(error)
        }
    }

    /// Gets in line; with an older deadline, ahead of those who came later.
    mutating func enqueue(_ waiter: Waiter, at now: MonotonicTime) -> Effects {
        if isClosed { return Effects(resume: [(waiter.id, .failure(.closed))]) }
        let index = waiters.lastIndex { $0.deadline <= waiter.deadline }.map { $0 + 1 } ?? 0
        waiters.insert(waiter, at: index)
        return dispatch(at: now)
    }

    /// Leaves the line; false if the waiter was served already.
    mutating func leave(_ id: UInt64) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return false }
        waiters.remove(at: index)
        return true
    }

    /// nil: nothing can be granted before somebody gives back.
    private mutating func nextGrant(at now: MonotonicTime) -> Result<Grant?, DatabaseError> {
        if let last = idle.popLast() {
            leased += 1
            return .success(.use(last.lease))
        }
        guard open < rules.limit else { return .success(nil) }
        if let failure, now < failure.until {
            // Somebody may give back a session that works; if nobody can, say at once what is wrong.
            return isUnused ? .failure(failure.error) : .success(nil)
        }
        opening += 1
        return .success(.open)
    }

    private mutating func dispatch(at now: MonotonicTime) -> Effects {
        var effects = Effects()
        while let first = waiters.first {
            switch nextGrant(at: now) {
            case .success(let grant?): effects.resume.append((first.id, .success(grant)))
            case .success(nil): return effects
            case .failure(let error): effects.resume.append((first.id, .failure(error)))
            }
            waiters.removeFirst()
        }
        return effects
    }
}

// MARK: Opening and giving back

extension PoolState {
    /// The opener holds the session now; that it could be opened lets others try.
    mutating func opened(_ member: Member, at now: MonotonicTime) -> (Lease, Effects) {
        opening -= 1
        leased += 1
        failure = nil
        return (Lease(member: member, openedAt: now, generation: generation), dispatch(at: now))
    }

    /// nil as an error: the opener was cancelled. Whether the opener should wait for a session of others is returned, too.
    mutating func openFailed(_ error: DatabaseError?, at now: MonotonicTime) -> (waits: Bool, Effects) {
        opening -= 1
        if let error {
            let pause = min(failure.map { $0.pause * 2 } ?? rules.firstPause, rules.longestPause)
            // Attempts that failed together are one failure.
            if failure == nil || now >= failure?.until ?? now {
                failure = Failure(error: error, pause: pause, until: now + pause)
            }
        }
        return (error != nil && leased > 0 && !isClosed, dispatch(at: now))
    }

    mutating func release(_ lease: Lease, _ condition: Condition, at now: MonotonicTime) -> Effects {
        leased -= 1
        var closing: [Member] = []
        let isOutdated = isClosed || lease.generation != generation || now >= lease.openedAt + rules.maximumLifetime
        switch condition {
        case .usable where !isOutdated: idle.append(Idle(lease: lease, since: now))
        case .usable, .spent: closing = [lease.member]
        // What broke this one has most likely broken those that lie idle.
        case .broken: closing = [lease.member] + takeIdle()
        }
        var effects = dispatch(at: now)
        effects.close += closing
        return effects
    }

    private mutating func takeIdle() -> [Member] {
        defer { idle = [] }
        return idle.map(\.lease.member)
    }
}

// MARK: Time and end

extension PoolState {
    /// Those whose time is up; they hear why no session could be opened, if that is known.
    mutating func expireWaiters(at now: MonotonicTime) -> Effects {
        var effects = Effects()
        while let first = waiters.first, first.deadline <= now {
            waiters.removeFirst()
            if failure == nil { timeouts += 1 }
            effects.resume.append((first.id, .failure(failure?.error ?? .poolTimeout)))
        }
        return effects
    }

    mutating func reap(at now: MonotonicTime) -> Effects {
        let isOld = { [rules] (idle: Idle) in
            idle.since + rules.idleTime <= now || idle.lease.openedAt + rules.maximumLifetime <= now
        }
        defer { idle.removeAll(where: isOld) }
        return Effects(close: idle.filter(isOld).map(\.lease.member))
    }

    /// All sessions are to be replaced: idle ones now, the others when they are given back.
    mutating func renew() -> Effects {
        generation += 1
        return Effects(close: takeIdle())
    }

    mutating func close() -> Effects {
        isClosed = true
        defer { waiters = [] }
        return Effects(close: takeIdle(), resume: waiters.map { ($0.id, .failure(.closed)) })
    }
}
