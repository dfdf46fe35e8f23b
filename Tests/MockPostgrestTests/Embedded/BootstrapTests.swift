import PostgresLink
import TestSupport
import Testing

@testable import MockPostgrest

@Suite("The bootstrapped database")
struct BootstrapTests {
    @Test(
        "has the roles with their attributes",
        arguments: [
            ("supabase_admin", "super inherit login createrole createdb replication bypassrls"),
            ("postgres", "super inherit login createrole createdb replication bypassrls"),
            ("anon", ""),
            ("authenticated", ""),
            ("service_role", "bypassrls"),
            ("authenticator", "login"),
            ("supabase_auth_admin", "login createrole"),
            ("supabase_storage_admin", "login createrole"),
            ("supabase_realtime_admin", ""),
            ("supabase_functions_admin", "login createrole"),
            ("supabase_replication_admin", "inherit login replication"),
            ("supabase_read_only_user", "inherit login bypassrls"),
            ("supabase_etl_admin", "inherit login replication"),
            ("dashboard_user", "inherit createrole createdb replication"),
            ("pgbouncer", "inherit login"),
        ])
    func role(name: String, attributes: String) async throws {
        let found = try await ClusterFixture.withDatabase { session in
            try await ClusterFixture.value(
                session,
                """
                select concat_ws(' ', case when rolsuper then 'super' end, case when rolinherit then 'inherit' end,
                    case when rolcanlogin then 'login' end, case when rolcreaterole then 'createrole' end,
                    case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
                    case when rolbypassrls then 'bypassrls' end)
                from pg_roles where rolname = '\(name)'
                """)
        }
        #expect(found == attributes)
    }

    @Test(
        "answers a query",
        arguments: [
            // Memberships and settings of roles.
            (
                "select string_agg(m.roleid::regrole::text, ' ' order by 1) from pg_auth_members m where member = 'authenticator'::regrole",
                "anon authenticated service_role"
            ),
            (
                """
                select bool_and(admin_option)::text from pg_auth_members where member = 'postgres'::regrole and \
                roleid::regrole::text in ('anon', 'authenticated', 'service_role')
                """,
                "true"
            ),
            (
                "select string_agg(roleid::regrole::text, ' ') from pg_auth_members where member = 'supabase_storage_admin'::regrole",
                "authenticator"
            ),
            ("select pg_has_role('postgres', 'pg_monitor', 'member')::text", "true"),
            ("select array_to_string(rolconfig, ' ') from pg_roles where rolname = 'anon'", "statement_timeout=3s"),
            ("select array_to_string(rolconfig, ' ') from pg_roles where rolname = 'authenticated'", "statement_timeout=8s"),
            (
                "select array_to_string(rolconfig, ' ') from pg_roles where rolname = 'authenticator'",
                "statement_timeout=8s lock_timeout=8s"
            ),
            ("select array_to_string(rolconfig, ' ') from pg_roles where rolname = 'supabase_auth_admin'", "search_path=auth"),
            (
                "select array_to_string(rolconfig, ' ') from pg_roles where rolname = 'postgres'",
                #"search_path="$user", public, extensions"#
            ),
            // Schemas.
            ("select pg_get_userbyid(datdba)::text from pg_database where datname = 'postgres'", "postgres"),
            (
                """
                select string_agg(nspname || ':' || nspowner::regrole, ' ' order by nspname) from pg_namespace where nspname in \
                ('auth', 'storage', 'extensions', 'realtime', '_realtime', 'vault', 'graphql', 'graphql_public', \
                'supabase_functions', 'pgbouncer')
                """,
                """
                _realtime:postgres auth:supabase_admin extensions:postgres graphql:supabase_admin graphql_public:supabase_admin \
                pgbouncer:pgbouncer realtime:supabase_admin storage:supabase_admin supabase_functions:supabase_admin \
                vault:supabase_admin
                """
            ),
            (
                """
                select bool_and(has_schema_privilege(r, s, 'usage'))::text from unnest(array['anon', 'authenticated', \
                'service_role']) r, unnest(array['public', 'auth', 'storage', 'extensions', 'realtime', 'graphql', \
                'graphql_public', 'supabase_functions']) s
                """,
                "true"
            ),
            (
                "select has_schema_privilege('anon', 'vault', 'usage')::text || has_schema_privilege('service_role', 'vault', 'usage')",
                "falsetrue"
            ),
            ("select has_schema_privilege('anon', 'public', 'create')::text", "false"),
            // Extensions, found unqualified.
            (
                """
                select string_agg(extname || ':' || extnamespace::regnamespace, ' ' order by extname) from pg_extension where \
                extname in ('pgcrypto', 'uuid-ossp', 'pg_stat_statements')
                """,
                #"pg_stat_statements:extensions pgcrypto:extensions uuid-ossp:extensions"#
            ),
            (
                """
                create extension if not exists "uuid-ossp"; select extnamespace::regnamespace::text from pg_extension where \
                extname = 'uuid-ossp'
                """,
                "extensions"
            ),
            ("select (crypt('secret', gen_salt('bf')) like '$2a$06$%')::text", "true"),
            ("select count(*)::text from uuid_generate_v4()", "1"),
            ("select (count(*) >= 0)::text from pg_stat_statements", "true"),
            // Publication and event triggers.
            (
                """
                select pubowner::regrole || ' ' || pubinsert || pubupdate || pubdelete || pubtruncate from pg_publication where \
                pubname = 'supabase_realtime'
                """,
                "postgres truetruetruetrue"
            ),
            ("select count(*)::text from pg_publication_tables where pubname = 'supabase_realtime'", "0"),
            (
                "select string_agg(evtname, ' ' order by evtname) from pg_event_trigger",
                """
                issue_graphql_placeholder issue_pg_cron_access issue_pg_graphql_access issue_pg_net_access pgrst_ddl_watch \
                pgrst_drop_watch
                """
            ),
            ("select graphql_public.graphql(query => '{}') -> 'errors' -> 0 ->> 'message'", "pg_graphql is not enabled."),
            // Ownership.
            (
                "select string_agg(distinct relowner::regrole::text, ' ') from pg_class where relnamespace = 'auth'::regnamespace",
                "supabase_auth_admin"
            ),
            (
                "select string_agg(distinct proowner::regrole::text, ' ') from pg_proc where pronamespace = 'auth'::regnamespace",
                "supabase_auth_admin"
            ),
            (
                "select string_agg(distinct relowner::regrole::text, ' ') from pg_class where relnamespace = 'storage'::regnamespace",
                "supabase_storage_admin"
            ),
            ("select relowner::regrole::text from pg_class where oid = 'realtime.messages'::regclass", "supabase_realtime_admin"),
        ])
    func answers(query: String, answer: String) async throws {
        let found = try await ClusterFixture.withDatabase { try await ClusterFixture.value($0, query) }
        #expect(found == answer)
    }

