#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Sockets
import Synchronization
import Testing

@Suite("Off-load") struct OffloadTests {
    @Test("returns what the work returned or threw")
    func results() async throws {
        struct Failed: Error {}
        let offload = try Offload(threads: 2)
        #expect(try await offload.run { 6 * 7 } == 42)
        await #expect(throws: Failed.self) { try await offload.run { throw Failed() } }
    }

    @Test("leaves the loop free and runs as many at once as it has threads")
    func concurrency() async throws {
        try await withLoop { loop in
            let offload = try Offload(threads: 3)
            let gauge = Gauge()
            let ticks = Log<Void>()
            let ticker = Task(executorPreference: loop) {
                while true {
                    try await loop.sleep(for: .milliseconds(1))
                    ticks.add(())
                }
            }
            try await withThrowingTaskGroup { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await offload.run {
                            gauge.enter()
                            usleep(5_000)
                            gauge.leave()
                        }
                    }
                }
                try await group.waitForAll()
            }
            ticker.cancel()
            #expect(gauge.most == 3)
            #expect(ticks.elements.count >= 3)
        }
    }

    @Test("does thousands of small works from many tasks")
    func many() async throws {
        let offload = try Offload()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<5000 { group.addTask { try await offload.run { number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 5000 * 4999 / 2)
    }

    @Test("skips work that was cancelled before it began")
    func cancellation() async throws {
        let offload = try Offload(threads: 1)
        let hasRun = Flag()
        // Keeps the only thread busy until the second work is cancelled.
        let isCancelled = Flag()
        async let first: Void = offload.run {
            while !isCancelled.isSet { usleep(200) }
        }
        let second = Task { try await offload.run { hasRun.set() } }
        try await Task.sleep(for: .milliseconds(2))
        second.cancel()
        isCancelled.set()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(!hasRun.isSet)
    }
}

/// How many are inside, and how many there were at most.
private final class Gauge: Sendable {
    private let state = Mutex((inside: 0, most: 0))

    func enter() {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
    var most: Int { state.withLock { $0.most } }
}
