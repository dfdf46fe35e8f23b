import JSONText
import Tokens

/// Makes access tokens, and the answer to every sign-in.
struct AccessTokens: Sendable {
    private let key: JWK
    private let issuer: String
    private let life: Int

    init(_ settings: AuthSettings) {
        key = settings.signingKey
        issuer = settings.tokenIssuer
        life = settings.accessTokenLife
    }

    /// One authentication in a session; the newest come first.
    struct Reference: Sendable, Hashable {
        var method: String
        var timestamp: Int
    }

    /// - Parameter now: seconds since 1970.
    func response(
        for user: User, session: String, refreshToken: String, references: [Reference], now: Int
    ) throws(AuthError) -> JSONObject {
        let expiry = now + life
        guard let token = JWT.signed(claims(user, session, references, now: now, expiry: expiry), by: key) else {
            throw .unexpected("error generating jwt token")
        }
        return JSONObject([
            .init("access_token", .string(token)), .init("token_type", "bearer"), .init("expires_in", .number(String(life))),
            .init("expires_at", .number(String(expiry))), .init("refresh_token", .string(refreshToken)), .init("user", user.json),
        ])
    }

    private func claims(_ user: User, _ session: String, _ references: [Reference], now: Int, expiry: Int) -> JSON {
        let strong: Set<String> = ["totp", "mfa/phone", "mfa/webauthn"]
        let level = references.contains { strong.contains($0.method) } ? "aal2" : "aal1"
        return [
            "iss": .string(issuer), "sub": .string(user.id), "aud": .string(user.audience), "exp": .number(String(expiry)),
            "iat": .number(String(now)), "email": .string(user.email), "phone": .string(user.phone), "app_metadata": user.appMetadata,
            "user_metadata": user.userMetadata, "role": .string(user.role), "aal": .string(level),
            "amr": .array(references.map { ["method": .string($0.method), "timestamp": .number(String($0.timestamp))] }),
            "session_id": .string(session), "is_anonymous": .bool(user.isAnonymous),
        ]
    }
}
