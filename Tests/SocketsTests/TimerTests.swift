@testable import Sockets
import Testing

@Suite("Timers") struct TimerTests {
    private func at(_ nanoseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    @Test("ring in the order of their deadlines, equal ones in the order of their making")
    func order() {
        var timers = Timers<String>()
        for (id, (deadline, name)) in [(30, "c"), (10, "a"), (20, "b1"), (20, "b2"), (5, "first")].enumerated() {
            timers.insert(name, id: UInt64(id), at: at(UInt64(deadline)))
        }
        #expect(timers.nextDeadline() == at(5))
        #expect(timers.popDue(at: at(4)) == nil)
        var rung: [String] = []
        while let name = timers.popDue(at: at(20)) { rung.append(name) }
        #expect(rung == ["first", "a", "b1", "b2"])
        #expect(timers.remove(id: 0) == "c")
        #expect(timers.remove(id: 0) == nil)
        #expect(timers.isEmpty)
        #expect(timers.nextDeadline() == nil)
    }

    @Test("agree with a sorted list, whatever is added and removed", arguments: [1, 2, 3] as [UInt64])
    func model(seed: UInt64) {
        var random = Xorshift(seed: seed)
        var timers = Timers<UInt64>()
        var model: [UInt64: UInt64] = [:]
        var now: UInt64 = 0
        for id in 1...5000 as ClosedRange<UInt64> {
            switch random.next() % 4 {
            case 0, 1:
                let deadline = now + random.next() % 1000
                timers.insert(id, id: id, at: at(deadline))
                model[id] = deadline
            case 2:
                let victim = random.next() % id
                #expect((timers.remove(id: victim) != nil) == (model.removeValue(forKey: victim) != nil))
            default:
                now += random.next() % 50
                let due = model.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
                var rung: [UInt64] = []
                while let id = timers.popDue(at: at(now)) { rung.append(id) }
                #expect(rung == due)
                for id in due { model[id] = nil }
            }
            #expect(timers.nextDeadline() == model.values.min().map { at($0) })
        }
    }

    @Test(
        "never ring early, and no duration overflows",
        arguments: [
            (Duration.zero, 0), (.milliseconds(-5), 0), (.nanoseconds(1), 1), (.milliseconds(2), 3), (.seconds(Int64.max), 3_600_000),
        ] as [(Duration, CInt)])
    func durations(duration: Duration, milliseconds: CInt) {
        let now = at(1_000_000)
        #expect((now + duration).milliseconds(from: now) == milliseconds)
    }

    @Test("let tasks sleep for their time, in order, and be cancelled", arguments: Poller.Kind.allCases)
    func sleep(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let log = Log<Int>()
            let start = MonotonicTime.now
            try await withThrowingTaskGroup { group in
                for milliseconds in [9, 1, 5, 0, -3] {
                    group.addTask {
                        try await loop.sleep(for: .milliseconds(milliseconds))
                        log.add(milliseconds)
                    }
                }
                try await group.waitForAll()
            }
            #expect(log.elements.filter { $0 > 0 } == [1, 5, 9])
            #expect(MonotonicTime.now >= start + .milliseconds(9))

            let sleeper = Task(executorPreference: loop) { try await loop.sleep(for: .seconds(600)) }
            await Task.yield()
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
    }

    @Test("limit the time of a task, which is cancelled and awaited")
    func timeout() async throws {
        struct Failed: Error {}
        try await withLoop { loop in
            let five = try await withTimeout(.seconds(60), on: loop) { 5 }
            #expect(five == 5)
            await #expect(throws: Failed.self) { try await withTimeout(.seconds(60), on: loop) { throw Failed() } }

            let log = Log<String>()
            await #expect(throws: TimedOut.self) {
                try await withTimeout(.milliseconds(2), on: loop) {
                    defer { log.add("ended") }
                    try await loop.sleep(for: .seconds(60))
                }
            }
            #expect(log.elements == ["ended"])

            let outer = Task(executorPreference: loop) {
                try await withTimeout(.seconds(60), on: loop) { try await loop.sleep(for: .seconds(50)) }
            }
            await Task.yield()
            outer.cancel()
            await #expect(throws: CancellationError.self) { try await outer.value }
        }
    }
}

/// A small random source whose seed makes a run repeatable.
struct Xorshift {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
