import Tokens

/// A code that proves that a message was read, and the hash of it that is stored and linked to.
struct OneTimeCode: Sendable, Hashable {
    let code: String
    /// Lower-case SHA-224 of the address followed by the code; after `pkce_` when only who asked may redeem the link.
    let hash: String

    init(_ code: String, for contact: String, isBound: Bool) {
        self.code = code
        hash = (isBound ? "pkce_" : "") + Digest.sha224.hash(Array((contact + code).utf8)).hexadecimal
    }

    static func random(for contact: String, length: Int, isBound: Bool) -> Self {
        Self(Random.text(6...10 ~= length ? length : 6, of: "0123456789"), for: contact, isBound: isBound)
    }
}

/// The challenge of a client that will redeem a link by a code exchange (RFC 7636).
struct CodeChallenge: Sendable, Hashable {
    let challenge: String
    let method: String

    /// Nil when neither part is given.
    init?(challenge: String, method: String) throws(AuthError) {
        if challenge.isEmpty && method.isEmpty { return nil }
        guard !challenge.isEmpty, !method.isEmpty else {
            throw .validation("PKCE flow requires code_challenge_method and code_challenge")
        }
        guard 43...128 ~= challenge.utf8.count else {
            throw .validation("code challenge has to be between 43 and 128 characters")
        }
        guard challenge.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || "-._~".utf8.contains($0) }) else {
            throw .validation(
                "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes")
        }
        self.challenge = challenge
        self.method = method.lowercased()
    }

    /// One that was checked before it was stored.
    init(stored challenge: String, method: String) {
        self.challenge = challenge
        self.method = method
    }

    var isKnownMethod: Bool { ["s256", "plain"].contains(method) }

    /// Whether the verifier is what the challenge was made of.
    func isAnswered(by verifier: String) -> Bool {
        let answer = method == "plain" ? verifier : Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
        return Array(answer.utf8).equalsInConstantTime(Array(challenge.utf8))
    }
}
