extension Bootstrap {
    /// The types of the auth schema, and the tables that hold users, their identities and their sessions.
    static let authUsers = #"""
        do $types$
        declare
            enumeration record;
        begin
            for enumeration in
                select * from (values
                    ('factor_type', array['totp', 'webauthn', 'phone']),
                    ('factor_status', array['unverified', 'verified']),
                    ('aal_level', array['aal1', 'aal2', 'aal3']),
                    ('code_challenge_method', array['s256', 'plain']),
                    ('one_time_token_type', array['confirmation_token', 'reauthentication_token', 'recovery_token',
                        'email_change_token_new', 'email_change_token_current', 'phone_change_token']),
                    ('oauth_registration_type', array['dynamic', 'manual']),
                    ('oauth_authorization_status', array['pending', 'approved', 'denied', 'expired']),
                    ('oauth_response_type', array['code']),
                    ('oauth_client_type', array['public', 'confidential'])
                ) as listed (name, labels)
                where to_regtype('auth.' || name) is null
            loop
                execute format('create type auth.%I as enum (%s)', enumeration.name,
                    (select string_agg(quote_literal(label), ', ' order by position)
                     from unnest(enumeration.labels) with ordinality as listed (label, position)));
            end loop;
        end
        $types$;

        create table if not exists auth.users (
            instance_id uuid,
            id uuid not null constraint users_pkey primary key,
            aud varchar(255),
            role varchar(255),
            email varchar(255),
            encrypted_password varchar(255),
            email_confirmed_at timestamptz,
            invited_at timestamptz,
            confirmation_token varchar(255),
            confirmation_sent_at timestamptz,
            recovery_token varchar(255),
            recovery_sent_at timestamptz,
            email_change_token_new varchar(255),
            email_change varchar(255),
            email_change_sent_at timestamptz,
            last_sign_in_at timestamptz,
            raw_app_meta_data jsonb,
            raw_user_meta_data jsonb,
            is_super_admin boolean,
            created_at timestamptz,
            updated_at timestamptz,
            phone text default null constraint users_phone_key unique,
            phone_confirmed_at timestamptz default null,
            phone_change text default '',
            phone_change_token varchar(255) default '',
            phone_change_sent_at timestamptz default null,
            confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
            email_change_token_current varchar(255) default '',
            email_change_confirm_status smallint default 0
                constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
            banned_until timestamptz,
            reauthentication_token varchar(255) default '',
            reauthentication_sent_at timestamptz default null,
            is_sso_user boolean not null default false,
            deleted_at timestamptz,
            is_anonymous boolean not null default false
        );
        create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;
        create index if not exists users_instance_id_idx on auth.users (instance_id);
        create index if not exists users_instance_id_email_idx on auth.users (instance_id, lower(email));
        create index if not exists users_is_anonymous_idx on auth.users (is_anonymous);
        create unique index if not exists confirmation_token_idx on auth.users (confirmation_token)
            where confirmation_token !~ '^[0-9 ]*$';
        create unique index if not exists recovery_token_idx on auth.users (recovery_token)
            where recovery_token !~ '^[0-9 ]*$';
        create unique index if not exists email_change_token_current_idx on auth.users (email_change_token_current)
            where email_change_token_current !~ '^[0-9 ]*$';
        create unique index if not exists email_change_token_new_idx on auth.users (email_change_token_new)
            where email_change_token_new !~ '^[0-9 ]*$';
        create unique index if not exists reauthentication_token_idx on auth.users (reauthentication_token)
            where reauthentication_token !~ '^[0-9 ]*$';

        create table if not exists auth.identities (
            provider_id text not null,
            user_id uuid not null references auth.users (id) on delete cascade,
            identity_data jsonb not null,
            provider text not null,
            last_sign_in_at timestamptz,
            created_at timestamptz,
            updated_at timestamptz,
            email text generated always as (lower(identity_data ->> 'email')) stored,
            id uuid not null default gen_random_uuid() primary key,
            constraint identities_provider_id_provider_unique unique (provider_id, provider)
        );
        create index if not exists identities_user_id_idx on auth.identities (user_id);
        create index if not exists identities_email_idx on auth.identities (email text_pattern_ops);

        create table if not exists auth.oauth_clients (
            id uuid not null primary key,
            client_secret_hash text,
            registration_type auth.oauth_registration_type not null,
            redirect_uris text not null,
            grant_types text not null,
            client_name text,
            client_uri text,
            logo_uri text,
            created_at timestamptz not null default now(),
            updated_at timestamptz not null default now(),
            deleted_at timestamptz,
            client_type auth.oauth_client_type not null default 'confidential',
            token_endpoint_auth_method text not null
                check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
        );
        create index if not exists oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

        create table if not exists auth.sessions (
            id uuid not null primary key,
            user_id uuid not null references auth.users (id) on delete cascade,
            created_at timestamptz,
            updated_at timestamptz,
            factor_id uuid,
            aal auth.aal_level,
            not_after timestamptz,
            refreshed_at timestamp,
            user_agent text,
            ip inet,
            tag text,
            oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
            refresh_token_hmac_key text,
            refresh_token_counter bigint,
            scopes text constraint sessions_scopes_length check (char_length(scopes) <= 4096)
        );
        create index if not exists sessions_user_id_idx on auth.sessions (user_id);
        create index if not exists user_id_created_at_idx on auth.sessions (user_id, created_at);
        create index if not exists sessions_not_after_idx on auth.sessions (not_after desc);
        create index if not exists sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

        create table if not exists auth.refresh_tokens (
            instance_id uuid,
            id bigserial primary key,
            token varchar(255) constraint refresh_tokens_token_unique unique,
            user_id varchar(255),
            revoked boolean,
            created_at timestamptz,
            updated_at timestamptz,
            parent varchar(255),
            session_id uuid references auth.sessions (id) on delete cascade
        );
        create index if not exists refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
        create index if not exists refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
        create index if not exists refresh_tokens_parent_idx on auth.refresh_tokens (parent);
        create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
        create index if not exists refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);
        """#
}
