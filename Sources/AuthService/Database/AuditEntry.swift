import JSONText
import PostgresLink
import Tokens

/// What is noted of an account's life, in `auth.audit_log_entries`.
struct AuditEntry: Sendable {
    enum Action: String, Sendable {
        case login
        case logout
        case userSignedUp = "user_signedup"
        case userConfirmationRequested = "user_confirmation_requested"
        case userRepeatedSignup = "user_repeated_signup"
        case tokenRevoked = "token_revoked"
        case tokenRefreshed = "token_refreshed"

        var logType: String {
            switch self {
            case .login, .logout: "account"
            case .userSignedUp: "team"
            case .tokenRevoked, .tokenRefreshed: "token"
            case .userConfirmationRequested, .userRepeatedSignup: "user"
            }
        }
    }

    static func insert(_ action: Action, by user: User, provider: String? = nil) -> SQL {
        insert(
            action, userID: user.id, name: user.phone.isEmpty ? user.email : user.phone,
            fullName: user.userMetadata["full_name"]?.string, provider: provider)
    }

    static func insert(_ action: Action, userID: String, name: String, fullName: String? = nil, provider: String? = nil) -> SQL {
        var payload = JSONObject([
            .init("action", .string(action.rawValue)), .init("actor_id", .string(userID)), .init("actor_username", .string(name)),
            .init("actor_via_sso", false), .init("log_type", .string(action.logType)),
        ])
        if let fullName { payload.set("actor_name", .string(fullName)) }
        if let provider { payload.set("traits", ["provider": .string(provider)]) }
        return """
            INSERT INTO auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
            VALUES ('00000000-0000-0000-0000-000000000000', \(parameter: Random.uuid())::uuid,
                \(parameter: .utf8(JSON.object(payload).serialized()))::json, now(), '')
            """
    }
}
