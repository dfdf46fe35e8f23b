import Sockets
import Synchronization
import Testing

@Suite("The event loop") struct EventLoopTests {
    @Test("wakes a reader and a writer of one descriptor separately", arguments: Poller.Kind.allCases)
    func bothDirections(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            let sent = try fill(near)
            let log = Log<String>()
            async let reading: Void = {
                try await loop.wait(for: .readable, on: near.descriptor)
                log.add("readable")
            }()
            async let writing: Void = {
                try await loop.wait(for: .writable, on: near.descriptor)
                log.add("writable")
            }()
            try await loop.sleep(for: .milliseconds(5))
            #expect(log.elements == [])

            try await far.send([1])
            try await reading
            #expect(log.elements == ["readable"])
            #expect(try await receive(sent, from: far).count == sent)
            try await writing
            #expect(log.elements == ["readable", "writable"])
        }
    }

    @Test("wakes again a reader that left bytes behind", arguments: Poller.Kind.allCases)
    func levelTriggered(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            try await far.send([1, 2, 3])
            for byte: UInt8 in 1...3 {
                try await loop.wait(for: .readable, on: near.descriptor)
                #expect(try await near.receive(atMost: 1) == [byte])
            }
            // What arrives while nobody waits is there for the next who does.
            try await far.send([4])
            try await loop.sleep(for: .milliseconds(3))
            try await loop.wait(for: .readable, on: near.descriptor)
            #expect(try await near.receive() == [4])
        }
    }

    @Test("resumes a cancelled waiter by throwing, and takes another after it", arguments: Poller.Kind.allCases)
    func cancellation(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            for _ in 0..<3 {
                let waiter = Task(executorPreference: loop) { try await loop.wait(for: .readable, on: near.descriptor) }
                await Task.yield()
                waiter.cancel()
                await #expect(throws: CancellationError.self) { try await waiter.value }
            }
            let unstarted = Task(executorPreference: loop) {
                withUnsafeCurrentTask { $0?.cancel() }
                try await loop.wait(for: .readable, on: near.descriptor)
            }
            await #expect(throws: CancellationError.self) { try await unstarted.value }

            try await far.send([9])
            try await loop.wait(for: .readable, on: near.descriptor)
            #expect(try await near.receive() == [9])
        }
    }

    @Test("survives cancellation from other threads at any moment", arguments: Poller.Kind.allCases)
    func cancellationRace(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            for _ in 0..<300 {
                let waiter = Task(executorPreference: loop) { try await loop.wait(for: .readable, on: near.descriptor) }
                async let cancelled: Void = Task(executorPreference: globalConcurrentExecutor) { waiter.cancel() }.value
                async let sent: Void = far.send([1])
                _ = await waiter.result
                _ = try await (cancelled, sent)
                _ = try await near.receive()
            }
        }
    }

    @Test("gives up a wait when its time is over", arguments: Poller.Kind.allCases)
    func timeLimit(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            await #expect(throws: TimedOut.self) {
                try await loop.wait(for: .readable, on: near.descriptor, within: .milliseconds(3))
            }
            try await far.send([1])
            try await loop.wait(for: .readable, on: near.descriptor, within: .seconds(60))
            #expect(try await near.receive() == [1])
        }
    }

    @Test("is woken by other threads", arguments: Poller.Kind.allCases)
    func wakeUps(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            for number in 0..<500 {
                let answer = await Task(executorPreference: globalConcurrentExecutor) { number }.value
                #expect(answer == number)
            }
            // A descriptor and a timer added from another thread, while the loop sleeps.
            let (near, far) = try Socket.pair(on: loop)
            try await Task(executorPreference: globalConcurrentExecutor) {
                try await loop.sleep(for: .milliseconds(2))
                async let ready: Void = loop.wait(for: .readable, on: near.descriptor)
                try await far.send([1])
                try await ready
            }.value
        }
    }

    @Test("does not starve the sockets when tasks keep each other busy", arguments: Poller.Kind.allCases)
    func fairness(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            let isDone = Flag()
            let busy = Task(executorPreference: loop) {
                while !Task.isCancelled { await Task.yield() }
            }
            try await far.send([1])
            try await loop.wait(for: .readable, on: near.descriptor)
            try await loop.sleep(for: .milliseconds(1))
            isDone.set()
            busy.cancel()
            await busy.value
            #expect(isDone.isSet)
        }
    }

    @Test("keeps the waiters of a descriptor's number apart from those of its predecessor", arguments: Poller.Kind.allCases)
    func reusedDescriptor(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            let waiter = Task(executorPreference: loop) { try await loop.wait(for: .readable, on: near.descriptor) }
            await Task.yield()
            // The peer's bytes are an event for the old waiter, which has gone before the loop sees it.
            try await far.send([1])
            near.close()
            await #expect(throws: CancellationError.self) { try await waiter.value }

            let (other, peer) = try Socket.pair(on: loop)
            let isReady = Flag()
            let second = Task(executorPreference: loop) {
                try await loop.wait(for: .readable, on: other.descriptor)
                isReady.set()
            }
            try await loop.sleep(for: .milliseconds(5))
            #expect(!isReady.isSet)
            try await peer.send([2])
            try await second.value
        }
    }

    @Test("serves thousands of idle connections", arguments: Poller.Kind.allCases)
    func idleConnections(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let pairs = try (0..<1000).map { _ in try Socket.pair(on: loop) }
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for (near, _) in pairs {
                    group.addTask { Int(try await near.receive().first ?? 0) }
                }
                await Task.yield()
                for (index, (_, far)) in pairs.enumerated() { try await far.send([UInt8(index % 250)]) }
                return try await group.reduce(0, +)
            }
            #expect(sum == (0..<1000).reduce(0) { $0 + $1 % 250 })
        }
    }

    @Test("tells who is waiting, and who comes later, that it has stopped", arguments: Poller.Kind.allCases)
    func stop(kind: Poller.Kind) async throws {
        let loop = try EventLoop.started(name: "test", poller: kind)
        let (near, far) = try Socket.pair(on: loop)
        let results = Log<String>()
        func record(_ name: String, _ wait: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
            Task(executorPreference: loop) {
                do { try await wait() } catch { results.add("\(name): \(error == SystemError.loopStopped)") }
            }
        }
        let tasks = [
            record("readable") { try await loop.wait(for: .readable, on: near.descriptor) },
            record("hang-up") { try await loop.waitForHangUp(on: near.descriptor) },
            record("timed") {
                try await loop.wait(for: .writable, on: near.descriptor, within: .seconds(60)); try await loop.sleep(for: .seconds(60))
            },
            record("sleep") { try await loop.sleep(for: .seconds(60)) },
            record("time-out") { try await withTimeout(.seconds(60), on: loop) { try await loop.sleep(for: .seconds(50)) } },
        ]
        try await loop.sleep(for: .milliseconds(2))
        loop.stop()
        loop.stop()
        for task in tasks { await task.value }
        await record("late") { try await loop.wait(for: .readable, on: near.descriptor) }.value
        await record("late sleep") { try await loop.sleep(for: .zero) }.value
        #expect(
            results.elements.sorted() == [
                "hang-up: true", "late sleep: true", "late: true", "readable: true", "sleep: true", "time-out: true", "timed: true",
            ])
        far.close()
    }

    @Test("that was stopped before it ran returns at once, and its tasks end elsewhere")
    func stoppedBeforeRun() async throws {
        let loop = try EventLoop()
        let task = Task(executorPreference: loop) { 7 }
        loop.stop()
        loop.run()
        #expect(await task.value == 7)
    }
}

private func == (left: any Error, right: SystemError) -> Bool {
    (left as? SystemError) == right
}
