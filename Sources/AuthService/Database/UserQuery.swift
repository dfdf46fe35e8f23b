import PostgresLink

/// How users are read and found.
enum UserQuery {
    /// One row with one column: the user as JSON.
    static func byID(_ id: String) -> SQL {
        select(where: "u.id = \(parameter: id)::uuid")
    }

    /// By e-mail address or number, letter case ignored; users of single sign-on have no password and are not found.
    static func byContact(_ contact: Contact, audience: String) -> SQL {
        let own = "u.is_sso_user = false AND u.aud = \(parameter: audience) AND \(isOfThisInstance("u"))" as SQL
        return switch contact {
        case .email(let email): select(where: "lower(u.email) = \(parameter: email.lowercased()) AND \(own)")
        case .phone(let phone): select(where: "u.phone = \(parameter: phone) AND \(own)")
        }
    }

    /// Who has to do with the address: the owner of an identity with it, or else of the address itself.
    static func owner(of contact: Contact, audience: String) -> SQL {
        guard case .email(let email) = contact else { return byContact(contact, audience: audience) }
        let own = "o.is_sso_user = false AND o.aud = \(parameter: audience) AND \(isOfThisInstance("o"))" as SQL
        return select(
            where: """
                u.id = coalesce(
                    (SELECT o.id FROM auth.identities i JOIN auth.users o ON o.id = i.user_id
                     WHERE i.email = \(parameter: email) AND \(own) ORDER BY o.created_at LIMIT 1),
                    (SELECT o.id FROM auth.users o WHERE lower(o.email) = \(parameter: email) AND \(own) LIMIT 1))
                """)
    }

    /// Whom a link's hash belongs to, if it is of one of these kinds.
    static func owner(ofHash hash: String, _ kinds: [OneTimeToken]) -> SQL {
        let names = kinds.map { "\(parameter: $0.rawValue)::auth.one_time_token_type" as SQL }.joined(separator: ", ")
        return """
            SELECT json_build_object('user_id', t.user_id, 'kind', t.token_type) FROM auth.one_time_tokens t
            WHERE t.token_hash = \(parameter: hash) AND t.token_type IN (\(names)) ORDER BY t.created_at LIMIT 1
            """
    }

    /// By the hash of the code for one of the two addresses of a change.
    static func byEmailChange(_ hash: String) -> SQL {
        let bound = "pkce_" + hash
        return select(
            where: """
                u.id = (SELECT t.user_id FROM auth.one_time_tokens t
                    WHERE t.token_hash IN (\(parameter: hash), \(parameter: bound))
                        AND t.token_type IN ('email_change_token_current', 'email_change_token_new') ORDER BY t.created_at LIMIT 1)
                """)
    }

    /// By the number that is to become the user's.
    static func byNewPhone(_ phone: String, audience: String) -> SQL {
        select(
            where: """
                u.phone_change = \(parameter: phone) AND u.is_sso_user = false AND u.aud = \(parameter: audience)
                AND \(isOfThisInstance("u"))
                """)
    }

    /// Whether the address or number is somebody else's: their own, or in an identity of theirs.
    static func isTaken(_ contact: Contact, byOtherThan id: String, audience: String) -> SQL {
        let own = """
            o.id <> \(parameter: id)::uuid AND o.is_sso_user = false AND o.aud = \(parameter: audience) AND \(isOfThisInstance("o"))
            """ as SQL
        return switch contact {
        case .email(let email):
            """
            SELECT to_json(EXISTS (SELECT FROM auth.users o WHERE lower(o.email) = \(parameter: email) AND \(own))
                OR EXISTS (SELECT FROM auth.identities i JOIN auth.users o ON o.id = i.user_id
                           WHERE i.email = \(parameter: email) AND \(own)))
            """
        case .phone(let phone):
            "SELECT to_json(EXISTS (SELECT FROM auth.users o WHERE o.phone = \(parameter: phone) AND \(own)))"
        }
    }

    /// Waits until nobody else changes the user, and then keeps others waiting to the end of the transaction.
    static func lock(_ id: String) -> SQL {
        "SELECT id FROM auth.users WHERE id = \(parameter: id)::uuid FOR NO KEY UPDATE"
    }

    /// Seeds may leave out what the service always writes. The index on addresses begins with it.
    static func isOfThisInstance(_ users: SQL) -> SQL {
        "(\(users).instance_id = '00000000-0000-0000-0000-000000000000' OR \(users).instance_id IS NULL)"
    }

