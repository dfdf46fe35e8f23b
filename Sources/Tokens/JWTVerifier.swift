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
///
/// Two generations bound it: when the young one is full it becomes the old one, and what is used there moves up again. That is
/// nearly least-recently-used, without a list to maintain.
package struct VerifiedTokens: Sendable {
    private let generationSize: Int
    private var young: [String: JWTClaims] = [:]
    private var old: [String: JWTClaims] = [:]

    /// - Parameter capacity: the most tokens to remember; 0 remembers none.
    package init(capacity: Int) {
        generationSize = max(0, capacity) / 2 + max(0, capacity) % 2
    }

    package var count: Int { young.count + old.count }

    package mutating func claims(of text: String, verifier: JWTVerifier) throws(JWTError) -> JWTClaims {
        if let known = young[text] { return known }
        if let known = old.removeValue(forKey: text) {
            remember(text, known)
            return known
        }
        let claims = try verifier.claims(of: text)
        remember(text, claims)
        return claims
    }

    /// After a change of keys.
    package mutating func removeAll() {
        young = [:]
        old = [:]
    }

    private mutating func remember(_ text: String, _ claims: JWTClaims) {
        guard generationSize > 0 else { return }
        if young.count >= generationSize {
            old = young
            young = [:]
        }
        young[text] = claims
    }
}
