extension Bootstrap {
    /// What policies ask of an object's name, and the guards on the storage tables.
    static let storageFunctions = #"""
        create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
            select coalesce((string_to_array($1, '/'))[1:array_length(string_to_array($1, '/'), 1) - 1], '{}')
        $$;
        create or replace function storage.filename(name text) returns text language sql immutable as $$
            select coalesce((string_to_array($1, '/'))[array_length(string_to_array($1, '/'), 1)], '')
        $$;
        create or replace function storage.extension(name text) returns text language sql immutable as $$
            select reverse(split_part(reverse(storage.filename($1)), '.', 1))
        $$;
        create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
        language sql stable as $$
            select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects as o group by o.bucket_id
        $$;

        create or replace function storage.operation() returns text language sql stable as $$
            select nullif(current_setting('storage.operation', true), '')
        $$;
        create or replace function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
            select coalesce(
                nullif($1, '') is not null
                and regexp_replace(storage.operation(), '^storage\.', '') = regexp_replace($1, '^storage\.', ''),
                false)
        $$;
        create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
        language sql stable as $$
            select coalesce(bool_or(storage.allow_only_operation(expected)), false) from unnest($1) as expected
        $$;

        create or replace function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
        language plpgsql as $$
        begin
            insert into storage.objects (bucket_id, name, owner, metadata) values ($1, $2, $3, $4);
            -- Nothing of the attempt may stay.
            raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
        end
        $$;

        create or replace function storage.update_updated_at_column() returns trigger language plpgsql as $$
        begin
            new.updated_at = now();
            return new;
        end
        $$;
        create or replace function storage.protect_delete() returns trigger language plpgsql as $$
        begin
            if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
                raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
                    using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
            end if;
            return null;
        end
        $$;
        create or replace function storage.enforce_bucket_name_length() returns trigger language plpgsql as $$
        begin
            if length(new.name) > 100 then
                raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
            end if;
            return new;
        end
        $$;

        do $triggers$
        declare
            guard record;
        begin
            for guard in
                select * from (values
                    ('enforce_bucket_name_length_trigger', 'buckets', 'before insert or update of name', 'row',
                        'enforce_bucket_name_length'),
                    ('protect_buckets_delete', 'buckets', 'before delete', 'statement', 'protect_delete'),
                    ('update_objects_updated_at', 'objects', 'before update', 'row', 'update_updated_at_column'),
                    ('protect_objects_delete', 'objects', 'before delete', 'statement', 'protect_delete')
                ) as listed (name, relation, event, level, function)
                where not exists (
                    select from pg_catalog.pg_trigger
                    where tgname = listed.name and tgrelid = to_regclass('storage.' || listed.relation))
            loop
                execute format('create trigger %I %s on storage.%I for each %s execute function storage.%I()',
                    guard.name, guard.event, guard.relation, guard.level, guard.function);
            end loop;
        end
        $triggers$;
        """#
}
