extension Bootstrap {
    /// The auth tables of single sign-on, of the OAuth server and of providers that an administrator defines.
    static let authProviders = #"""
        create table if not exists auth.sso_providers (
            id uuid not null primary key,
            resource_id text constraint "resource_id not empty" check (char_length(resource_id) > 0),
            created_at timestamptz,
            updated_at timestamptz,
            disabled boolean
        );
        create unique index if not exists sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
        create index if not exists sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

        create table if not exists auth.sso_domains (
            id uuid not null primary key,
            sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
            domain text not null constraint "domain not empty" check (char_length(domain) > 0),
            created_at timestamptz,
            updated_at timestamptz
        );
        create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));
        create index if not exists sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

        create table if not exists auth.saml_providers (
            id uuid not null primary key,
            sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
            entity_id text not null unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
            metadata_xml text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
            metadata_url text constraint "metadata_url not empty" check (char_length(metadata_url) > 0),
            attribute_mapping jsonb,
            created_at timestamptz,
            updated_at timestamptz,
            name_id_format text
        );
        create index if not exists saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

        create table if not exists auth.saml_relay_states (
            id uuid not null primary key,
            sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
            request_id text not null constraint "request_id not empty" check (char_length(request_id) > 0),
            for_email text,
            redirect_to text,
            created_at timestamptz,
            updated_at timestamptz,
            flow_state_id uuid references auth.flow_state (id) on delete cascade
        );
        create index if not exists saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
        create index if not exists saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
        create index if not exists saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

        create table if not exists auth.oauth_authorizations (
            id uuid not null primary key,
            authorization_id text not null unique,
            client_id uuid not null references auth.oauth_clients (id) on delete cascade,
            user_id uuid references auth.users (id) on delete cascade,
            redirect_uri text not null,
            scope text not null,
            state text,
            resource text,
            code_challenge text,
            code_challenge_method auth.code_challenge_method,
            response_type auth.oauth_response_type not null default 'code',
            status auth.oauth_authorization_status not null default 'pending',
            authorization_code text unique,
            created_at timestamptz not null default now(),
            expires_at timestamptz not null default now() + interval '3 minutes',
            approved_at timestamptz,
            nonce text
        );
        create index if not exists oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where status = 'pending';

        create table if not exists auth.oauth_consents (
            id uuid not null primary key,
            user_id uuid not null references auth.users (id) on delete cascade,
            client_id uuid not null references auth.oauth_clients (id) on delete cascade,
            scopes text not null,
            granted_at timestamptz not null default now(),
            revoked_at timestamptz,
            constraint oauth_consents_user_client_unique unique (user_id, client_id)
        );
        create index if not exists oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

        create table if not exists auth.oauth_client_states (
            id uuid not null primary key,
            provider_type text not null,
            code_verifier text,
            created_at timestamptz not null
        );
        create index if not exists idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

        create table if not exists auth.custom_oauth_providers (
            id uuid not null default gen_random_uuid() primary key,
            provider_type text not null check (provider_type in ('oauth2', 'oidc')),
            identifier text not null unique,
            name text not null,
            client_id text not null,
            client_secret text not null,
            acceptable_client_ids text[] not null default '{}',
            scopes text[] not null default '{}',
            pkce_enabled boolean not null default true,
            attribute_mapping jsonb not null default '{}',
            authorization_params jsonb not null default '{}',
            enabled boolean not null default true,
            email_optional boolean not null default false,
            issuer text,
            discovery_url text,
            skip_nonce_check boolean not null default false,
            cached_discovery jsonb,
            discovery_cached_at timestamptz,
            authorization_url text,
            token_url text,
            userinfo_url text,
            jwks_uri text,
            custom_claims_allowlist text[] not null default '{}',
            created_at timestamptz not null default now(),
            updated_at timestamptz not null default now()
        );
        """#
}
