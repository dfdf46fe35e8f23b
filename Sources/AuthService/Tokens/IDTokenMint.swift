package import JSONText
package import Tokens

/// An id token as a provider would give it, of the local issuer that stands in for Apple, Google and the others. Its keys are at
/// `/local/jwks.json`.
///
///     IDTokenMint(provider: "apple", clientID: "com.example.app", email: "ann@example.com").token
package struct IDTokenMint: Sendable {
    package var provider: String
    /// The application: a client id of the provider's settings.
    package var clientID: String
    /// "" for one that follows from the address, as on the local sign-in page.
    package var subject = ""
    package var email: String
    package var isEmailVerified = true
    package var name = ""
    /// What the application will send to the service; the token holds its hash.
    package var nonce = ""
    /// Seconds.
    package var life = 3600

    package init(provider: String, clientID: String, email: String) {
        self.provider = provider
        self.clientID = clientID
        self.email = email
    }

    /// Nil for a provider that gives no id tokens.
    package func claims(now: Int) -> JSONObject? {
        guard let issuer = IDTokens.Issuer.all.first(where: { $0.provider == provider })?.mintedName else { return nil }
        let account = LocalAccount(provider: provider, subject: subject, email: email)
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(clientID), "sub": .string(account.subject), "iat": .number(String(now)),
            "exp": .number(String(now + min(max(life, -1_000_000_000), 1_000_000_000))), "email": .string(account.email),
            "email_verified": .bool(isEmailVerified),
        ]
        if !name.isEmpty { claims.set("name", .string(name)) }
        if !nonce.isEmpty { claims.set("nonce", .string(Digest.sha256.hash(Array(nonce.utf8)).hexadecimal)) }
        return claims
    }

    package var token: String? {
        claims(now: Int(WallClock.seconds())).flatMap { JWT.signed(.object($0), by: .localIssuer) }
    }
}

extension IDTokens.Issuer {
    /// Azure names a tenant.
    fileprivate var mintedName: String? {
        names.first.map { $0.hasSuffix("/") ? $0 + "9188040d-6c67-4c5b-b112-36a304b66dad/v2.0" : $0 }
    }
}

extension JWK {
    /// Signs the id tokens of the local issuer. It is not a key of the project: who can have any id token minted must not have access
    /// tokens by it. Like the project's key it is published, and protects nothing.
    package static let localIssuer: JWK = {
        let json: JSON = [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "local-issuer",
            "x": "Z4q9lmvv2-MICRV-UajDVve_Kf2zuA5LqEozhz3JBZ8", "y": "fdt1N929Rm2R3tbEwrE0XbOHb43JxxTHnfkSXkPo2OQ",
            "d": "vwa3LCkD9h_-RaeAEXXCMdNgtAfE-wKfWYxNo55C95U",
        ]
        guard let key = JWK(json) else { preconditionFailure("the built-in key is a key") }
        return key
    }()
}
