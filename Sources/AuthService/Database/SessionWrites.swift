import JSONText
import PostgresLink
import Tokens

/// How a session was begun; written as the `method` of a token's `amr`.
enum AuthenticationMethod: String, Sendable {
    case password
    case otp
    case oauth
    case anonymous
    case totp
    case phoneFactor = "mfa/phone"
    case webAuthnFactor = "mfa/webauthn"
    case recovery
    case magicLink = "magiclink"
    case emailSignup = "email/signup"
    case emailChange = "email_change"
    case invite
    /// Told to hooks only; it adds nothing to a session.
    case tokenRefresh = "token_refresh"
}

/// A new session with its first refresh token.
struct NewSession: Sendable {
    let id = Random.uuid()
    let refreshToken = RefreshToken.random()
    let userID: String
    let method: AuthenticationMethod
    let client: Client

    var statements: [SQL] {
        let user = "\(parameter: userID)::uuid" as SQL
        return [
            """
            INSERT INTO auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
            VALUES (\(parameter: id)::uuid, \(user), now(), now(), 'aal1', \(parameter: client.userAgent), \(parameter: client.address)::inet)
            """,
            RefreshToken.insert(refreshToken, userID: userID, sessionID: id, parent: nil),
            SessionQuery.addReference(method, to: id),
            "UPDATE auth.users SET last_sign_in_at = now(), updated_at = now() WHERE id = \(user)",
        ]
    }
}

/// Sessions as they are read, and what happens to them later.
enum SessionQuery {
    /// How the session was begun and raised, the newest first.
    static func references(of session: SQL) -> SQL {
        """
        (SELECT json_agg(json_build_object(
            'method', a.authentication_method, 'timestamp', floor(extract(epoch FROM a.updated_at))) ORDER BY a.updated_at DESC)
         FROM auth.mfa_amr_claims a WHERE a.session_id = \(session))
        """
    }

    /// One authentication more; the same one again only becomes newer.
    static func addReference(_ method: AuthenticationMethod, to sessionID: String) -> SQL {
        """
        INSERT INTO auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        VALUES (\(parameter: Random.uuid())::uuid, \(parameter: sessionID)::uuid, now(), now(), \(parameter: method.rawValue))
        ON CONFLICT (session_id, authentication_method) DO UPDATE SET updated_at = now()
        """
    }

    /// One row with one column, for ``CallerSession``; none when the session is not the user's.
    static func caller(_ sessionID: String?, of userID: String, _ settings: AuthSettings) -> SQL {
        let timeBox = settings.sessionTimeBox.map { String($0) }
        let inactivity = settings.sessionInactivityTimeout.map { String($0) }
        return """
            SELECT json_build_object(
                'id', s.id, 'aal', coalesce(s.aal::text, 'aal1'), 'age', extract(epoch FROM now() - s.created_at),
                'amr', \(references(of: "s.id")),
                'expired', coalesce(s.not_after < now(), false)
                    OR coalesce(now() > s.created_at + make_interval(secs => \(parameter: timeBox)::double precision), false)
                    OR coalesce(now() > coalesce(s.refreshed_at AT TIME ZONE 'UTC', s.created_at)
                        + make_interval(secs => \(parameter: inactivity)::double precision), false))
            FROM auth.sessions s WHERE s.id = \(parameter: sessionID)::uuid AND s.user_id = \(parameter: userID)::uuid
            """
    }

    /// Ends the sessions of a user, but for one.
    static func end(of userID: String, but kept: String?) -> SQL {
        guard let kept else { return "DELETE FROM auth.sessions WHERE user_id = \(parameter: userID)::uuid" }
        return "DELETE FROM auth.sessions WHERE user_id = \(parameter: userID)::uuid AND id <> \(parameter: kept)::uuid"
    }
}

/// The session that a caller's token belongs to.
struct CallerSession: Sendable {
    let id: String
    let level: AssuranceLevel
    /// Seconds since it was begun.
    let age: Double
    let references: [AccessTokens.Reference]
    /// Past its end; its tokens are good until they expire, but not for what administrators do.
    let isExpired: Bool

    init(_ row: JSON) {
        id = row["id"]?.string ?? ""
        level = AssuranceLevel(rawValue: row["aal"]?.string ?? "") ?? .one
        if case .number(let text)? = row["age"] { age = Double(text) ?? .infinity } else { age = .infinity }
        references = AccessTokens.Reference.list(row["amr"])
        isExpired = row["expired"]?.bool ?? true
    }
}

/// Refresh tokens of the old style: opaque, stored in clear.
enum RefreshToken {
    static let length = 12

    static func random() -> String {
        Random.text(length, of: "abcdefghijklmnopqrstuvwxyz234567")
    }

    static func insert(_ token: String, userID: String, sessionID: String, parent: String?) -> SQL {
        """
        INSERT INTO auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
        VALUES ('00000000-0000-0000-0000-000000000000', \(parameter: token), \(parameter: userID), false, now(), now(),
            \(parameter: parent), \(parameter: sessionID)::uuid)
        """
    }

    /// Whether the text looks like a token of either style, so that it is worth looking for.
    static func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count > length else {
            return text.utf8.count == length && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
        }
        return isNewStyle(text)
    }

    /// A zero, a session's id, a counter as LEB128, 16 bytes of signature, and 4 of a checksum over all that.
    private static func isNewStyle(_ text: String) -> Bool {
        guard let bytes = Base64URL.decode(text), bytes.count >= 38, bytes[0] == 0 else { return false }
        let counter = bytes[17..<(bytes.count - 20)]
        guard 1...10 ~= counter.count, counter.dropLast().allSatisfy({ $0 >= 0x80 }), let last = counter.last, last < 0x80 else {
            return false
        }
        return Digest.sha256.hash(Array(bytes.dropLast(4))).prefix(4).elementsEqual(bytes.suffix(4))
    }
}
