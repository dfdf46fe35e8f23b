extension Bootstrap {
    /// Who is asking, as policies see it, and who may touch the auth tables.
    static let authAccess = #"""
        create or replace function auth.uid() returns uuid language sql stable as $$
            select coalesce(
                nullif(current_setting('request.jwt.claim.sub', true), ''),
                nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
            )::uuid
        $$;
        create or replace function auth.role() returns text language sql stable as $$
            select coalesce(
                nullif(current_setting('request.jwt.claim.role', true), ''),
                nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
            )
        $$;
        create or replace function auth.email() returns text language sql stable as $$
            select coalesce(
                nullif(current_setting('request.jwt.claim.email', true), ''),
                nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
            )
        $$;
        create or replace function auth.jwt() returns jsonb language sql stable as $$
            select coalesce(
                nullif(current_setting('request.jwt.claim', true), ''),
                nullif(current_setting('request.jwt.claims', true), '')
            )::jsonb
        $$;

        do $security$
        declare
            relation text;
        begin
            foreach relation in array array[
                'users', 'refresh_tokens', 'instances', 'audit_log_entries', 'schema_migrations', 'saml_relay_states',
                'saml_providers', 'sso_providers', 'sso_domains', 'mfa_factors', 'mfa_challenges', 'mfa_amr_claims',
                'sessions', 'flow_state', 'identities', 'one_time_tokens']
            loop
                execute format('alter table auth.%I enable row level security', relation);
            end loop;
        end
        $security$;
        grant all on all tables in schema auth to postgres, dashboard_user;
        grant all on all sequences in schema auth to postgres, dashboard_user;
        grant all on all functions in schema auth to postgres, dashboard_user;
        """#
}
