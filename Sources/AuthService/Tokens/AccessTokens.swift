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

        /// From rows as ``SessionQuery/references(of:)`` has them.
        static func list(_ json: JSON?) -> [Reference] {
            (json?.array ?? []).map { Reference(method: $0["method"]?.string ?? "", timestamp: $0["timestamp"]?.int ?? 0) }
        }
    }

    /// What the token says of a user and a session.
    ///
    /// - Parameter now: seconds since 1970.
    func claims(for user: User, session: String, references: [Reference], now: Int) -> JSONObject {
        [
            "iss": .string(issuer), "sub": .string(user.id), "aud": .string(user.audience), "exp": .number(String(now + life)),
            "iat": .number(String(now)), "email": .string(user.email), "phone": .string(user.phone), "app_metadata": user.appMetadata,
            "user_metadata": user.userMetadata, "role": .string(user.role),
            "aal": .string(AssuranceLevel(references.map(\.method)).rawValue),
            "amr": .array(references.map { ["method": .string($0.method), "timestamp": .number(String($0.timestamp))] }),
            "session_id": .string(session), "is_anonymous": .bool(user.isAnonymous),
        ]
    }

    /// - Parameter claims: what is signed, perhaps changed by a hook; when it ends is told as it was before.
    func response(_ claims: JSONObject, for user: User, refreshToken: String, now: Int) throws(AuthError) -> JSONObject {
        guard let token = JWT.signed(.object(claims), by: key) else { throw .unexpected("error generating jwt token") }
        return JSONObject([
            .init("access_token", .string(token)), .init("token_type", "bearer"), .init("expires_in", .number(String(life))),
            .init("expires_at", .number(String(now + life))), .init("refresh_token", .string(refreshToken)), .init("user", user.json),
        ])
    }
}

/// How sure it is that a session is its user's.
enum AssuranceLevel: String, Sendable {
    case one = "aal1"
    /// With a second factor.
    case two = "aal2"

    init(_ methods: [String]) {
        let strong: Set<String> = ["totp", "mfa/phone", "mfa/webauthn"]
        self = methods.contains(where: strong.contains) ? .two : .one
    }
}
