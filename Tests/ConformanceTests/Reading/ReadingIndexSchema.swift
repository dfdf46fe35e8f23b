import Foundation

/// A table of 100,000 rows with what hangs on it, and a smaller one with a column and an index for every type.
enum ReadingIndexSchema {
    /// Types with an equality that an index serves, and a value of each made of a row's number.
    static let types: [(name: String, type: String, value: String)] = [
        ("i2", "int2", "n % 30000"), ("i4", "int4", "n"), ("i8", "int8", "n"), ("f4", "float4", "n / 2.0"), ("f8", "float8", "n / 4.0"),
        ("n", "numeric(12, 3)", "n / 8.0"), ("mo", "money", "n::numeric::money"), ("o", "oid", "n::oid"), ("t", "text", "'text ' || n"),
        ("v", "varchar(20)", "'text ' || n"), ("c", "char(12)", "'char ' || n"), ("na", "name", "'name ' || n"),
        ("ch", "\"char\"", "chr(33 + n % 90)::\"char\""), ("d", "date", "date '2000-01-01' + n"),
        ("ti", "time", "time '00:00' + n * interval '0.5 s'"),
        ("tt", "timetz", "timetz '00:00+00' + n * interval '0.5 s'"), ("ts", "timestamp", "timestamp '2000-01-01' + n * interval '1 min'"),
        ("tz", "timestamptz", "timestamptz '2000-01-01Z' + n * interval '1 min'"), ("iv", "interval", "n * interval '1 s'"),
        ("u", "uuid", "md5(n::text)::uuid"), ("b", "bytea", "int4send(n)"), ("ip", "inet", "inet '10.0.0.0' + n"),
        ("ci", "cidr", "set_masklen(inet '10.0.0.0' + n, 32)::cidr"), ("m", "macaddr", "('0800' || lpad(to_hex(n), 8, '0'))::macaddr"),
        ("m8", "macaddr8", "('08000000' || lpad(to_hex(n), 8, '0'))::macaddr8"), ("bt", "bit(32)", "n::bit(32)"),
        ("vb", "varbit", "n::bit(32)::varbit"), ("lsn", "pg_lsn", "pg_lsn '0/0' + n"),
        ("en", "mood", "(enum_range(null::mood))[1 + n % 40]"),
        ("jb", "jsonb", "jsonb_build_object('n', n)"), ("ai", "int[]", "array[n, n + 1]"), ("at", "text[]", "array['a' || n, 'b' || n]"),
        ("r", "int4range", "int4range(n, n + 2)"), ("ev", "even", "(n * 2)::even"),
        ("sh", "shade", "n::shade"),
    ]

    static var script: String {
        let moods = (1...40).map { "'mood \($0)'" }.joined(separator: ", ")
        return """
            create schema other; create schema extra;
            create type mood as enum (\(moods));
            create domain even as int check (value % 2 = 0); create domain shade as int;
            create function shade_of(text) returns shade language sql immutable as $$ select substr($1, 2)::int::shade $$;
            create cast (text as shade) with function shade_of as implicit;
            create table kinds (id int primary key, \(types.map { "\($0.name) \($0.type)" }.joined(separator: ", ")), words tsvector, body text);
            insert into kinds select n, \(types.map(\.value).joined(separator: ", ")), to_tsvector('simple', 'word' || n || ' all'), 'word' || n
              from generate_series(1, 5000) n;
            \(types.map { "create index kinds_\($0.name) on kinds (\($0.name));" }.joined(separator: "\n"))
            create index kinds_body on kinds using gin (to_tsvector('simple', body)); create index kinds_words on kinds using gin (words);
            create index kinds_jb_gin on kinds using gin (jb); create index kinds_ai_gin on kinds using gin (ai);
            create index kinds_r_gist on kinds using gist (r);

            create table big (id int, category int, t text, made timestamptz, info jsonb);
            insert into big select n, n % 500, 'text ' || n, timestamptz '2020-01-01Z' + n * interval '1 min', jsonb_build_object('k', 'k' || n)
              from generate_series(1, 100000) n;
            alter table big add primary key (id); create index big_category on big (category, id); create index big_t on big (t);
            create index big_made on big (made); create index big_info_k on big ((info ->> 'k'));
            create table child (id int, big_id int, note text);
            insert into child select n, 1 + n % 100000, 'note ' || n from generate_series(1, 100000) n;
            alter table child add primary key (id); alter table child add foreign key (big_id) references big;
            create index child_big on child (big_id);
            create table tag (id int primary key, name text); insert into tag select n, 'tag ' || n from generate_series(1, 1000) n;
            create table big_tag (big_id int, tag_id int);
            insert into big_tag select n, 1 + n % 1000 from generate_series(1, 20000) n;
            alter table big_tag add primary key (big_id, tag_id), add foreign key (big_id) references big, add foreign key (tag_id) references tag;
            create view big_view as select id as number, category as kind, t as title from big;
            analyze;
            """
    }
}
