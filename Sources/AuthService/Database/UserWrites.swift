import JSONText
import PostgresLink

/// The statements that make and change users. Their order in a sign-up is what users' triggers rely on.
enum UserWrites {
    struct NewUser: Sendable {
        var id: String
        var audience: String
        /// An address, a number, both, or none.
        var contacts: [Contact]
        /// Nil: no password.
        var passwordHash: String?
        var appMetadata: JSONObject
        var userMetadata: JSONObject
        var role = "authenticated"
        var isAnonymous = false

        var email: String? { contacts.first { $0.kind == .email }?.text }
        var phone: String? { contacts.first { $0.kind == .phone }?.text }
    }

    /// The role comes in a second step.
    static func insert(_ user: NewUser) -> [SQL] {
        [
            """
            INSERT INTO auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
                confirmation_token, recovery_token, email_change, email_change_token_new, is_anonymous, created_at, updated_at)
            VALUES ('00000000-0000-0000-0000-000000000000', \(parameter: user.id)::uuid, \(parameter: user.audience), '',
                \(parameter: user.email), \(parameter: user.phone), \(parameter: user.passwordHash ?? ""), \(json: user.appMetadata),
                \(json: user.userMetadata), '', '', '', '', \(parameter: user.isAnonymous ? "true" : "false")::boolean, now(), now())
            """,
            "UPDATE auth.users SET role = \(parameter: user.role), updated_at = now() WHERE id = \(parameter: user.id)::uuid",
        ]
    }

    static func delete(_ userID: String) -> SQL { "DELETE FROM auth.users WHERE id = \(parameter: userID)::uuid" }

    /// An identity that says no more than the address or number.
    static func insertIdentity(of userID: String, _ contact: Contact) -> SQL {
        let data: JSONObject = [
            "sub": .string(userID), contact.provider: .string(contact.text), "email_verified": false, "phone_verified": false,
        ]
        return insertIdentity(userID, provider: contact.provider, subject: userID, data: data)
    }

    static func insertIdentity(_ userID: String, provider: String, subject: String, data: JSONObject) -> SQL {
        """
        INSERT INTO auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        VALUES (\(parameter: subject), \(parameter: userID)::uuid, \(json: data), \(parameter: provider), now(), now(), now())
        """
    }

    /// Adds members to the user's metadata; a null removes one.
    static func mergeUserMetadata(_ userID: String, _ changes: JSONObject) -> SQL {
        merge("raw_user_meta_data", userID, changes)
    }

    /// Adds members to what the service and administrators say of the user; a null removes one.
    static func mergeAppMetadata(_ userID: String, _ changes: JSONObject) -> SQL {
        merge("raw_app_meta_data", userID, changes)
    }

    private static func merge(_ column: SQL, _ userID: String, _ changes: JSONObject) -> SQL {
        """
        UPDATE auth.users SET updated_at = now(),
            \(column) = (coalesce(nullif(\(column), 'null'), '{}') || \(json: changes))
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

// MARK: - Addresses and passwords

extension UserWrites {
    /// A new password makes every code worthless that was sent before, and forgets when it was.
    static func setPassword(_ userID: String, hash: String) -> [SQL] {
        [
            """
            UPDATE auth.users SET encrypted_password = \(parameter: hash), updated_at = now(),
                confirmation_token = '', confirmation_sent_at = NULL, recovery_token = '', recovery_sent_at = NULL,
                email_change_token_new = '', email_change_token_current = '', email_change_sent_at = NULL,
                phone_change_token = '', phone_change_sent_at = NULL, reauthentication_token = '', reauthentication_sent_at = NULL
            WHERE id = \(parameter: userID)::uuid
            """,
            OneTimeToken.deleteAll(of: userID),
        ]
    }

    /// The address is proved: it becomes the user's, and that of their identity.
    static func changeEmail(_ user: User, to email: String) -> [SQL] {
        let id = "\(parameter: user.id)::uuid" as SQL
        return identityData("email", of: user, ["sub": .string(user.id), "email": .string(email), "email_verified": true])
            + [
                """
                UPDATE auth.users SET email = \(parameter: email), email_change = '', email_change_token_new = '',
                    email_change_token_current = '', email_change_confirm_status = 0, is_anonymous = false, updated_at = now()
                WHERE id = \(id)
                """
            ] + (user.isEmailConfirmed ? [OneTimeToken.deleteAll(of: user.id)] : confirm(user.id, .email))
    }

    /// The number is proved: it becomes the user's, and that of their identity.
    static func changePhone(_ user: User, to phone: String) -> [SQL] {
        let id = "\(parameter: user.id)::uuid" as SQL
        return identityData("phone", of: user, ["sub": .string(user.id), "phone": .string(phone), "phone_verified": true])
            + [
                """
                UPDATE auth.users SET phone = \(parameter: phone), phone_change = '', phone_change_token = '',
                    phone_confirmed_at = now(), is_anonymous = false, updated_at = now()
                WHERE id = \(id)
                """,
                OneTimeToken.deleteAll(of: user.id),
            ]
    }

    /// Adds to what the user's identity of the provider says; makes the identity when there is none.
    static func identityData(_ provider: String, of user: User, _ data: JSONObject) -> [SQL] {
        guard user.identity(provider) == nil else {
            return [
                """
                UPDATE auth.identities SET identity_data = identity_data || \(json: data), updated_at = now()
                WHERE user_id = \(parameter: user.id)::uuid AND provider = \(parameter: provider)
                """
            ]
        }
        var complete = data
        for name in ["email_verified", "phone_verified"] where data[name] == nil { complete.set(name, false) }
        return [insertIdentity(user.id, provider: provider, subject: user.id, data: complete)]
    }
}

extension SQL.Interpolation {
    /// A value of type `jsonb`.
    mutating func appendInterpolation(json object: JSONObject) {
        appendInterpolation(parameter: .utf8(JSON.object(object).serialized()))
        appendLiteral("::jsonb")
    }
}