    @Test("opens what postgres makes in public to the API roles", arguments: ["anon", "authenticated", "service_role"])
    func defaultPrivileges(role: String) async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(
                """
                create table public.notes (id int generated by default as identity primary key, text text);
                create table public.serials (id serial);
                create function public.double(n int) returns int language sql as 'select n * 2';
                alter table public.notes enable row level security;
                create policy everyone on public.notes using (true) with check (true);
                set local role \(role);
                insert into public.notes (text) values ('a');
                insert into public.serials default values;
                update public.notes set text = 'b';
                """)
            #expect(try await ClusterFixture.value(session, "select text || public.double(id) from public.notes") == "b2")
        }
    }

    @Test(
        "tells policies who is asking",
        arguments: [
            (
                """
                select set_config('request.jwt.claims', \
                '{"sub":"00000000-0000-0000-0000-000000000001","role":"authenticated","email":"a@b.c"}', true)
                """,
                "00000000-0000-0000-0000-000000000001 authenticated a@b.c authenticated"
            ),
            (
                """
                select set_config('request.jwt.claim.sub', '00000000-0000-0000-0000-000000000002', true), \
                set_config('request.jwt.claim.role', 'anon', true), set_config('request.jwt.claim.email', 'd@e.f', true), \
                set_config('request.jwt.claim', '{"role":"x"}', true)
                """,
                "00000000-0000-0000-0000-000000000002 anon d@e.f x"
            ),
            ("select set_config('request.jwt.claims', '', true)", ""),
            ("select 1", ""),
        ])
    func caller(setting: String, answer: String) async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript("\(setting); set local role anon")
            let found = try await ClusterFixture.value(
                session, "select concat_ws(' ', auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'role')")
            #expect(found == answer)
        }
    }

    @Test("tells REST of changes, but not of temporary tables or grants")
    func schemaChanges() async throws {
        let changes: [(statement: String, isTold: Bool)] = [
            ("create table watched (id int)", true),
            ("create temporary table passing (id int)", false),
            ("comment on table watched is 'x'", true),
            ("alter table watched add column name text", true),
            ("create function watched_function() returns int language sql as 'select 1'", true),
            ("create view watched_view as select 1", true),
            ("create table watched_copy as select 1", true),
            ("create type watched_type as enum ('good')", true),
            ("grant select on watched to anon", false),
            ("alter table watched enable row level security", true),
            ("create index on watched (id)", false),
            ("drop table if exists nothing", false),
            ("drop table passing", false),
            ("drop view watched_view", true),
            ("drop function watched_function", true),
            ("drop type watched_type", true),
            ("drop table watched, watched_copy", true),
        ]
        try await ClusterFixture.withSession { session in
            _ = try await session.runScript("listen pgrst")
            for (statement, isTold) in changes {
                _ = try await session.runScript(statement)
                _ = try await session.runScript("notify pgrst, 'end of test'")
                var payloads: [String] = []
                while !payloads.contains("end of test") { payloads += try await session.notifications().map(\.payload) }
                #expect(payloads.contains("reload schema") == isTold, "\(statement)")
            }
        }
    }

    @Test("may be applied again")
    func again() async throws {
        try await ClusterFixture.withDatabase(as: "supabase_admin") { session in
            let count = "select count(*)::text from pg_class where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace)"
            let before = try await ClusterFixture.value(session, count)
            _ = try await session.runScript(Bootstrap.all)
            #expect(try await ClusterFixture.value(session, count) == before)
        }
    }

    @Test("may be applied to a plain database by its superuser, with the services' password")
    func plainDatabase() async throws {
        try await ClusterFixture.turnstile.pass {
            let cluster = try await TestCluster.start()
            let session = try await Session.connect(cluster.conninfo(), on: ClusterFixture.loop)
            for _ in 1...2 { try await Bootstrap.apply(over: session, password: "it's other") }
            let owners = try await ClusterFixture.column(
                session, "select distinct relowner::regrole::text from pg_class where relnamespace = 'auth'::regnamespace")
            #expect(owners == ["supabase_auth_admin"])
            let withPassword = try await ClusterFixture.column(
                session, "select rolname::text from pg_authid where rolpassword like 'SCRAM-SHA-256$%' order by 1")
            #expect(withPassword == ["authenticator", "supabase_auth_admin", "supabase_storage_admin"])
            session.close()
            try await cluster.stop()
        }
    }

    @Test("has the project's settings in new sessions")
    func settings() async throws {
        try await ClusterFixture.withDatabase(as: "supabase_admin") { session in
            try await Bootstrap.publish(jwtSecret: "it's \\ secret", jwtLifetime: 3600, apiURL: "http://127.0.0.1:54321", over: session)
            let settings = try await ClusterFixture.value(
                session,
                """
                select array_to_string(setconfig, ' ') from pg_db_role_setting where setrole = 0 and setdatabase = (select oid \
                from pg_database where datname = 'postgres')
                """
            )
            #expect(
                settings
                    == "app.settings.jwt_secret=it's \\ secret app.settings.jwt_exp=3600 app.settings.supabase_url=http://127.0.0.1:54321")
        }
    }

    @Test("applies what migrations typically do to the services' tables")
    func migration() async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(
                """
                set local storage.allow_delete_query = 'true';
                create policy "own files" on storage.objects for select to authenticated using (auth.uid() = owner);
                create policy "room" on realtime.messages for select to authenticated using (realtime.topic() = 'room-1');
                create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as
                    $$ begin return new; end $$;
                drop trigger if exists on_auth_user_created on auth.users;
                create trigger on_auth_user_created after insert on auth.users for each row execute function public.handle_new_user();
                drop trigger on_auth_user_created on auth.users;
                insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true) on conflict (id) do nothing;
                delete from storage.objects where bucket_id = 'avatars';
                create table public.p (id uuid references auth.users on delete cascade default auth.uid());
                drop publication if exists supabase_realtime;
                create publication supabase_realtime for table public.p;
                alter role authenticator set pgrst.db_aggregates_enabled = 'true';
                notify pgrst, 'reload config';
                set local session_replication_role = replica;
                """)
        }
    }
}
