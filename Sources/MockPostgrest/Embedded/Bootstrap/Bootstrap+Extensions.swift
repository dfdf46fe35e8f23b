extension Bootstrap {
    /// The extensions that a project finds installed, as far as this machine has them.
    static let extensions = #"""
        do $extensions$
        declare
            extension record;
        begin
            for extension in
                select listed.name, listed.schema from (values
                    ('uuid-ossp', 'extensions'),
                    ('pgcrypto', 'extensions'),
                    ('pg_stat_statements', 'extensions'),
                    ('pgjwt', 'extensions'),
                    ('supabase_vault', 'vault'),
                    ('pg_net', 'extensions'),
                    ('pg_graphql', 'graphql')
                ) as listed (name, schema)
                join pg_catalog.pg_available_extensions as available on available.name = listed.name
                where available.installed_version is null
            loop
                execute format('create extension %I with schema %I', extension.name, extension.schema);
            end loop;
        end
        $extensions$;
        grant execute on all functions in schema extensions to postgres with grant option;
        """#

    /// Tells the schema cache of changes, and opens the schemas of extensions that a project switches on later.
    ///
    /// The functions fire inside migrations, as whoever runs them, so they need no right that `postgres` lacks.
    static let eventTriggers = #"""
        create or replace function extensions.pgrst_ddl_watch() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_ddl_commands() as command
                where command.schema_name is distinct from 'pg_temp'
                  and command.command_tag ~ '^(CREATE|ALTER|COMMENT|SELECT INTO)'
                  and command.object_type in (
                      'schema', 'table', 'table column', 'foreign table', 'view', 'view column', 'materialized view',
                      'function', 'procedure', 'routine', 'aggregate', 'type', 'composite type', 'domain', 'domain constraint',
                      'table constraint', 'cast', 'rule', 'trigger', 'extension', 'column', 'sequence')
            ) then
                notify pgrst, 'reload schema';
            end if;
        end
        $$;

        create or replace function extensions.pgrst_drop_watch() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
                where not dropped.is_temporary
                  and dropped.object_type in (
                      'schema', 'table', 'table column', 'foreign table', 'view', 'materialized view', 'function', 'procedure',
                      'aggregate', 'type', 'composite type', 'domain', 'table constraint', 'cast', 'rule', 'trigger', 'extension')
            ) then
                notify pgrst, 'reload schema';
            end if;
        end
        $$;

        create or replace function extensions.grant_pg_cron_access() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_ddl_commands() as command
                where command.object_type = 'extension' and command.object_identity = 'pg_cron'
            ) and to_regnamespace('cron') is not null then
                grant usage on schema cron to postgres with grant option;
                grant all on all functions in schema cron to postgres with grant option;
                grant all on all sequences in schema cron to postgres with grant option;
                grant select on all tables in schema cron to postgres with grant option;
            end if;
        end
        $$;

        create or replace function extensions.grant_pg_net_access() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_ddl_commands() as command
                where command.object_type = 'extension' and command.object_identity = 'pg_net'
            ) and to_regnamespace('net') is not null then
                grant usage on schema net to postgres, anon, authenticated, service_role;
                grant execute on all functions in schema net to postgres, anon, authenticated, service_role;
            end if;
        end
        $$;

        create or replace function extensions.grant_pg_graphql_access() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_ddl_commands() as command
                where command.object_type = 'extension' and command.object_identity = 'pg_graphql'
            ) and to_regproc('graphql.resolve') is not null then
                execute $function$
                    create or replace function graphql_public.graphql(
                        "operationName" text default null, query text default null,
                        variables jsonb default null, extensions jsonb default null
                    ) returns jsonb language sql as $body$
                        select graphql.resolve(query, coalesce(variables, '{}'), "operationName", extensions)
                    $body$
                $function$;
                grant usage on schema graphql to postgres, anon, authenticated, service_role;
                grant execute on all functions in schema graphql to postgres, anon, authenticated, service_role;
            end if;
        end
        $$;

        create or replace function extensions.set_graphql_placeholder() returns event_trigger
        language plpgsql set search_path = '' as $$
        begin
            if exists (
                select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
                where dropped.object_type = 'extension' and dropped.object_name = 'pg_graphql'
            ) then
                execute $function$
                    create or replace function graphql_public.graphql(
                        "operationName" text default null, query text default null,
                        variables jsonb default null, extensions jsonb default null
                    ) returns jsonb language sql as $body$
                        select '{"errors":[{"message":"pg_graphql is not enabled."}]}'::jsonb
                    $body$
                $function$;
            end if;
        end
        $$;

        create or replace function graphql_public.graphql(
            "operationName" text default null, query text default null,
            variables jsonb default null, extensions jsonb default null
        ) returns jsonb language sql as $$
            select '{"errors":[{"message":"pg_graphql is not enabled."}]}'::jsonb
        $$;

        do $triggers$
        declare
            watch record;
        begin
            for watch in
                select * from (values
                    ('pgrst_ddl_watch', 'ddl_command_end', '', 'pgrst_ddl_watch'),
                    ('pgrst_drop_watch', 'sql_drop', '', 'pgrst_drop_watch'),
                    ('issue_pg_cron_access', 'ddl_command_end', 'when tag in (''CREATE EXTENSION'')', 'grant_pg_cron_access'),
                    ('issue_pg_net_access', 'ddl_command_end', 'when tag in (''CREATE EXTENSION'')', 'grant_pg_net_access'),
                    ('issue_pg_graphql_access', 'ddl_command_end', 'when tag in (''CREATE EXTENSION'')', 'grant_pg_graphql_access'),
                    ('issue_graphql_placeholder', 'sql_drop', 'when tag in (''DROP EXTENSION'')', 'set_graphql_placeholder')
                ) as listed (name, event, condition, function)
                where not exists (select from pg_catalog.pg_event_trigger where evtname = listed.name)
            loop
                execute format('create event trigger %I on %s %s execute function extensions.%I()',
                    watch.name, watch.event, watch.condition, watch.function);
            end loop;
        end
        $triggers$;
        """#
}
