extension Bootstrap {
    /// The auth tables that live shorter than a session, and those of second factors and the audit log.
    static let authFlows = #"""
        create table if not exists auth.mfa_factors (
            id uuid not null primary key,
            user_id uuid not null references auth.users (id) on delete cascade,
            friendly_name text,
            factor_type auth.factor_type not null,
            status auth.factor_status not null,
            created_at timestamptz not null,
            updated_at timestamptz not null,
            secret text,
            phone text default null,
            last_challenged_at timestamptz default null unique,
            web_authn_credential jsonb,
            web_authn_aaguid uuid,
            last_webauthn_challenge_data jsonb
        );
        create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
            where trim(friendly_name) <> '';
        create unique index if not exists unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
        create index if not exists factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
        create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

        create table if not exists auth.mfa_challenges (
            id uuid not null primary key,
            factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
            created_at timestamptz not null,
            verified_at timestamptz,
            ip_address inet not null,
            otp_code text,
            web_authn_session_data jsonb
        );
        create index if not exists mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

        create table if not exists auth.mfa_amr_claims (
            session_id uuid not null references auth.sessions (id) on delete cascade,
            created_at timestamptz not null,
            updated_at timestamptz not null,
            authentication_method text not null,
            id uuid not null constraint amr_id_pk primary key,
            constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
        );

        create table if not exists auth.one_time_tokens (
            id uuid not null primary key,
            user_id uuid not null references auth.users (id) on delete cascade,
            token_type auth.one_time_token_type not null,
            token_hash text not null check (char_length(token_hash) > 0),
            relates_to text not null,
            created_at timestamp not null default now(),
            updated_at timestamp not null default now()
        );
        create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
        create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
        create index if not exists one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

        create table if not exists auth.flow_state (
            id uuid not null primary key,
            user_id uuid,
            auth_code text,
            code_challenge_method auth.code_challenge_method,
            code_challenge text,
            provider_type text not null,
            provider_access_token text,
            provider_refresh_token text,
            created_at timestamptz,
            updated_at timestamptz,
            authentication_method text not null,
            auth_code_issued_at timestamptz,
            invite_token text,
            referrer text,
            oauth_client_state_id uuid,
            linking_target_id uuid,
            email_optional boolean not null default false
        );
        create index if not exists idx_auth_code on auth.flow_state (auth_code);
        create index if not exists idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
        create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

        create table if not exists auth.audit_log_entries (
            instance_id uuid,
            id uuid not null primary key,
            payload json,
            created_at timestamptz,
            ip_address varchar(64) not null default ''
        );
        create index if not exists audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

        create table if not exists auth.instances (
            id uuid not null primary key,
            uuid uuid,
            raw_base_config text,
            created_at timestamptz,
            updated_at timestamptz
        );

        create table if not exists auth.schema_migrations (version varchar(255) not null primary key);

        create table if not exists auth.webauthn_credentials (
            id uuid not null default gen_random_uuid() primary key,
            user_id uuid not null references auth.users (id) on delete cascade,
            credential_id bytea not null unique,
            public_key bytea not null,
            attestation_type text not null default '',
            aaguid uuid,
            sign_count bigint not null default 0,
            transports jsonb not null default '[]',
            backup_eligible boolean not null default false,
            backed_up boolean not null default false,
            friendly_name text not null default '',
            created_at timestamptz not null default now(),
            updated_at timestamptz not null default now(),
            last_used_at timestamptz
        );
        create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

        create table if not exists auth.webauthn_challenges (
            id uuid not null default gen_random_uuid() primary key,
            user_id uuid references auth.users (id) on delete cascade,
            challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
            session_data jsonb not null,
            created_at timestamptz not null default now(),
            expires_at timestamptz not null
        );
        create index if not exists webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
        create index if not exists webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
        """#
}
