extension Bootstrap {
    /// Gives what the bootstrap made in the services' schemas to the services' administrators. What somebody else made there
    /// is left alone.
    static let ownership = #"""
        do $ownership$
        declare
            object record;
        begin
            for object in
                with owned (schema, administrator) as (values
                    ('auth', 'supabase_auth_admin'),
                    ('storage', 'supabase_storage_admin'),
                    ('realtime', 'supabase_realtime_admin')
                ), me (id) as (
                    select oid from pg_catalog.pg_roles where rolname = current_user
                )
                select 'table' as kind, c.oid::regclass::text as name, administrator
                from me, owned
                join pg_catalog.pg_namespace as n on n.nspname = owned.schema
                join pg_catalog.pg_class as c on c.relnamespace = n.oid
                where c.relkind in ('r', 'p') and c.relowner = me.id
                union all
                select 'function', p.oid::regprocedure::text, administrator
                from me, owned
                join pg_catalog.pg_namespace as n on n.nspname = owned.schema
                join pg_catalog.pg_proc as p on p.pronamespace = n.oid
                where p.proowner = me.id
                union all
                select 'type', t.oid::regtype::text, administrator
                from me, owned
                join pg_catalog.pg_namespace as n on n.nspname = owned.schema
                join pg_catalog.pg_type as t on t.typnamespace = n.oid
                where t.typtype = 'e' and t.typowner = me.id
            loop
                execute format('alter %s %s owner to %I', object.kind, object.name, object.administrator);
            end loop;
        end
        $ownership$;
        """#
}
