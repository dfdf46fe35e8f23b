import PostgresLink
import Testing

@testable import MockPostgrest

@Suite("The storage schema")
struct StorageSchemaTests {
    @Test(
        "has functions on names",
        arguments: [
            ("storage.foldername('a/b/c.png')", "{a,b}"), ("storage.foldername('x.png')", "{}"), ("storage.foldername('a/')", "{a}"),
            ("storage.foldername('')", "{}"),
            ("storage.filename('a/b.png')", "b.png"), ("storage.filename('a/')", ""), ("storage.filename('x')", "x"),
            ("storage.extension('a/c.tar.gz')", "gz"), ("storage.extension('a.b/noext')", "noext"), ("storage.extension('x.PNG')", "PNG"),
            ("storage.get_common_prefix('data/a/b.txt', 'data/', '/')", "data/a/"),
            ("storage.get_common_prefix('data/b.txt', 'data/', '/')", nil),
            ("storage.operation()", nil),
            ("storage.allow_only_operation('object.list')::text", "false"),
            ("storage.allow_any_operation(null)::text", "false"),
        ])
    func functions(expression: String, answer: String?) async throws {
        let found = try await ClusterFixture.withDatabase { try await ClusterFixture.value($0, "select \(expression)") }
        #expect(found == answer)
    }

    @Test(
        "knows the operation",
        arguments: [
            ("storage.allow_only_operation('object.list')", "true"), ("storage.allow_only_operation('storage.object.list')", "true"),
            ("storage.allow_only_operation('object.get')", "false"), ("storage.allow_only_operation('')", "false"),
            ("storage.allow_any_operation(array['object.get', 'object.list'])", "true"), ("storage.allow_any_operation('{}')", "false"),
        ])
    func operations(expression: String, answer: String) async throws {
        let found = try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript("set local storage.operation = 'storage.object.list'")
            return try await ClusterFixture.value(session, "select (\(expression))::text")
        }
        #expect(found == answer)
    }

    @Test("refuses direct deletion, whoever asks and whatever matches")
    func deletion() async throws {
        for table in ["objects", "buckets"] {
            let error = await ClusterFixture.serverError(of: "delete from storage.\(table)")
            #expect(error?.sqlState == "42501")
            #expect(error?.hint == "This prevents accidental data loss from orphaned objects.")
        }
    }

    @Test(
        "refuses what a bucket may not be",
        arguments: [
            ("insert into storage.buckets (id, name) values ('x', repeat('n', 101))", "P0001"),
            ("insert into storage.buckets (id, name, versioning_status) values ('x', 'x', 'ENABLED')", "23514"),
            ("insert into storage.buckets (id, name, versioning_status) values ('x', 'x', 'other')", "23514"),
            ("insert into storage.buckets (id, name) values ('x', 'x'), ('y', 'x')", "23505"),
            ("insert into storage.objects (bucket_id, name) values ('nowhere', 'x')", "23503"),
            ("insert into storage.buckets (id, name) values ('x', 'x'); select storage.can_insert_object('x', 'a', null, '{}')", "PT200"),
        ])
    func refusals(statement: String, state: String) async throws {
        #expect(await ClusterFixture.serverError(of: statement)?.sqlState == state)
    }

    private static let objects = """
        insert into storage.buckets (id, name) values ('b', 'b');
        insert into storage.objects (bucket_id, name, created_at, updated_at, metadata)
        select 'b', name, timestamptz '2024-01-01' + number * interval '1 minute', timestamptz '2024-01-01' - number * interval '1 minute',
            '{"size":3}'
        from unnest(array['B.txt', 'a.txt', 'folder/x.png', 'Folder/y.png', 'folder-2/z', 'sub/deep/one', 'sub/deep/two', 'sub/top',
            'aaa', 'a_a']) with ordinality as listed (name, number);
        """

    @Test(
        "lists as version 1 does",
        arguments: [
            ("select name from storage.search('', 'b')", ["a.txt", "a_a", "aaa", "B.txt", "folder-2", "folder", "sub"]),
            (
                "select name from storage.search('', 'b', sortorder => 'desc')",
                ["sub", "Folder", "folder-2", "B.txt", "aaa", "a_a", "a.txt"]
            ),
            ("select name from storage.search('', 'b', 2, 1, 3)", ["B.txt", "folder-2"]),
            ("select name from storage.search('sub/', 'b', 100, 2)", ["deep", "top"]),
            ("select name from storage.search('SUB/', 'b', 100, 2)", ["deep", "top"]),
            ("select name from storage.search('', 'b', search => 'A_')", ["a_a"]),
            ("select name from storage.search('sub/', 'b', search => 'deep/o')", ["deep/one"]),
            ("select name from storage.search('', 'b', search => 'sub/d')", ["sub/deep"]),
            (
                "select name from storage.search('', 'b', sortcolumn => 'created_at')",
                ["Folder", "folder", "folder-2", "sub", "B.txt", "a.txt", "aaa", "a_a"]
            ),
            (
                "select name from storage.search('', 'b', sortcolumn => 'updated_at', sortorder => 'asc') where id is not null",
                ["a_a", "aaa", "a.txt", "B.txt"]
            ),
            ("select name from storage.search('', 'nowhere')", []),
            ("select (id is null and metadata is null)::text from storage.search('', 'b', search => 'sub')", ["true"]),
        ])
    func versionOne(query: String, names: [String]) async throws {
        let found = try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(Self.objects)
            return try await ClusterFixture.column(session, query)
        }
        #expect(found == names)
    }

    @Test(
        "lists as version 2 does",
        arguments: [
            ("select name from storage.search_v2('', 'b')", ["B.txt", "Folder/", "a.txt", "a_a", "aaa", "folder-2/", "folder/", "sub/"]),
            ("select name from storage.search_v2('', 'b', sort_order => 'desc', limits => 2)", ["sub/", "folder/"]),
            ("select key from storage.search_v2('sub/', 'b', 100, 2)", ["deep", "top"]),
            ("select name from storage.search_v2('sub/', 'b', 100, 2)", ["sub/deep/", "sub/top"]),
            ("select name from storage.search_v2('', 'b', start_after => 'aaa')", ["folder-2/", "folder/", "sub/"]),
            ("select name from storage.search_v2('', 'b', start_after => 'folder')", ["sub/"]),
            ("select name from storage.search_v2('', 'b', start_after => 'folder/')", ["sub/"]),
            (
                "select name from storage.search_v2('', 'b', sort_order => 'desc', start_after => 'folder')",
                ["folder-2/", "aaa", "a_a", "a.txt", "Folder/", "B.txt"]
            ),
            ("select name from storage.search_v2('', 'b', sort_column => 'created_at', limits => 3)", ["B.txt", "a.txt", "folder/"]),
            (
                """
                select name from storage.search_v2('', 'b', sort_column => 'created_at', start_after => 'folder', \
                sort_column_after => '2024-01-01T00:03:00.000Z')
                """,
                ["Folder/", "folder-2/", "sub/", "aaa", "a_a"]
            ),
            ("select name from storage.list_objects_with_delimiter('b', 'f', '-')", ["folder-", "folder/x.png"]),
        ])
    func versionTwo(query: String, names: [String]) async throws {
        let found = try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript("\(Self.objects); set local time zone 'UTC'")
            return try await ClusterFixture.column(session, query)
        }
        #expect(found == names)
    }

    @Test("lists only what the caller may see")
    func rowSecurity() async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(
                "\(Self.objects); create policy few on storage.objects for select to anon using (name like 'a%'); set local role anon")
            #expect(try await ClusterFixture.column(session, "select name from storage.search('', 'b')") == ["a.txt", "a_a", "aaa"])
            #expect(try await ClusterFixture.column(session, "select id from storage.buckets") == [])
        }
    }

    @Test("lists uploads in progress by key")
    func uploads() async throws {
        let keys = try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(
                """
                insert into storage.buckets (id, name) values ('b', 'b');
                insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version)
                values ('2', '', 'b', 'x', ''), ('1', '', 'b', 'x', ''), ('3', '', 'b', 'f/a', ''), ('4', '', 'b', 'f/b', '')
                """)
            return try await ClusterFixture.column(
                session, "select key || ' ' || id from storage.list_multipart_uploads_with_delimiter('b', '', '/')")
        }
        #expect(keys == ["f/ 3", "x 1", "x 2"])
    }
}

