internal import Tokens

/// Callers by their tokens' text, so that a token is verified, and its claims written as JSON, once. Times are checked at each
/// use.
package struct KnownCallers: Sendable {
    var known: RecentlyUsed<Known>
    private let isEnabled: Bool
    private var requests = 0
    private var hits = 0

    struct Known: Sendable {
        var claims: JWTClaims
        var caller: Caller
    }

    /// - Parameter capacity: the most tokens to remember; 0 remembers none.
    package init(capacity: Int) {
        known = RecentlyUsed(capacity: capacity)
        isEnabled = capacity > 0
    }

    /// How often tokens were looked up here.
    package struct Lookups: Sendable, Hashable {
        package var requests = 0
        package var hits = 0
        package var evictions = 0

        package init() {}

        package static func + (left: Self, right: Self) -> Self {
            var sum = left
            sum.requests += right.requests
            sum.hits += right.hits
            sum.evictions += right.evictions
            return sum
        }
    }

    package var lookups: Lookups {
        var lookups = Lookups()
        (lookups.requests, lookups.hits, lookups.evictions) = (requests, hits, known.evictions)
        return lookups
    }

    mutating func count(hit: Bool) {
        guard isEnabled else { return }
        requests += 1
        if hit { hits += 1 }
    }

    package var count: Int { known.count }

    /// After a change of the configuration.
    package mutating func removeAll() {
        known.removeAll()
    }
}
