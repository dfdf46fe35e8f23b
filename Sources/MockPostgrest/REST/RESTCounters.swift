import Synchronization

/// What a backend counts for its metrics, from the start of the process on.
package final class RESTCounters: Sendable {
    private let loads = Atomic(0)
    private let failedLoads = Atomic(0)
    private let loadNanoseconds = Atomic<Int>(0)

    func schemaLoaded(in time: Duration) {
        loads.add(1, ordering: .relaxed)
        loadNanoseconds.store(Int(time / .nanoseconds(1)), ordering: .relaxed)
    }

    func schemaLoadFailed() {
        failedLoads.add(1, ordering: .relaxed)
    }

    var schemaLoads: Int { loads.load(ordering: .relaxed) }
    var failedSchemaLoads: Int { failedLoads.load(ordering: .relaxed) }
    /// What the last load took, in seconds.
    var schemaLoadTime: Double { Double(loadNanoseconds.load(ordering: .relaxed)) / 1e9 }
}
