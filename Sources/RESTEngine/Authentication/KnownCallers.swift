internal import Tokens

/// Callers by their tokens' text, so that a token is verified, and its claims written as JSON, once. Times are checked at each
/// use.
package struct KnownCallers: Sendable {
    var known: RecentlyUsed<Known>

    struct Known: Sendable {
        var claims: JWTClaims
        var caller: Caller
    }

    /// - Parameter capacity: the most tokens to remember; 0 remembers none.
    package init(capacity: Int) {
        known = RecentlyUsed(capacity: capacity)
    }

    package var count: Int { known.count }

    /// After a change of the configuration.
    package mutating func removeAll() {
        known.removeAll()
    }
}
