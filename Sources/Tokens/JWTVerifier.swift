/// Turns a token's text into claims that can be believed.
package struct JWTVerifier: Sendable {
    package var keys: KeySet

    package init(keys: KeySet) {
        self.keys = keys
    }

    package func claims(of text: String) throws(JWTError) -> JWTClaims {
        let token = try JWT(text)
        let fitting = keys.keys.filter { $0.fits(token.algorithm, keyID: token.keyID) }
        guard !fitting.isEmpty else { throw .noSuitableKey }
        guard fitting.contains(where: token.isSigned) else { throw .badSignature }
        return try token.claims()
    }
}

/// Claims of tokens whose signature was good, by the token's text, so that each is verified once. Times are not
/// looked at here: they are checked at each use.
package struct VerifiedTokens: Sendable {
    private var known: RecentlyUsed<JWTClaims>

    /// - Parameter capacity: the most tokens to remember; 0 remembers none.
    package init(capacity: Int) {
        known = RecentlyUsed(capacity: capacity)
    }

    package var count: Int { known.count }

    package mutating func claims(of text: String, verifier: JWTVerifier) throws(JWTError) -> JWTClaims {
        if let known = known[text] { return known }
        let claims = try verifier.claims(of: text)
        known.remember(text, claims)
        return claims
    }

    /// After a change of keys.
    package mutating func removeAll() {
        known.removeAll()
    }
}