@Suite("The realtime schema")
struct RealtimeSchemaTests {
    @Test("sends messages with their id, and only warns when it may not")
    func send() async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript("select realtime.send('{\"a\":1}', 'e', 't')")
            #expect(
                try await ClusterFixture.value(
                    session, "select (payload ->> 'id' = id::text)::text || topic || event || extension || private from realtime.messages")
                    == "truetebroadcasttrue")
            #expect(try await ClusterFixture.value(session, "select realtime.topic()") == "t")
            _ = try await session.runScript("set local role authenticated; select realtime.send('{}', 'e', 't')")
            #expect(try await ClusterFixture.value(session, "reset role; select count(*)::text from realtime.messages") == "1")
        }
    }

    @Test("broadcasts changes from a trigger")
    func broadcastChanges() async throws {
        try await ClusterFixture.withDatabase { session in
            _ = try await session.runScript(
                """
                create table public.watched_rows (id int);
                create function public.changed() returns trigger language plpgsql as $$
                begin
                    perform realtime.broadcast_changes('t', 'e', tg_op, tg_table_name, tg_table_schema, new, old);
                    return null;
                end $$;
                create trigger changed after insert on public.watched_rows for each row execute function public.changed();
                insert into public.watched_rows values (7);
                """)
            #expect(
                try await ClusterFixture.value(
                    session,
                    "select payload ->> 'operation' || (payload -> 'record' ->> 'id') || (payload ->> 'table') from realtime.messages")
                    == "INSERT7watched_rows")
        }
    }
}
