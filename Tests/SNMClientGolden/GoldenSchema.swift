import Foundation

/// The tables and functions that the golden table speaks of, with rows for every awkward text.
package enum GoldenSchema {
    package static let uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x0A))
    /// 2026-01-05T12:34:56.654321Z
    package static let moment = Date(timeIntervalSince1970: 1_767_616_496.654321)
    package static let link = URL(string: "https://example.com/a?b=1&c=%20") ?? URL(fileURLWithPath: "/")

    /// Run it as the owner of the schema that the API exposes, and grant the tables and functions to the role that asks.
    package static let sql = #"""
        create table golden_owner (id int primary key, name text);
        insert into golden_owner values (1, 'Kim'), (2, 'Lee, "the" (elder)');

        create table golden (
            id int primary key, name text, age int, big bigint, price numeric, ratio float8, ok bool, uid uuid, seen timestamptz,
            tags text[], nums int[], span int4range, during tstzrange, prices numrange, info jsonb, raw bytea, raws bytea[], link text,
            body text, dates timestamptz[], matrix int[], flags bool[], owner_id int references golden_owner,
            "order" int, "limit" int, "offset" int, "and" int, "or" int, "select" int, "columns" int, "on_conflict" int,
            "odd.name" text, "first name" text, "a,(b)" int, "a-b" int, "q""q" int, "CamelCase" int, "닉네임" text);
        insert into golden
        select id, name, case when id % 7 = 0 then null else id * 3 end,
            case id when 1 then 9223372036854775807 when 2 then 4294967295 else id end,
            case id when 1 then 12345678901234567890.123456789 when 2 then 2.5 when 3 then -1 else id end,
            case id when 1 then 'Infinity' when 2 then '-Infinity' when 3 then 'NaN' when 4 then 0.1 when 5 then 0.30000000000000004
                when 6 then 2.5 else id end,
            case id % 3 when 0 then null when 1 then true else false end,
            ('00000000-0000-4000-8000-' || lpad(to_hex(id), 12, '0'))::uuid,
            '2026-01-01T00:00:00Z'::timestamptz + (id - 1) * interval '1 day',
            array[name, 'common', 'x,y'], array[id, id + 1], int4range(id, id + 5),
            tstzrange('2026-01-01T00:00:00Z'::timestamptz + (id - 1) * interval '1 day', null), numrange(0.5, id),
            jsonb_build_object('name', name, 'n', id, 'colour', case when id % 2 = 0 then 'brown' else E'br"own\n' end,
                'list', jsonb_build_array(id, id + 1), 'a.b', jsonb_build_object('c', id), '0', 'zero', 'x.limit', id, 'nothing', null),
            case id when 1 then '\x00ff5c'::bytea else '\x01'::bytea end,
            case id when 1 then array['\x0102'::bytea] else array['\x01'::bytea] end,
            case id when 1 then 'https://example.com/a?b=1&c=%20' else 'https://example.com/' || id end,
            case id % 4 when 0 then 'The fat cats ate fat rats' when 1 then 'a dog' when 2 then 'fat rat' else 'The rats' end,
            array['2026-01-01T00:00:00Z'::timestamptz + (id - 1) * interval '1 day'],
            case id when 1 then array[[1, 2], [3, 4]] else array[[id, id]] end, array[id % 2 = 0, false], id % 2 + 1,
            id, id, id, id, id, id, id, id, id::text, id::text, id, id, id, id, '별명 ' || id
        from (values
            (1, E'O"Brien, (Jr.)\\'),
            (2, '초코'),
            (3, 'a+b'),
            (4, '100% %41'),
            (5, E'line\nbreak'),
            (6, 'x,y'),
            (7, '(p)'),
            (8, '{c}'),
            (9, ''),
            (10, ' pad '),
            (11, '🐶&=;#?/'),
            (12, 'null'),
            (13, 'not.eq.1'),
            (14, E'back\\\\slash\\'),
            (15, '"'),
            (16, 'it''s'),
            (17, E'tab\there'),
            (18, 'a.b.c'),
            (19, E'café e\u0301'),
            (20, 'a),b.eq.(c'),
            (21, '("x","y")'),
            (22, E'\r\n'),
            (23, null), (24, 'brown (dark)'), (25, '007')) as monsters (id, name);

        create table golden_walk (
            id int primary key, golden_id int references golden, km float8, note text, "order" int, "select" int, data jsonb);
        insert into golden_walk
        select id, (id + 1) / 2, id, case id % 3 when 0 then 'a,b' when 1 then 'c' else 'd' end, id, id, jsonb_build_array(id, id + 1)
        from generate_series(1, 12) as id;

        create table golden_write (key text primary key, n int, at timestamptz, raw bytea, ratio float8, note text, "odd.key" int,
            unique ("odd.key", n));
        insert into golden_write (key, n) values ('merge', 1), ('ignore', 1), ('update', 1), ('change 1', 1), ('change 2', 2), ('a,b', 1),
            ('text +', 1), ('delete', 1), ('delete 1', 1), ('delete,2', 2), ('delete 3', 3);

        create table "산책 표" (id int primary key);
        insert into "산책 표" values (1), (2);

        create function golden_sum(a int, b int) returns int language sql immutable as 'select a + b';
        create function golden_above(low int) returns setof golden language sql stable as 'select * from golden where id > low';
        create function golden_word() returns text language sql immutable as $$ select '초코' $$;
        create function golden_word(dates timestamptz[]) returns text language sql immutable as 'select cardinality(dates)::text';
        """#
}