    static func select(where condition: SQL) -> SQL { selectAll(where: "\(condition) LIMIT 1") }

    /// One row with one column for each; the condition may go on with an order.
    static func selectAll(where condition: SQL) -> SQL {
        """
        SELECT to_json(r) AS r FROM (
            SELECT u.id, coalesce(u.aud, '') AS aud, coalesce(u.role, '') AS role, coalesce(u.email, '') AS email,
                \(time("u.email_confirmed_at")) AS email_confirmed_at, \(time("u.invited_at")) AS invited_at,
                coalesce(u.phone, '') AS phone, \(time("u.phone_confirmed_at")) AS phone_confirmed_at,
                \(time("u.confirmation_sent_at")) AS confirmation_sent_at, \(time("u.confirmed_at")) AS confirmed_at,
                \(time("u.recovery_sent_at")) AS recovery_sent_at, nullif(u.email_change, '') AS new_email,
                \(time("u.email_change_sent_at")) AS email_change_sent_at, nullif(u.phone_change, '') AS new_phone,
                \(time("u.phone_change_sent_at")) AS phone_change_sent_at,
                \(time("u.reauthentication_sent_at")) AS reauthentication_sent_at, \(time("u.last_sign_in_at")) AS last_sign_in_at,
                coalesce(nullif(u.raw_app_meta_data, 'null'), '{}') AS app_metadata,
                coalesce(nullif(u.raw_user_meta_data, 'null'), '{}') AS user_metadata,
                \(factors) AS factors, \(identities) AS identities,
                \(time("u.created_at")) AS created_at, \(time("u.updated_at")) AS updated_at, \(time("u.banned_until")) AS banned_until,
                \(time("u.deleted_at")) AS deleted_at, u.is_anonymous,
                u.encrypted_password AS _password_hash, coalesce(u.banned_until > now(), false) AS _is_banned,
                u.is_sso_user AS _is_sso, \(codes),
                extract(epoch FROM now() - u.confirmation_sent_at) AS _since_confirmation,
                extract(epoch FROM now() - u.recovery_sent_at) AS _since_recovery,
                extract(epoch FROM now() - u.email_change_sent_at) AS _since_email_change,
                extract(epoch FROM now() - u.phone_change_sent_at) AS _since_phone_change,
                extract(epoch FROM now() - u.reauthentication_sent_at) AS _since_reauthentication
            FROM auth.users u WHERE \(condition)) r
        """
    }

    /// The hashes that are outstanding. A seed may leave them null.
    private static let codes: SQL = """
        coalesce(u.confirmation_token, '') AS _confirmation_token, coalesce(u.recovery_token, '') AS _recovery_token,
        coalesce(u.email_change_token_new, '') AS _email_change_token_new,
        coalesce(u.email_change_token_current, '') AS _email_change_token_current,
        coalesce(u.phone_change_token, '') AS _phone_change_token,
        coalesce(u.reauthentication_token, '') AS _reauthentication_token,
        coalesce(u.email_change_confirm_status, 0) AS _email_change_status
        """

    private static let identities: SQL = """
        (SELECT coalesce(json_agg(i), '[]') FROM (
            SELECT d.id AS identity_id, d.provider_id AS id, d.user_id, d.identity_data, d.provider,
                \(time("d.last_sign_in_at")) AS last_sign_in_at, \(time("d.created_at")) AS created_at,
                \(time("d.updated_at")) AS updated_at, d.email
            FROM auth.identities d WHERE d.user_id = u.id ORDER BY d.created_at, d.id) i)
        """

    private static let factors: SQL = """
        (SELECT json_agg(f) FROM (
            SELECT m.id, \(time("m.created_at")) AS created_at, \(time("m.updated_at")) AS updated_at, m.status, m.friendly_name,
                m.factor_type, coalesce(m.phone, '') AS phone, \(time("m.last_challenged_at")) AS last_challenged_at
            FROM auth.mfa_factors m WHERE m.user_id = u.id ORDER BY m.updated_at, m.id) f)
        """

    /// RFC 3339 in UTC, whatever the session's time zone; null for an infinite time, which RFC 3339 cannot say.
    static func time(_ column: SQL) -> SQL {
        "CASE WHEN isfinite(\(column)) THEN (to_json(\(column) AT TIME ZONE 'UTC') #>> '{}') || 'Z' END"
    }
}
