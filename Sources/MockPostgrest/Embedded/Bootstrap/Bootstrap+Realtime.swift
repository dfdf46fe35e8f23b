extension Bootstrap {
    /// The table of messages, on which projects write policies, and the functions that put messages into it.
    ///
    /// Upstream the table has a partition a day. One table is enough for a local server, and nobody may rely on the names.
    static let realtime = #"""
        create table if not exists realtime.messages (
            topic text not null,
            extension text not null,
            payload jsonb,
            event text,
            private boolean default false,
            updated_at timestamp not null default now(),
            inserted_at timestamp not null default now(),
            id uuid not null default gen_random_uuid(),
            binary_payload bytea,
            constraint messages_pkey primary key (id, inserted_at),
            constraint messages_one_payload check (payload is null or binary_payload is null)
        );
        create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
            where extension = 'broadcast' and private is true;
        alter table realtime.messages enable row level security;
        grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

        create or replace function realtime.topic() returns text language sql stable as $$
            select nullif(current_setting('realtime.topic', true), '')
        $$;

        create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
        language plpgsql as $$
        declare
            message_id uuid := gen_random_uuid();
        begin
            begin
                perform set_config('realtime.topic', $3, true);
                insert into realtime.messages (id, payload, event, topic, private, extension)
                values (
                    message_id,
                    case when jsonb_typeof($1) = 'object' and not $1 ? 'id'
                        then jsonb_build_object('id', message_id) || $1 else $1 end,
                    $2, $3, $4, 'broadcast');
            exception when others then
                raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
            end;
        end
        $$;

        create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
        returns void language plpgsql as $$
        begin
            begin
                perform set_config('realtime.topic', $3, true);
                insert into realtime.messages (binary_payload, event, topic, private, extension)
                values ($1, $2, $3, $4, 'broadcast');
            exception when others then
                raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
            end;
        end
        $$;

        create or replace function realtime.broadcast_changes(
            topic_name text, event_name text, operation text, table_name text, table_schema text,
            new record, old record, level text default 'ROW'
        ) returns void language plpgsql as $$
        begin
            if level = 'STATEMENT' then
                raise exception 'function can only be triggered for each row, not for each statement';
            end if;
            if operation not in ('INSERT', 'UPDATE', 'DELETE') then
                raise exception 'Unexpected operation type: %', operation;
            end if;
            perform realtime.send(
                jsonb_build_object(
                    'operation', operation, 'table', table_name, 'schema', table_schema,
                    'record', to_jsonb(new), 'old_record', to_jsonb(old)),
                event_name, topic_name);
        exception when others then
            raise exception 'Failed to process the row: %', sqlerrm;
        end
        $$;

        do $publication$
        begin
            if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime_messages_publication') then
                create publication supabase_realtime_messages_publication for table realtime.messages;
            end if;
        end
        $publication$;
        """#
}
