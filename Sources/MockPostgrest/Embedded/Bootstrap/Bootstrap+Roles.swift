extension Bootstrap {
    /// The roles with their attributes, settings, memberships and passwords. A role that exists is left as it is, but for the
    /// password of the three roles that the services log in with.
    ///
    /// `postgres`, which runs migrations and seeds, is a superuser here and not upstream, where a preloaded module lets it do
    /// most of what only a superuser may. No service connects as that role.
    static let roles = #"""
        do $roles$
        declare
            password text := coalesce(nullif(current_setting('mock_postgrest.password', true), ''), 'postgres');
            verifier text;
            role record;
            is_new boolean;
            setting text;
        begin
            -- The default of PostgreSQL 13 is still md5.
            perform set_config('password_encryption', 'scram-sha-256', true);
            for role in
                select * from (values
                    ('supabase_admin', 'superuser login createdb createrole replication bypassrls', array[
                        'search_path to "$user", public, auth, extensions']),
                    ('postgres', 'superuser login createdb createrole replication bypassrls', array[
                        'search_path to "$user", public, extensions']),
                    ('anon', 'nologin noinherit', array['statement_timeout to ''3s''']),
                    ('authenticated', 'nologin noinherit', array['statement_timeout to ''8s''']),
                    ('service_role', 'nologin noinherit bypassrls', null),
                    ('authenticator', 'login noinherit', array['statement_timeout to ''8s''', 'lock_timeout to ''8s''']),
                    ('supabase_auth_admin', 'login noinherit createrole', array['search_path to auth']),
                    ('supabase_storage_admin', 'login noinherit createrole', array['search_path to storage']),
                    ('supabase_realtime_admin', 'nologin noinherit', null),
                    ('supabase_functions_admin', 'login noinherit createrole', array['search_path to supabase_functions']),
                    ('supabase_replication_admin', 'login replication', null),
                    ('supabase_read_only_user', 'login bypassrls', null),
                    ('supabase_etl_admin', 'login replication', null),
                    ('dashboard_user', 'nologin createdb createrole replication', null),
                    ('pgbouncer', 'login', null)
                ) as listed (name, attributes, settings)
            loop
                is_new := to_regrole(role.name) is null;
                if is_new then
                    execute format('create role %I %s', role.name, role.attributes);
                    foreach setting in array coalesce(role.settings, '{}') loop
                        execute format('alter role %I set %s', role.name, setting);
                    end loop;
                end if;
                if is_new and role.name = 'postgres'
                    or role.name in ('authenticator', 'supabase_auth_admin', 'supabase_storage_admin')
                then
                    execute format('alter role %I password %L', role.name, coalesce(verifier, password));
                    -- Making a verifier takes 13 ms; all these roles may have the same.
                    verifier := coalesce(verifier, (select rolpassword from pg_catalog.pg_authid where rolname = role.name));
                end if;
            end loop;

            grant anon, authenticated, service_role to authenticator;
            grant authenticator to supabase_storage_admin;
            grant anon, authenticated, service_role to postgres with admin option;
            grant pg_monitor, pg_signal_backend to postgres;
            grant pg_monitor to supabase_etl_admin, supabase_read_only_user;
            -- Not in PostgreSQL 13.
            if to_regrole('pg_read_all_data') is not null then
                grant pg_read_all_data to postgres, supabase_read_only_user, supabase_etl_admin;
            end if;
        end
        $roles$;
        """#
}
