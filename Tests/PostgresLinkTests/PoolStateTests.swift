import Sockets
import Testing

@testable import PostgresLink

/// Sessions are numbers, and time is what the test says.
@Suite struct PoolStateTests {
    private typealias State = PoolState<Int>
    private let start = MonotonicTime.now

    private func state(limit: Int) -> State {
        State(State.Rules(limit: limit, acquisitionTimeout: .seconds(10), idleTime: .seconds(30), maximumLifetime: .seconds(100)))
    }

    private func lease(_ state: inout State, _ member: Int, at time: MonotonicTime? = nil) throws -> State.Lease {
        guard case .granted(.open) = state.acquire(at: time ?? start) else { throw Unexpected() }
        return state.opened(member, at: time ?? start).0
    }

    private func waiter(_ id: UInt64, _ seconds: Int = 10) -> State.Waiter {
        State.Waiter(id: id, deadline: start + .seconds(seconds))
    }

    @Test("opens up to the limit, then has tasks wait in line")
    func limit() throws {
        var state = state(limit: 2)
        let first = try lease(&state, 1)
        _ = try lease(&state, 2)
        guard case .wait = state.acquire(at: start) else { throw Unexpected() }
        #expect(state.enqueue(waiter(7), at: start).resume.isEmpty)
        #expect(state.enqueue(waiter(8), at: start).resume.isEmpty)
        let effects = state.release(first, .usable, at: start)
        #expect(effects.resume.map(\.id) == [7] && effects.close.isEmpty)
        guard case .success(.use(let lease)) = effects.resume[0].result else { throw Unexpected() }
        #expect(lease.member == 1 && state.leased == 2 && state.waiting == 1)
    }

    @Test("nobody overtakes those who wait")
    func order() throws {
        var state = state(limit: 1)
        let only = try lease(&state, 1)
        _ = state.enqueue(waiter(7), at: start)
        guard case .wait = state.acquire(at: start) else { throw Unexpected() }
        _ = state.enqueue(waiter(8), at: start)
        // Back in line with its older deadline.
        _ = state.enqueue(waiter(9, 5), at: start)
        #expect(state.release(only, .broken, at: start).resume.map(\.id) == [9])
        #expect(state.openFailed(nil, at: start).1.resume.map(\.id) == [7])
    }

    @Test("lends the session that was used last")
    func mostRecent() throws {
        var state = state(limit: 3)
        let leases = try (1...3).map { try lease(&state, $0) }
        for lease in leases { _ = state.release(lease, .usable, at: start) }
        guard case .granted(.use(let lease)) = state.acquire(at: start) else { throw Unexpected() }
        #expect(lease.member == 3)
    }

    @Test("closes sessions that are broken, old, outdated, or idle too long")
    func closes() throws {
        var state = state(limit: 4)
        let (broken, old, outdated, good) = (try lease(&state, 1), try lease(&state, 2), try lease(&state, 3), try lease(&state, 4))
        #expect(state.release(good, .usable, at: start).close == [])
        #expect(state.release(broken, .broken, at: start).close == [1, 4])
        #expect(state.release(old, .usable, at: start + .seconds(100)).close == [2])
        #expect(state.renew().close == [])
        #expect(state.release(outdated, .usable, at: start).close == [3])

        let (kept, spent) = (try lease(&state, 6), try lease(&state, 7))
        #expect(state.release(kept, .usable, at: start).close == [])
        #expect(state.release(spent, .spent, at: start).close == [7])
        #expect(state.renew().close == [6])

        let idle = try lease(&state, 5)
        _ = state.release(idle, .usable, at: start)
        #expect(state.nextReaping == start + .seconds(30))
        #expect(state.reap(at: start + .seconds(29)).close == [])
        #expect(state.reap(at: start + .seconds(30)).close == [5])
        #expect(state.nextReaping == nil && state.isUnused)
    }

    @Test("while no session can be opened, says why at once, and tries again after a pause that grows")
    func failure() throws {
        var state = state(limit: 5)
        var now = start
        for pause in [50, 100, 200, 400, 500, 500] {
            guard case .granted(.open) = state.acquire(at: now) else { throw Unexpected() }
            #expect(state.openFailed(.connection("refused"), at: now).waits == false)
            guard case .refused(.connection("refused")) = state.acquire(at: now + .milliseconds(pause - 1)) else { throw Unexpected() }
            now = now + .milliseconds(pause)
        }
        _ = try lease(&state, 1, at: now)
        _ = try lease(&state, 2, at: now)
        #expect(state.leased == 2)
    }

