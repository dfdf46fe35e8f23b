import PostgresLink
import Tokens

/// Rows of `auth.one_time_tokens`, each with a column of `auth.users` of the same name: a user has one code of a kind.
enum OneTimeToken: String, Sendable, CaseIterable {
    case confirmation = "confirmation_token"
    case recovery = "recovery_token"
    case emailChangeNew = "email_change_token_new"
    case emailChangeCurrent = "email_change_token_current"
    case phoneChange = "phone_change_token"
    case reauthentication = "reauthentication_token"

    /// - Parameter contact: where the code is sent.
    static func replace(_ kind: OneTimeToken, of userID: String, hash: String, for contact: String) -> [SQL] {
        let type = "\(parameter: kind.rawValue)::auth.one_time_token_type" as SQL
        return [
            "DELETE FROM auth.one_time_tokens WHERE user_id = \(parameter: userID)::uuid AND token_type = \(type)",
            """
            INSERT INTO auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
            VALUES (\(parameter: Random.uuid())::uuid, \(parameter: userID)::uuid, \(type), \(parameter: hash),
                \(parameter: contact.lowercased()), now() AT TIME ZONE 'UTC', now() AT TIME ZONE 'UTC')
            """,
        ]
    }

    static func delete(_ kind: OneTimeToken, of userID: String) -> SQL {
        """
        DELETE FROM auth.one_time_tokens
        WHERE user_id = \(parameter: userID)::uuid AND token_type = \(parameter: kind.rawValue)::auth.one_time_token_type
        """
    }

    /// What was sent before is worth nothing any more.
    static func deleteAll(of userID: String) -> SQL {
        "DELETE FROM auth.one_time_tokens WHERE user_id = \(parameter: userID)::uuid"
    }
}
