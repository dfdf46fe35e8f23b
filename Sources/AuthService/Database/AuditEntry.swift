import JSONText
import PostgresLink
import Tokens

/// What is noted of an account's life, in `auth.audit_log_entries`.
struct AuditEntry: Sendable {
    enum Action: String, Sendable {
        case login
        case logout
        case inviteAccepted = "invite_accepted"
        case userSignedUp = "user_signedup"
        case userInvited = "user_invited"
        case userDeleted = "user_deleted"
        case userModified = "user_modified"
        case userRecoveryRequested = "user_recovery_requested"
        case userReauthenticateRequested = "user_reauthenticate_requested"
        case userConfirmationRequested = "user_confirmation_requested"
        case userRepeatedSignup = "user_repeated_signup"
        case userUpdatedPassword = "user_updated_password"
        case tokenRevoked = "token_revoked"
        case tokenRefreshed = "token_refreshed"
        case identityLinked = "identity_linked"
        case identityUnlinked = "identity_unlinked"
        case factorInProgress = "factor_in_progress"
        case factorUnenrolled = "factor_unenrolled"
        case factorUpdated = "factor_updated"
        case factorDeleted = "factor_deleted"
        case challengeCreated = "challenge_created"
        case verificationAttempted = "verification_attempted"

        var logType: String {
            switch self {
            case .login, .logout, .inviteAccepted: "account"
            case .userSignedUp, .userInvited, .userDeleted: "team"
            case .tokenRevoked, .tokenRefreshed: "token"
            case .userModified, .userRecoveryRequested, .userReauthenticateRequested, .userConfirmationRequested, .userRepeatedSignup,
                .userUpdatedPassword, .identityLinked, .identityUnlinked:
                "user"
            case .factorInProgress, .factorUnenrolled, .factorUpdated, .factorDeleted, .challengeCreated, .verificationAttempted:
                "factor"
            }
        }
    }

    static func insert(_ action: Action, by user: User, provider: String? = nil) -> SQL {
        insert(action, by: user, provider.map { ["provider": .string($0)] } ?? [:])
    }

    static func insert(_ action: Action, by user: User, _ traits: JSONObject) -> SQL {
        insert(
            action, userID: user.id, name: user.phone.isEmpty ? user.email : user.phone,
            fullName: user.userMetadata["full_name"]?.string, traits)
    }

    /// What the project's administrator did to a user.
    static func insert(_ action: Action, by administrator: Administrator, to user: User) -> SQL {
        let traits: JSONObject = [
            "user_id": .string(user.id), "user_email": .string(user.email), "user_phone": .string(user.phone),
        ]
        guard let actor = administrator.user else {
            return insert(action, userID: UUIDText.null, name: administrator.role, traits)
        }
        return insert(action, by: actor, traits)
    }

    private static func insert(
        _ action: Action, userID: String, name: String, fullName: String? = nil, _ traits: JSONObject
    ) -> SQL {
        var payload = JSONObject([
            .init("action", .string(action.rawValue)), .init("actor_id", .string(userID)), .init("actor_username", .string(name)),
            .init("actor_via_sso", false), .init("log_type", .string(action.logType)),
        ])
        if let fullName { payload.set("actor_name", .string(fullName)) }
        if !traits.members.isEmpty { payload.set("traits", .object(traits)) }
        return """
            INSERT INTO auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
            VALUES ('00000000-0000-0000-0000-000000000000', \(parameter: Random.uuid())::uuid,
                \(parameter: .utf8(JSON.object(payload).serialized()))::json, now(), '')
            """
    }
}
