#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Synchronization

/// A few threads for work that blocks (files, name resolution, `PQcancel`), so that the loop never does.
///
///     let text = try await offload.run { try readFile(path) }
///
/// Threads start when there is work for them, up to the limit, and end with the last copy of the value.
package struct Offload: Sendable {
    private let pool: Pool

    package init(threads: Int = 4) throws(SystemError) {
        precondition(threads > 0)
        pool = Pool(queue: try Queue(), limit: threads)
    }

    /// Runs `body` on one of the threads. Work that has begun is not interrupted by cancellation; work that has not is skipped.
    package func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try Task.checkCancellation()
        let isCancelled = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pool.submit { failure in
                    if let failure { return continuation.resume(throwing: failure) }
                    if isCancelled.flag.load(ordering: .acquiring) { return continuation.resume(throwing: CancellationError()) }
                    continuation.resume(with: Result(catching: body))
                }
            }
        } onCancel: {
            isCancelled.flag.store(true, ordering: .releasing)
        }
    }
}

private final class Cancellation: Sendable {
    let flag = Atomic(false)
}

/// A piece of work. It is called once: with nil on a thread of the pool, or with the error that kept it from getting there.
private typealias Work = @Sendable (SystemError?) -> Void

/// The work not begun. Threads sleep in a blocking read on a pipe, into which each piece of work puts a byte:
/// `Synchronization` has no condition variable.
private final class Queue: Sendable {
    struct State {
        var work: [Work] = []
        var first = 0
        var threads = 0
        var idle = 0

        mutating func next() -> Work? {
            guard first < work.count else { return nil }
            let next = work[first]
            first += 1
            if first == work.count {
                work.removeAll(keepingCapacity: true)
                first = 0
            }
            return next
        }
    }

    let state = Mutex(State())
    let reader: CInt
    let writer: CInt

    init() throws(SystemError) {
        (reader, writer) = try Descriptor.pipe()
        // A full pipe means that there are wake-ups enough.
        try Descriptor.makeNonBlocking(writer)
    }

    deinit {
        Descriptor.close(reader)
    }

    /// The life of a thread. It ends when the writing end is closed.
    func serve() {
        var byte: UInt8 = 0
        while true {
            let count = read(reader, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return }
            state.withLock { $0.idle -= 1 }
            while let work = state.withLock({ $0.next() }) { work(nil) }
            state.withLock { $0.idle += 1 }
        }
    }
}

private final class Pool: Sendable {
    private let queue: Queue
    private let limit: Int

    init(queue: Queue, limit: Int) {
        self.queue = queue
        self.limit = limit
    }

    deinit {
        Descriptor.close(queue.writer)
    }

    func submit(_ work: @escaping Work) {
        let needsThread = queue.state.withLock { state in
            state.work.append(work)
            let pending = state.work.count - state.first
            guard state.idle < pending, state.threads < limit else { return false }
            state.threads += 1
            state.idle += 1
            return true
        }
        if needsThread { startThread() }
        var byte: UInt8 = 1
        _ = write(queue.writer, &byte, 1)
    }

    private func startThread() {
        do throws(SystemError) {
            try SystemThread.start(name: "offload") { [queue] in queue.serve() }
        } catch {
            // Other threads will come to the work; if there are none, nobody will.
            let abandoned = queue.state.withLock { state -> [Work] in
                state.threads -= 1
                state.idle -= 1
                guard state.threads == 0 else { return [] }
                defer { (state.work, state.first) = ([], 0) }
                return Array(state.work[state.first...])
            }
            for work in abandoned { work(error) }
        }
    }
}