    @Test("when others hold sessions that work, a failed attempt waits for theirs")
    func failureWhileLeased() throws {
        var state = state(limit: 5)
        let good = try lease(&state, 1)
        guard case .granted(.open) = state.acquire(at: start) else { throw Unexpected() }
        let (waits, effects) = state.openFailed(.connection("too many clients"), at: start)
        #expect(waits && effects.resume.isEmpty)
        #expect(state.enqueue(waiter(7), at: start).resume.isEmpty)
        #expect(state.release(good, .usable, at: start).resume.map(\.id) == [7])

        guard case .wait = state.acquire(at: start) else { throw Unexpected() }
        _ = state.enqueue(waiter(8), at: start)
        let expired = state.expireWaiters(at: start + .seconds(10))
        guard case .failure(.connection("too many clients")) = expired.resume.first?.result else { throw Unexpected() }
    }

    @Test("all who wait hear that the last session broke and none can be opened")
    func failureOfAll() throws {
        var state = state(limit: 1)
        let only = try lease(&state, 1)
        for id in 1...3 { _ = state.enqueue(waiter(UInt64(id)), at: start) }
        let effects = state.release(only, .broken, at: start)
        guard case .success(.open) = effects.resume.first?.result else { throw Unexpected() }
        let failed = state.openFailed(.connection("refused"), at: start).1
        #expect(failed.resume.map(\.id) == [2, 3])
        #expect(failed.resume.allSatisfy { if case .failure(.connection) = $0.result { true } else { false } })
    }

    @Test("those whose time is up leave, and no others")
    func timeout() throws {
        var state = state(limit: 1)
        _ = try lease(&state, 1)
        for id in 1...3 { _ = state.enqueue(waiter(UInt64(id), Int(id)), at: start) }
        #expect(state.nextDeadline == start + .seconds(1))
        let effects = state.expireWaiters(at: start + .seconds(2))
        #expect(effects.resume.map(\.id) == [1, 2])
        guard case .failure(.poolTimeout) = effects.resume[0].result else { throw Unexpected() }
        #expect(state.leave(3) && !state.leave(3) && !state.leave(1))
    }

    @Test("a closed pool refuses, and closes what comes back")
    func close() throws {
        var state = state(limit: 2)
        let leased = try lease(&state, 1)
        let idle = try lease(&state, 2)
        _ = state.release(idle, .usable, at: start)
        #expect(state.close().close == [2])
        guard case .refused(.closed) = state.acquire(at: start) else { throw Unexpected() }
        #expect(state.enqueue(waiter(1), at: start).resume.map(\.id) == [1])
        #expect(!state.isUnused)
        #expect(state.release(leased, .usable, at: start).close == [1])
        #expect(state.isUnused)
    }

    @Test("never lends a session twice nor opens too many, whatever happens", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = Numbers(state: seed &* 7919 &+ 1)
        var state = state(limit: 3)
        var (leases, opening, waiting): ([State.Lease], Int, [UInt64]) = ([], 0, [])
        var (now, nextID, nextMember) = (start, UInt64(0), 0)
        func apply(_ effects: State.Effects) {
            for (id, result) in effects.resume {
                #expect(waiting.contains(id))
                waiting.removeAll { $0 == id }
                switch result {
                case .success(.use(let lease)): leases.append(lease)
                case .success(.open): opening += 1
                case .failure: break
                }
            }
            #expect(!effects.close.contains { closed in leases.contains { $0.member == closed } })
        }
        for _ in 0..<2000 {
            now = now + .milliseconds(Int(random.next() % 2000))
            switch random.next() % 8 {
            case 0...2:
                switch state.acquire(at: now) {
                case .granted(.use(let lease)): leases.append(lease)
                case .granted(.open): opening += 1
                case .refused: break
                case .wait:
                    nextID += 1
                    waiting.append(nextID)
                    apply(state.enqueue(State.Waiter(id: nextID, deadline: now + .seconds(10)), at: now))
                }
            case 3 where opening > 0:
                nextMember += 1
                opening -= 1
                let (lease, effects) = state.opened(nextMember, at: now)
                leases.append(lease)
                apply(effects)
            case 4 where opening > 0:
                opening -= 1
                apply(state.openFailed(random.next() % 2 == 0 ? nil : .connection("x"), at: now).1)
            case 5 where !leases.isEmpty:
                let lease = leases.remove(at: Int(random.next() % UInt64(leases.count)))
                apply(state.release(lease, [.usable, .usable, .spent, .broken][Int(random.next() % 4)], at: now))
            case 6: apply(state.expireWaiters(at: now))
            case 7: apply(random.next() % 8 == 0 ? state.renew() : state.reap(at: now))
            default: break
            }
            #expect(Set(leases.map(\.member)).count == leases.count)
            #expect(state.leased == leases.count && state.opening == opening && state.waiting == waiting.count)
            #expect(leases.count + opening + state.idleCount <= 3)
            // Whoever waits while a session lies idle would wait for ever.
            #expect(waiting.isEmpty || state.idleCount == 0)
        }
    }
}

/// The same numbers for the same seed (SplitMix64).
private struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
