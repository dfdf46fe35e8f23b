import PostgresLink
import Testing

@testable import MockPostgrest

@Suite("The auth schema")
struct AuthSchemaTests {
    @Test(
        "has the tables with their columns in order",
        arguments: [
            (
                "users",
                """
                instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token \
                confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at \
                last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone \
                phone_confirmed_at phone_change phone_change_token phone_change_sent_at confirmed_at email_change_token_current \
                email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at \
                is_anonymous
                """
            ),
            ("identities", "provider_id user_id identity_data provider last_sign_in_at created_at updated_at email id"),
            (
                "sessions",
                """
                id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id \
                refresh_token_hmac_key refresh_token_counter scopes
                """
            ),
            ("refresh_tokens", "instance_id id token user_id revoked created_at updated_at parent session_id"),
            (
                "mfa_factors",
                """
                id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at \
                web_authn_credential web_authn_aaguid last_webauthn_challenge_data
                """
            ),
            ("mfa_challenges", "id factor_id created_at verified_at ip_address otp_code web_authn_session_data"),
            ("mfa_amr_claims", "session_id created_at updated_at authentication_method id"),
            ("one_time_tokens", "id user_id token_type token_hash relates_to created_at updated_at"),
            (
                "flow_state",
                """
                id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token \
                provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token referrer \
                oauth_client_state_id linking_target_id email_optional
                """
            ),
            ("audit_log_entries", "instance_id id payload created_at ip_address"),
            ("sso_providers", "id resource_id created_at updated_at disabled"),
            ("sso_domains", "id sso_provider_id domain created_at updated_at"),
            (
                "saml_providers",
                "id sso_provider_id entity_id metadata_xml metadata_url attribute_mapping created_at updated_at name_id_format"
            ),
            ("saml_relay_states", "id sso_provider_id request_id for_email redirect_to created_at updated_at flow_state_id"),
            ("instances", "id uuid raw_base_config created_at updated_at"),
            ("schema_migrations", "version"),
            (
                "oauth_clients",
                """
                id client_secret_hash registration_type redirect_uris grant_types client_name client_uri logo_uri created_at \
                updated_at deleted_at client_type token_endpoint_auth_method
                """
            ),
            (
                "oauth_authorizations",
                """
                id authorization_id client_id user_id redirect_uri scope state resource code_challenge code_challenge_method \
                response_type status authorization_code created_at expires_at approved_at nonce
                """
            ),
            ("oauth_consents", "id user_id client_id scopes granted_at revoked_at"),
            ("oauth_client_states", "id provider_type code_verifier created_at"),
            (
                "webauthn_credentials",
                """
                id user_id credential_id public_key attestation_type aaguid sign_count transports backup_eligible backed_up \
                friendly_name created_at updated_at last_used_at
                """
            ),
            ("webauthn_challenges", "id user_id challenge_type session_data created_at expires_at"),
        ])
    func columns(table: String, columns: String) async throws {
        let found = try await ClusterFixture.withDatabase { session in
            try await ClusterFixture.column(
                session, "select attname::text from pg_attribute where attrelid = 'auth.\(table)'::regclass and attnum > 0 order by attnum")
        }
        #expect(found.joined(separator: " ") == columns)
    }

    @Test("has the indexes that keep users apart")
    func indexes() async throws {
        let names = try await ClusterFixture.withDatabase {
            try await ClusterFixture.column(
                $0, "select indexname::text from pg_indexes where schemaname = 'auth' and tablename = 'users' order by 1")
        }
        #expect(
            names == [
                "confirmation_token_idx", "email_change_token_current_idx", "email_change_token_new_idx", "reauthentication_token_idx",
                "recovery_token_idx", "users_email_partial_key", "users_instance_id_email_idx", "users_instance_id_idx",
                "users_is_anonymous_idx", "users_phone_key", "users_pkey",
            ])
    }

    @Test("is closed to the API roles and open to postgres")
    func access() async throws {
        try await ClusterFixture.withDatabase { session in
            let open = try await ClusterFixture.column(
                session,
                """
                select c.relname::text from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) r where \
                relnamespace = 'auth'::regnamespace and relkind = 'r' and has_table_privilege(r, c.oid, 'select')
                """
            )
            #expect(open == [])
            let unprotected = try await ClusterFixture.column(
                session,
                """
                select relname::text from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' and not \
                relrowsecurity order by 1
                """
            )
            #expect(unprotected.allSatisfy { $0.hasPrefix("oauth") || $0.hasPrefix("webauthn") || $0.hasPrefix("custom") })
        }
    }

    @Test(
        "takes the users of seeds, long and short",
        arguments: [
            """
            insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
                email_confirmed_at, recovery_sent_at, last_sign_in_at,
                raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change, email_change_token_new,
                recovery_token)
            values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'a@example.com',
                crypt('password', gen_salt('bf')), now(), now(), now(), '{"provider":"email"}', '{}', now(), now(), '', '', '', ''),
                ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'b@example.com',
                extensions.crypt('password', extensions.gen_salt('bf')), now(), now(), now(), '{}', '{}', now(), now(), '', '', '', '')
            """,
            """
            insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, encrypted_password, email_confirmed_at, created_at,
                updated_at)
            values (gen_random_uuid(), 'a@example.com', '{}', '{}', crypt('x', gen_salt('bf')), now(), now(), now())
            """,
        ])
    func seeds(statement: String) async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(statement)
            _ = try await session.runScript(
                """
                insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
                select gen_random_uuid(), id::text, id, jsonb_build_object('sub', id, 'email', upper(email)), 'email', now(), now(), now()
                from auth.users
                """)
            #expect(
                try await ClusterFixture.value(session, "select count(*)::text from auth.users where confirmed_at = email_confirmed_at")
                    != "0")
            #expect(try await ClusterFixture.value(session, "select email from auth.identities order by 1") == "a@example.com")
        }
    }
}
