import JSONText
import PostgresLink
import Tokens

/// How a session was begun; written as the `method` of a token's `amr`.
enum AuthenticationMethod: String, Sendable {
    case password
    case oauth
    case anonymous
    case emailSignup = "email/signup"
    case emailChange = "email_change"
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
            """
            INSERT INTO auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
            VALUES (\(parameter: Random.uuid())::uuid, \(parameter: id)::uuid, now(), now(), \(parameter: method.rawValue))
            """,
            "UPDATE auth.users SET last_sign_in_at = now(), updated_at = now() WHERE id = \(user)",
        ]
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
