/// Lets a few tasks in at a time; the others wait without blocking a thread, first come, first served.
package actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Tests that start clusters of their own: all at once would take the machine's memory and make each other miss its times.
    package static let clusters = Turnstile(places: 2)

    /// Scripts that make or change roles, which belong to the whole cluster: two at once would meet at the same row of the catalog.
    package static let roles = Turnstile(places: 1)

    package init(places: Int) {
        free = places
    }

    package func pass<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
