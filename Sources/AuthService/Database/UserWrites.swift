import JSONText
import PostgresLink

/// The statements that make and change users. Their order in a sign-up is what users' triggers rely on.
enum UserWrites {
    struct NewUser: Sendable {
        var id: String
        var audience: String
        var contact: Contact?
        /// Nil: no password.
        var passwordHash: String?
        var appMetadata: JSONObject
        var userMetadata: JSONObject
        var isAnonymous = false
    }

    /// The role comes in a second step.
    static func insert(_ user: NewUser) -> [SQL] {
        let email: String? = if case .email(let text)? = user.contact { text } else { nil }
        let phone: String? = if case .phone(let text)? = user.contact { text } else { nil }
        return [
            """
            INSERT INTO auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
                confirmation_token, recovery_token, email_change, email_change_token_new, is_anonymous, created_at, updated_at)
            VALUES ('00000000-0000-0000-0000-000000000000', \(parameter: user.id)::uuid, \(parameter: user.audience), '',
                \(parameter: email), \(parameter: phone), \(parameter: user.passwordHash ?? ""), \(json: user.appMetadata),
                \(json: user.userMetadata), '', '', '', '', \(parameter: user.isAnonymous ? "true" : "false")::boolean, now(), now())
            """,
            "UPDATE auth.users SET role = 'authenticated', updated_at = now() WHERE id = \(parameter: user.id)::uuid",
        ]
    }

    static func insertIdentity(_ userID: String, provider: String, subject: String, data: JSONObject) -> SQL {
        """
        INSERT INTO auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        VALUES (\(parameter: subject), \(parameter: userID)::uuid, \(json: data), \(parameter: provider), now(), now(), now())
        """
    }

    /// Adds members to the user's metadata; a null removes one.
    static func mergeUserMetadata(_ userID: String, _ changes: JSONObject) -> SQL {
        """
        UPDATE auth.users SET updated_at = now(),
            raw_user_meta_data = (coalesce(nullif(raw_user_meta_data, 'null'), '{}') || \(json: changes))
                - array(SELECT key FROM jsonb_each(\(json: changes)) WHERE value = 'null')
        WHERE id = \(parameter: userID)::uuid
        """
    }

    /// Lists the providers of the user's identities; the first one stays the user's `provider`.
    static func updateProviders(_ userID: String) -> SQL {
        """
        UPDATE auth.users u SET updated_at = now(),
            raw_app_meta_data = coalesce(nullif(u.raw_app_meta_data, 'null'), '{}')
                || jsonb_build_object('provider', coalesce(u.raw_app_meta_data -> 'provider', p.names -> 0), 'providers', p.names)
        FROM (SELECT jsonb_agg(provider ORDER BY since) AS names
              FROM (SELECT provider, min(created_at) AS since FROM auth.identities
                    WHERE user_id = \(parameter: userID)::uuid GROUP BY provider) i) p
        WHERE u.id = \(parameter: userID)::uuid AND p.names IS NOT NULL
        """
    }

    /// Makes the remaining identities' providers the user's, also the first one.
    static func resetProviders(_ userID: String) -> SQL {
        """
        UPDATE auth.users u SET updated_at = now(),
            raw_app_meta_data = coalesce(nullif(u.raw_app_meta_data, 'null'), '{}')
                || jsonb_build_object('provider', p.names -> 0, 'providers', p.names)
        FROM (SELECT jsonb_agg(provider ORDER BY since) AS names
              FROM (SELECT provider, min(created_at) AS since FROM auth.identities
                    WHERE user_id = \(parameter: userID)::uuid GROUP BY provider) i) p
        WHERE u.id = \(parameter: userID)::uuid AND p.names IS NOT NULL
        """
    }

    /// Confirms the address or number and makes every outstanding code worthless. Only for an address the metadata says so, too.
    static func confirm(_ userID: String, _ kind: Contact.Kind) -> [SQL] {
        let id = "\(parameter: userID)::uuid" as SQL
        let update: SQL =
            switch kind {
            case .email:
                """
                UPDATE auth.users SET confirmation_token = '', email_confirmed_at = now(), updated_at = now(), is_anonymous = false,
                    raw_user_meta_data = coalesce(nullif(raw_user_meta_data, 'null'), '{}') || '{"email_verified": true}'
                WHERE id = \(id)
                """
            case .phone:
                """
                UPDATE auth.users SET confirmation_token = '', phone_confirmed_at = now(), updated_at = now(), is_anonymous = false
                WHERE id = \(id)
                """
            }
        return [update, "DELETE FROM auth.one_time_tokens WHERE user_id = \(id)"]
    }
}

extension SQL.Interpolation {
    /// A value of type `jsonb`.
    mutating func appendInterpolation(json object: JSONObject) {
        appendInterpolation(parameter: .utf8(JSON.object(object).serialized()))
        appendLiteral("::jsonb")
    }
}
