import Sockets
import Synchronization
import TestSupport

struct WaitedInVain: Error {}

/// Asks until the condition holds, or the time is over.
func waitUntil(within limit: Duration, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain() }
        try await TestCluster.loop.sleep(for: .milliseconds(20))
    }
}

/// SplitMix64: the same seed gives the same numbers everywhere.
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
