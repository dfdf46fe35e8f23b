extension Bootstrap {
    /// Buckets, objects and uploads in parts.
    static let storageTables = #"""
        do $types$
        begin
            if to_regtype('storage.buckettype') is null then
                create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
            end if;
        end
        $types$;

        create table if not exists storage.buckets (
            id text not null constraint buckets_pkey primary key,
            name text not null,
            owner uuid,
            created_at timestamptz default now(),
            updated_at timestamptz default now(),
            public boolean default false,
            avif_autodetection boolean default false,
            file_size_limit bigint,
            allowed_mime_types text[],
            owner_id text,
            type storage.buckettype not null default 'STANDARD',
            versioning_status text not null default 'DISABLED',
            constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED')),
            constraint buckets_versioning_standard_only_check check (type = 'STANDARD' or versioning_status = 'DISABLED'),
            constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED')
        );
        create unique index if not exists bname on storage.buckets (name);

        create table if not exists storage.objects (
            id uuid not null default gen_random_uuid() constraint objects_pkey primary key,
            bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
            name text,
            owner uuid,
            created_at timestamptz default now(),
            updated_at timestamptz default now(),
            last_accessed_at timestamptz default now(),
            metadata jsonb,
            path_tokens text[] generated always as (string_to_array(name, '/')) stored,
            version text,
            owner_id text,
            user_metadata jsonb,
            archived_at timestamptz,
            is_delete_marker boolean not null default false,
            is_versioned boolean not null default false
        );
        create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
        create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
        create index if not exists idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
        create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

        create table if not exists storage.s3_multipart_uploads (
            id text not null primary key,
            in_progress_size bigint not null default 0,
            upload_signature text not null,
            bucket_id text not null references storage.buckets (id),
            key text collate "C" not null,
            version text not null,
            owner_id text,
            created_at timestamptz not null default now(),
            user_metadata jsonb,
            metadata jsonb
        );
        create index if not exists idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

        create table if not exists storage.s3_multipart_uploads_parts (
            id uuid not null default gen_random_uuid() primary key,
            upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
            size bigint not null default 0,
            part_number int not null,
            bucket_id text not null references storage.buckets (id),
            key text collate "C" not null,
            etag text not null,
            owner_id text,
            version text not null,
            created_at timestamptz not null default now()
        );

        create table if not exists storage.migrations (
            id int not null primary key,
            name varchar(100) not null unique,
            hash varchar(40) not null,
            executed_at timestamp default current_timestamp
        );
        -- Some tools look for rows here before they believe that the schema is complete.
        insert into storage.migrations (id, name, hash) values (0, 'mock-postgrest-bootstrap', '') on conflict do nothing;

        alter table storage.buckets enable row level security;
        alter table storage.objects enable row level security;
        alter table storage.s3_multipart_uploads enable row level security;
        alter table storage.s3_multipart_uploads_parts enable row level security;
        alter table storage.migrations enable row level security;
        grant all on storage.buckets, storage.objects to postgres with grant option;
        grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
        grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to postgres, service_role;
        grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
        grant all on storage.migrations to postgres;
        """#
}
