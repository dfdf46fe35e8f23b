import Synchronization

/// One thread that waits for every descriptor and timer, and runs the tasks that prefer it.
///
///     let loop = try EventLoop.started(name: "io")
///     let server = Task(executorPreference: loop) { try await application.run() }
///
/// Everything above is built on one primitive: try, `wait`, try again. Its state sits in one `Mutex` because other threads
/// enqueue jobs, cancel and stop; the lock is never held while a job runs, a waiter is resumed or the kernel is asked.
package final class EventLoop: TaskExecutor, Sendable {
    package enum Interest: Sendable {
        case readable, writable
    }

    private struct State {
        enum Phase { case ready, running, stopping, stopped }

        /// What a timer does when its time has come.
        enum Alarm {
            case resume(UnsafeContinuation<Void, any Error>)
            case expire(Registrations.Direction, CInt, id: UInt64)
            case call(@Sendable () -> Void)
        }

        var phase = Phase.ready
        var jobs: [UnownedJob] = []
        var poller: Poller
        var registrations = Registrations()
        var timers = Timers<Alarm>()
        /// True while the thread sleeps in the poller, and nobody has woken it yet. Jobs that the loop's own thread enqueues
        /// find it false, and so cost no wake-up.
        var isAsleep = false

        var isStopped: Bool { phase == .stopping || phase == .stopped }

        mutating func needsWake() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    private let state: Mutex<State>
    private let waker: Poller.Waker
    private let lastID = Atomic<UInt64>(0)

    package init(poller: Poller.Kind = .automatic) throws(SystemError) {
        let poller = try Poller(poller)
        waker = poller.waker
        state = Mutex(State(poller: poller))
    }

    deinit {
        state.withLock { $0.poller.close() }
    }

    /// A loop that runs on a thread of its own.
    package static func started(name: String, poller: Poller.Kind = .automatic) throws(SystemError) -> EventLoop {
        let loop = try EventLoop(poller: poller)
        try SystemThread.start(name: name) { loop.run() }
        return loop
    }

    // MARK: Waiting

    /// Suspends until the descriptor is ready, or its peer has hung up, or it failed: then try again to learn which.
    ///
    /// There may be one waiter for each direction of a descriptor. The descriptor must be given to `forget` before it is
    /// closed, by whomever. Throws `CancellationError`, `TimedOut` after `limit`, and `SystemError` when the loop stops.
    nonisolated(nonsending)
        package func wait(for interest: Interest, on descriptor: CInt, within limit: Duration? = nil) async throws
    {
        switch interest {
        case .readable: try await suspend(.readable, on: descriptor, within: limit)
        case .writable: try await suspend(.writable, on: descriptor, within: limit)
        }
    }

    /// Suspends until the peer has reset the connection or hung up entirely, and consumes nothing.
    ///
    /// A peer that only finished sending still waits for an answer, so that does not count; TCP does not tell it from a
    /// peer that closed its socket, until something is sent to it. May be waited for beside both directions.
    nonisolated(nonsending)
        package func waitForHangUp(on descriptor: CInt) async throws
    {
        try await suspend(.hangUp, on: descriptor, within: nil)
    }

    /// Must come before a descriptor is closed: its number may be given to another file at once. Those who still wait on
    /// it resume by throwing `CancellationError`.
    package func forget(_ descriptor: CInt) {
        let waiters = state.withLock { state in
            let waiters = state.registrations.forget(descriptor, poller: &state.poller)
            for waiter in waiters where waiter.isTimed { _ = state.timers.remove(id: waiter.id) }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume(throwing: CancellationError()) }
    }

    nonisolated(nonsending)
        private func suspend(_ direction: Registrations.Direction, on descriptor: CInt, within limit: Duration?) async throws
    {
        let id = nextID()
        try await withTaskCancellationHandler {
            // Unsafe only in that nobody checks that it is resumed once: whoever takes the waiter out of the table does it.
            try await withUnsafeThrowingContinuation { continuation in
                let waiter = Registrations.Waiter(id: id, isTimed: limit != nil, continuation: continuation)
                add(waiter, direction, on: descriptor, within: limit)
            }
        } onCancel: {
            cancelWait(id: id, direction, on: descriptor)
        }
    }

    private func add(_ waiter: Registrations.Waiter, _ direction: Registrations.Direction, on descriptor: CInt, within limit: Duration?) {
        let deadline = limit.map { MonotonicTime.now + $0 }
        let (failure, wakes) = state.withLock { state -> ((any Error)?, Bool) in
            if state.isStopped { return (SystemError.loopStopped, false) }
            // A cancellation that comes later finds the waiter in the table.
            if Task.isCancelled { return (CancellationError(), false) }
            do throws(SystemError) {
                let isChanged = try state.registrations.add(waiter, direction, on: descriptor, poller: &state.poller)
                let wakesForDescriptor = isChanged && state.poller.waitsOnCopy
                if let deadline {
                    state.timers.insert(.expire(direction, descriptor, id: waiter.id), id: waiter.id, at: deadline)
                }
                return (nil, wakesForDescriptor || deadline != nil ? state.needsWake() : false)
            } catch {
                return (error, false)
            }
        }
        if let failure { waiter.continuation.resume(throwing: failure) }
        if wakes { waker.wake() }
    }

    private func cancelWait(id: UInt64, _ direction: Registrations.Direction, on descriptor: CInt) {
        let waiter = state.withLock { state in
            let waiter = state.registrations.remove(id: id, direction, on: descriptor)
            if let waiter, waiter.isTimed { _ = state.timers.remove(id: id) }
            return waiter
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    // MARK: Timers

    /// Suspends for a time, or until the task is cancelled.
    nonisolated(nonsending)
        package func sleep(for duration: Duration) async throws
    {
        let id = nextID()
        let deadline = MonotonicTime.now + duration
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                let failure: (any Error)? = schedule(.resume(continuation), id: id, at: deadline, unlessCancelled: true)
                if let failure { continuation.resume(throwing: failure) }
            }
        } onCancel: {
            let alarm = state.withLock { $0.timers.remove(id: id) }
            if case .resume(let continuation) = alarm { continuation.resume(throwing: CancellationError()) }
        }
    }

    /// Calls a short, non-blocking function on the loop's thread after a time; returns what `cancelCall` takes, nil if the
    /// loop has stopped.
    func call(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> UInt64? {
        let id = nextID()
        return schedule(.call(body), id: id, at: .now + duration, unlessCancelled: false) == nil ? id : nil
    }

    func cancelCall(_ id: UInt64) {
        _ = state.withLock { $0.timers.remove(id: id) }
    }

    private func schedule(_ alarm: State.Alarm, id: UInt64, at deadline: MonotonicTime, unlessCancelled: Bool) -> (any Error)? {
        let (failure, wakes) = state.withLock { state -> ((any Error)?, Bool) in
            if state.isStopped { return (SystemError.loopStopped, false) }
            if unlessCancelled, Task.isCancelled { return (CancellationError(), false) }
            state.timers.insert(alarm, id: id, at: deadline)
            return (nil, state.needsWake())
        }
        if wakes { waker.wake() }
        return failure
    }

    // MARK: Running

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isAccepted, wakes) = state.withLock { state -> (Bool, Bool) in
            guard state.phase != .stopped else { return (false, false) }
            state.jobs.append(job)
            return (true, state.needsWake())
        }
        if wakes { waker.wake() }
        // A task that outlives the loop must still be able to end.
        if !isAccepted { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs jobs, timers and waiters on the calling thread until `stop`.
    package func run() {
        let isStarted = state.withLock { state in
            guard state.phase == .ready else { return false }
            state.phase = .running
            return true
        }
        guard isStarted else { return }

        var jobs: [UnownedJob] = []
        var events: [Poller.Event] = []
        while true {
            runJobs(using: &jobs)
            guard let waiting = prepareToPoll() else { return }
            events.removeAll(keepingCapacity: true)
            waiting.wait(appendingTo: &events)
            handle(events)
        }
    }

    /// Ends `run`, from any thread. Those who wait resume by throwing, and what they do then still runs on the loop, as far
    /// as it does not wait again.
    package func stop() {
        let (waiters, alarms, orphans, wakes) = state.withLock { state in
            let orphans = state.phase == .ready ? state.jobs : []
            switch state.phase {
            case .ready: state.phase = .stopped
            case .running: state.phase = .stopping
            case .stopping, .stopped: break
            }
            return (state.registrations.removeAll(), state.timers.removeAll(), orphans, state.needsWake())
        }
        for job in orphans { globalConcurrentExecutor.enqueue(job) }
        for waiter in waiters { waiter.continuation.resume(throwing: SystemError.loopStopped) }
        for case .resume(let continuation) in alarms { continuation.resume(throwing: SystemError.loopStopped) }
        if wakes { waker.wake() }
    }

    /// Runs what is ready, and what that makes ready, but not for ever.
    private func runJobs(using jobs: inout [UnownedJob]) {
        var budget = Limits.jobsBetweenPolls
        while budget > 0 {
            jobs.removeAll(keepingCapacity: true)
            state.withLock { swap(&$0.jobs, &jobs) }
            if jobs.isEmpty { return }
            budget -= jobs.count
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// What to wait for and how long; nil when the loop has ended.
    private func prepareToPoll() -> Poller.Waiting? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.poller.waiting(milliseconds: 0) }
            if state.isStopped {
                state.phase = .stopped
                return nil
            }
            state.isAsleep = true
            let milliseconds = state.timers.nextDeadline().map { $0.milliseconds(from: .now) } ?? -1
            return state.poller.waiting(milliseconds: milliseconds)
        }
    }

    private func handle(_ events: [Poller.Event]) {
        var ready: [Registrations.Waiter] = []
        var expired: [Registrations.Waiter] = []
        var alarms: [State.Alarm] = []
        state.withLock { state in
            state.isAsleep = false
            for event in events { state.registrations.handle(event, poller: &state.poller, ready: &ready) }
            for waiter in ready where waiter.isTimed { _ = state.timers.remove(id: waiter.id) }
            guard !state.timers.isEmpty else { return }
            let now = MonotonicTime.now
            while let alarm = state.timers.popDue(at: now) {
                if case .expire(let direction, let descriptor, let id) = alarm {
                    if let waiter = state.registrations.remove(id: id, direction, on: descriptor) { expired.append(waiter) }
                } else {
                    alarms.append(alarm)
                }
            }
        }
        for waiter in ready { waiter.continuation.resume() }
        for waiter in expired { waiter.continuation.resume(throwing: TimedOut()) }
        for alarm in alarms {
            switch alarm {
            case .resume(let continuation): continuation.resume()
            case .call(let body): body()
            case .expire: break
            }
        }
    }

    private func nextID() -> UInt64 {
        lastID.add(1, ordering: .relaxed).newValue
    }
}
