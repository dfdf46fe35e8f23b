extension Bootstrap {
    /// The listings. All run with the caller's rights, so that row level security decides what is listed.
    ///
    /// A folder is what a name has before a delimiter; it sorts with the delimiter at its end, so `a-b` comes before `a/`.
    static let storageListing = #"""
        create or replace function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
        language sql immutable as $$
            select case
                when position($3 in substr($1, length($2) + 1)) > 0
                then left($1, length($2) + position($3 in substr($1, length($2) + 1)) + length($3) - 1)
            end
        $$;

        -- Names come without the prefix. Letter case matters neither for the match nor for the order by name.
        create or replace function storage.search(
            prefix text, bucketname text, limits int default 100, levels int default 1, offsets int default 0,
            search text default '', sortcolumn text default 'name', sortorder text default 'asc'
        ) returns table (
            name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
        ) language sql stable as $$
            with asked as (
                select coalesce($1, '') as folder,
                       coalesce($1, '') || coalesce($6, '') as start,
                       case when lower($7) in ('updated_at', 'created_at', 'last_accessed_at') then lower($7) else 'name' end as sort,
                       lower($8) = 'desc' as descending
            ), found as (
                select o.*, storage.get_common_prefix(o.name, asked.start, '/') as folder_name
                from asked, storage.objects as o
                where o.bucket_id = $2
                  and lower(o.name) collate "C" >= lower(asked.start)
                  and starts_with(lower(o.name), lower(asked.start))
            ), folders as (
                select case when max(asked.descending::int) = 1
                           then (array_agg(found.folder_name order by lower(found.name) collate "C" desc, found.name collate "C" desc))[1]
                           else (array_agg(found.folder_name order by lower(found.name) collate "C", found.name collate "C"))[1]
                       end as full_name
                from asked, found
                where found.folder_name is not null
                group by case when asked.sort = 'name' then lower(found.folder_name) else found.folder_name end
            ), listed as (
                select left(f.full_name, -1) as full_name,
                       case asked.sort when 'name' then lower(f.full_name) else left(f.full_name, -1) end as key,
                       true as is_folder, null::uuid as id, null::timestamptz as updated_at,
                       null::timestamptz as created_at, null::timestamptz as last_accessed_at,
                       null::jsonb as metadata, null::timestamptz as moment
                from asked, folders as f
                union all
                select f.name, lower(f.name), false, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata,
                       case asked.sort
                           when 'updated_at' then f.updated_at
                           when 'created_at' then f.created_at
                           when 'last_accessed_at' then f.last_accessed_at
                       end
                from asked, found as f where f.folder_name is null
            )
            select substr(l.full_name, length(asked.folder) + 1), l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
            from asked, listed as l
            order by (asked.sort <> 'name' and l.is_folder) desc,
                     case when not asked.descending then l.moment end,
                     case when asked.descending then l.moment end desc nulls last,
                     case when not asked.descending then l.key end collate "C",
                     case when asked.descending then l.key end collate "C" desc,
                     l.full_name collate "C"
            limit coalesce($3, 100) offset coalesce($5, 0)
        $$;

        -- Full names, in byte order; a folder's ends with the delimiter. One that starts after a folder skips all of it.
        create or replace function storage.list_objects_with_delimiter(
            _bucket_id text, prefix_param text, delimiter_param text, max_keys int default 100,
            start_after text default '', next_token text default '', sort_order text default 'asc'
        ) returns table (
            name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz
        ) language sql stable as $$
            with asked as (
                select lower($7) = 'desc' as descending, coalesce(nullif($6, ''), nullif($5, '')) as after
            ), bound as (
                select descending,
                       case when not exists (select from storage.objects as o where o.bucket_id = $1 and o.name = after)
                                 and exists (select from storage.objects as o
                                             where o.bucket_id = $1 and starts_with(o.name, after || $3))
                            then after || $3 else after end as after
                from asked
            ), listed as (
                select coalesce(f.folder, f.name) as name,
                       case when f.folder is null then f.id end as id,
                       case when f.folder is null then f.metadata end as metadata,
                       case when f.folder is null then f.updated_at end as updated_at,
                       case when f.folder is null then f.created_at end as created_at,
                       case when f.folder is null then f.last_accessed_at end as last_accessed_at
                from (
                    select o.*, storage.get_common_prefix(o.name, coalesce($2, ''), $3) as folder
                    from storage.objects as o
                    where o.bucket_id = $1
                      and o.name collate "C" >= coalesce($2, '')
                      and starts_with(o.name, coalesce($2, ''))
                ) as f
            )
            select distinct on (
                       case when not bound.descending then l.name end collate "C",
                       case when bound.descending then l.name end collate "C")
                   l.*
            from bound, listed as l
            where bound.after is null
               or (not bound.descending and l.name collate "C" > bound.after)
               or (bound.descending and l.name collate "C" < bound.after)
            order by case when not bound.descending then l.name end collate "C",
                     case when bound.descending then l.name end collate "C" desc
            limit coalesce($4, 100)
        $$;

        -- Times compare by the millisecond, as far as a client can see them; a folder is as old as its oldest object.
        create or replace function storage.search_by_timestamp(
            p_prefix text, p_bucket_id text, p_limit int, p_level int, p_start_after text,
            p_sort_order text, p_sort_column text, p_sort_column_after text
        ) returns table (
            key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
            metadata jsonb
        ) language sql stable as $$
            with asked as (
                select lower($6) = 'desc' as descending, nullif($5, '') as after, nullif($8, '')::timestamptz as moment_after
            ), bound as (
                select descending, moment_after,
                       case when not exists (select from storage.objects as o where o.bucket_id = $2 and o.name = after)
                                 and exists (select from storage.objects as o
                                             where o.bucket_id = $2 and starts_with(o.name, after || '/'))
                            then after || '/' else after end as after
                from asked
            ), found as (
                select o.*, storage.get_common_prefix(o.name, coalesce($1, ''), '/') as folder
                from storage.objects as o
                where o.bucket_id = $2
                  and o.name collate "C" >= coalesce($1, '')
                  and starts_with(o.name, coalesce($1, ''))
            ), listed as (
                select f.folder as name, null::uuid as id, min(f.created_at) as updated_at, min(f.created_at) as created_at,
                       null::timestamptz as last_accessed_at, null::jsonb as metadata
                from found as f where f.folder is not null group by f.folder
                union all
                select f.name, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
                from found as f where f.folder is null
            ), placed as (
                select l.*, date_trunc('milliseconds', case lower($7) when 'updated_at' then l.updated_at else l.created_at end)
                            as moment
                from listed as l
            )
            select split_part(p.name, '/', $4), p.name, p.id, p.updated_at, p.created_at, p.last_accessed_at, p.metadata
            from bound, placed as p
            where bound.moment_after is null
               or (not bound.descending and (p.moment, p.name collate "C") > (bound.moment_after, coalesce(bound.after, '')))
               or (bound.descending and (p.moment, p.name collate "C") < (bound.moment_after, coalesce(bound.after, '')))
            order by case when not bound.descending then p.moment end,
                     case when bound.descending then p.moment end desc nulls last,
                     case when not bound.descending then p.name end collate "C",
                     case when bound.descending then p.name end collate "C" desc
            limit $3
        $$;

        create or replace function storage.search_v2(
            prefix text, bucket_name text, limits int default 100, levels int default 1, start_after text default '',
            sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
        ) returns table (
            key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
            metadata jsonb
        ) language plpgsql stable as $$
        begin
            if lower($7) in ('updated_at', 'created_at') then
                return query select * from storage.search_by_timestamp($1, $2, $3, $4, $5, $6, $7, $8);
            else
                return query
                    select split_part(l.name, '/', $4), l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
                    from storage.list_objects_with_delimiter($2, $1, '/', $3, $5, '', $6) as l;
            end if;
        end
        $$;

        create or replace function storage.list_multipart_uploads_with_delimiter(
            bucket_id text, prefix_param text, delimiter_param text, max_keys int default 100,
            next_key_token text default '', next_upload_token text default ''
        ) returns table (key text, id text, created_at timestamptz) language sql as $$
            with listed as (
                select coalesce(storage.get_common_prefix(u.key, coalesce($2, ''), $3), u.key) as key, u.id, u.created_at,
                       storage.get_common_prefix(u.key, coalesce($2, ''), $3) is not null as is_folder
                from storage.s3_multipart_uploads as u
                where u.bucket_id = $1 and starts_with(u.key, coalesce($2, ''))
            ), merged as (
                select distinct on (l.key collate "C", case when not l.is_folder then l.id end) l.key, l.id, l.created_at
                from listed as l
                order by l.key collate "C", case when not l.is_folder then l.id end, l.created_at
            )
            select m.key, m.id, m.created_at from merged as m
            where coalesce($5, '') = ''
               or m.key collate "C" > $5
               or (coalesce($6, '') <> '' and m.key collate "C" = $5 and m.id > $6)
            order by m.key collate "C", m.id
            limit coalesce($4, 100)
        $$;
        """#
}
