import JSONText
import PostgresLink
import Tokens

/// What is kept of a sign-in that comes back later, by a link in a message or from a provider's page: a row of `auth.flow_state`.
/// Its id is the `state` of OAuth, its code is what a client exchanges for a session (RFC 7636).
struct FlowState: Sendable {
    let id: String
    /// Nil until a provider has said who it is.
    let userID: String?
    let authCode: String?
    /// Nil: the flow hands out tokens in the address, and no code.
    let challenge: CodeChallenge?
    /// A provider's name, or what the message is for.
    let providerType: String
    /// How the session that comes of it was begun, as `amr` tells it.
    let method: String
    let providerToken: String?
    let providerRefreshToken: String?
    let referrer: String?
    let inviteToken: String?
    /// The user whom an identity is to be linked to.
    let linkingTarget: String?
    let isEmailOptional: Bool
    /// Whether the code was handed out.
    let isHandedOut: Bool
    /// Too old to come back from a provider.
    let isExpired: Bool
    /// Handed out too long ago to be exchanged.
    let isCodeExpired: Bool

    /// A flow that begins now.
    struct New: Sendable {
        var id = Random.uuid()
        var userID: String?
        var challenge: CodeChallenge?
        var providerType: String
        var method: String
        var referrer: String?
        var inviteToken: String?
        var linkingTarget: String?
        var isEmailOptional = false
    }
}

extension FlowState {
    init(_ row: JSON) {
        func text(_ name: String) -> String? { row[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        id = text("id") ?? ""
        userID = text("user_id")
        authCode = text("auth_code")
        challenge = text("code_challenge").flatMap { challenge in
            text("code_challenge_method").map { CodeChallenge(stored: challenge, method: $0) }
        }
        providerType = text("provider_type") ?? ""
        method = text("authentication_method") ?? ""
        providerToken = text("provider_access_token")
        providerRefreshToken = text("provider_refresh_token")
        referrer = text("referrer")
        inviteToken = text("invite_token")
        linkingTarget = text("linking_target_id")
        isEmailOptional = row["email_optional"]?.bool ?? false
        isHandedOut = row["handed_out"]?.bool ?? false
        isExpired = row["expired"]?.bool ?? true
        isCodeExpired = row["code_expired"]?.bool ?? true
    }

    /// - Returns: the statement; the code comes with the challenge, and is no one's business before it is handed out.
    static func insert(_ flow: New) -> SQL {
        """
        INSERT INTO auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
            authentication_method, referrer, invite_token, linking_target_id, email_optional, created_at, updated_at)
        VALUES (\(parameter: flow.id)::uuid, \(parameter: flow.userID)::uuid,
            \(parameter: flow.challenge == nil ? nil : Random.uuid()),
            \(parameter: flow.challenge?.method)::auth.code_challenge_method, \(parameter: flow.challenge?.challenge),
            \(parameter: flow.providerType), \(parameter: flow.method), \(parameter: flow.referrer), \(parameter: flow.inviteToken),
            \(parameter: flow.linkingTarget)::uuid, \(parameter: flow.isEmailOptional ? "true" : "false")::boolean, now(), now())
        """
    }

    /// One row with one column, for ``init(_:)``; nobody else can change the row until the transaction ends.
    static func byID(_ id: String) -> SQL { select("f.id = \(parameter: id)::uuid") }

    static func byCode(_ code: String) -> SQL { select("f.auth_code = \(parameter: code)") }

    /// The flow that a link belongs to: the latest of the user's. The real service chooses one of several as it likes.
    static func latest(of userID: String, _ method: AuthenticationMethod) -> SQL {
        select("f.user_id = \(parameter: userID)::uuid AND f.authentication_method = \(parameter: method.rawValue)")
    }

    static func handOut(_ id: String) -> SQL {
        "UPDATE auth.flow_state SET auth_code_issued_at = now(), updated_at = now() WHERE id = \(parameter: id)::uuid"
    }

    /// What a provider has told, which ends the flow but for the exchange of its code.
    static func complete(_ id: String, userID: String, token: String?, refreshToken: String?) -> SQL {
        """
        UPDATE auth.flow_state SET user_id = \(parameter: userID)::uuid, provider_access_token = \(parameter: token),
            provider_refresh_token = \(parameter: refreshToken), auth_code_issued_at = now(), updated_at = now()
        WHERE id = \(parameter: id)::uuid
        """
    }

    static func delete(_ id: String) -> SQL { "DELETE FROM auth.flow_state WHERE id = \(parameter: id)::uuid" }

    /// The life of a code is counted from when it was handed out, also where the real service counts from the request: a link that
    /// is opened after five minutes still works.
    private static func select(_ condition: SQL) -> SQL {
        let life = "make_interval(secs => \(parameter: String(Limits.flowStateLife))::double precision)" as SQL
        return """
            SELECT to_json(r) FROM (
                SELECT f.*, f.auth_code_issued_at IS NOT NULL AS handed_out,
                    coalesce(f.created_at + \(life) < now(), true) AS expired,
                    coalesce(coalesce(f.auth_code_issued_at, f.created_at) + \(life) < now(), true) AS code_expired
                FROM auth.flow_state f WHERE \(condition) ORDER BY f.created_at DESC, f.id LIMIT 1 FOR UPDATE OF f) r
            """
    }
}
