extension Bootstrap {
    /// Where the messages of Auth are kept: in the database, so that all processes which serve it have one inbox, and so that a
    /// message is there exactly when the code in it is.
    static let inbox = #"""
        create schema if not exists mock_postgrest;
        grant usage on schema mock_postgrest to supabase_auth_admin, postgres;
        create table if not exists mock_postgrest.messages (
            number bigint generated always as identity primary key,
            id text not null unique default replace(gen_random_uuid()::text, '-', ''),
            created_at timestamptz not null default clock_timestamp(),
            purpose text not null,
            sender_address text not null,
            sender_name text not null,
            recipient text not null,
            subject text not null,
            html text not null,
            text text not null,
            code text not null,
            token_hash text not null,
            link text not null,
            redirect text not null,
            is_read boolean not null default false
        );
        create index if not exists messages_recipient_idx on mock_postgrest.messages (lower(recipient), number);
        grant select, insert, update, delete on mock_postgrest.messages to supabase_auth_admin, postgres;
        """#
}
