extension Bootstrap {
    /// The schemas with their owners and who may use them. The database belongs to `postgres`.
    static let schemas = #"""
        do $database$
        begin
            -- A database that was given by URL keeps its owner.
            if current_database() = 'postgres' and current_user = 'supabase_admin' then
                alter database postgres owner to postgres;
            end if;
            -- As PostgreSQL 15 and later have it from the start.
            if current_setting('server_version_num')::int < 150000 then
                revoke create on schema public from public;
                grant create on schema public to postgres;
            end if;
        end
        $database$;
        grant usage on schema public to postgres, anon, authenticated, service_role;
        grant all on schema public to postgres;

        create schema if not exists extensions authorization postgres;
        create schema if not exists auth;
        create schema if not exists storage;
        create schema if not exists realtime;
        create schema if not exists _realtime authorization postgres;
        create schema if not exists graphql;
        create schema if not exists graphql_public;
        create schema if not exists vault;
        create schema if not exists supabase_functions;
        create schema if not exists pgbouncer authorization pgbouncer;

        grant usage on schema extensions, auth, storage, realtime, graphql, graphql_public, supabase_functions
            to anon, authenticated, service_role;
        -- Auth has passwords hashed by pgcrypto.
        grant usage on schema extensions to supabase_auth_admin;
        grant usage on schema vault to service_role;
        grant all on schema extensions, auth, realtime, graphql, graphql_public, vault, supabase_functions to postgres;
        grant all on schema storage to postgres with grant option;
        grant all on schema auth to supabase_auth_admin;
        grant all on schema storage to supabase_storage_admin;
        grant all on schema realtime to supabase_realtime_admin;
        grant all on schema supabase_functions to supabase_functions_admin;
        grant all on schema extensions, auth, storage to dashboard_user;

        create or replace function pgbouncer.get_auth(p_usename text) returns table (username text, password text)
        language sql security definer set search_path = '' as $$
            select rolname::text, case when rolvaliduntil < now() then null else rolpassword::text end
            from pg_catalog.pg_authid where rolname = p_usename and rolcanlogin
        $$;
        revoke execute on function pgbouncer.get_auth(text) from public;
        grant execute on function pgbouncer.get_auth(text) to pgbouncer, postgres;
        """#

    /// What new objects are open to. Runs last, so that it does not touch what the bootstrap itself makes.
    ///
    /// Most projects grant nothing: without this their tables would be unreadable for `authenticated`.
    static let defaultPrivileges = #"""
        do $privileges$
        declare
            creator text;
        begin
            foreach creator in array array['postgres', 'supabase_admin'] loop
                execute format($default$
                    alter default privileges for role %1$I
                        in schema public, graphql, graphql_public, storage, supabase_functions
                        grant all on tables to postgres, anon, authenticated, service_role;
                    alter default privileges for role %1$I
                        in schema public, graphql, graphql_public, storage, supabase_functions
                        grant all on functions to postgres, anon, authenticated, service_role;
                    alter default privileges for role %1$I
                        in schema public, graphql, graphql_public, storage, supabase_functions
                        grant all on sequences to postgres, anon, authenticated, service_role;
                    alter default privileges for role %1$I
                        in schema extensions grant all on tables to postgres with grant option;
                    alter default privileges for role %1$I
                        in schema extensions grant all on functions to postgres with grant option;
                    alter default privileges for role %1$I
                        in schema extensions grant all on sequences to postgres with grant option;
                $default$, creator);
            end loop;
        end
        $privileges$;
        alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
        alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres, dashboard_user;
        alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;

        do $publication$
        begin
            if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
                create publication supabase_realtime;
                alter publication supabase_realtime owner to postgres;
            end if;
        end
        $publication$;
        """#
}
