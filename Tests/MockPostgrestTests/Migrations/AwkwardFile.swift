@testable import MockPostgrest

/// A file that a naive splitter gets wrong, the statements in it, and what a database answers once it is applied.
struct AwkwardFile: Sendable {
    var name: String
    var source: [UInt8]
    var statements: [String]
    /// A query after the file, and its first value as text.
    var probe: String
    var answer: String

    init(_ name: String, _ source: String, _ statements: [String], probe: String = "select count(*) from t", answer: String) {
        self.init(name, bytes: Array(source.utf8), statements, probe: probe, answer: answer)
    }

    init(_ name: String, bytes: [UInt8], _ statements: [String], probe: String = "select count(*) from t", answer: String) {
        self.name = name
        source = bytes
        self.statements = statements
        self.probe = probe
        self.answer = answer
    }
}

extension AwkwardFile {
    static let all = plain + comments + quotes + dollars + bodies + copies + transactions + encodings + long
    // The test library looks into every argument, which takes seconds for a megabyte.
    static let names = all.map(\.name)

    static func named(_ name: String) -> AwkwardFile? {
        all.first { $0.name == name }
    }

    static let plain = [
        AwkwardFile("one statement", "create table t ();", ["create table t ()"], answer: "0"),
        AwkwardFile("no semicolon at the end", "create table t ()", ["create table t ()"], answer: "0"),
        AwkwardFile(
            "several on a line", "create table t (a int);insert into t values(1);insert into t values(2)",
            ["create table t (a int)", "insert into t values(1)", "insert into t values(2)"], answer: "2"),
        AwkwardFile("empty statements", ";;create table t ();; ;\n;", ["create table t ()"], answer: "0"),
        AwkwardFile(
            "white space of every kind", "\t\u{B}\u{C}\r\n create\ttable\u{C}t\n()\u{B};\n\n  ", ["create\ttable\u{C}t\n()"], answer: "0"),
        AwkwardFile("an empty file", "", [], probe: "select 'nothing'", answer: "nothing"),
        AwkwardFile("only white space", " \n\t\n", [], probe: "select 'nothing'", answer: "nothing"),
        AwkwardFile(
            "a semicolon in parentheses",
            "create table t (a int); create rule r as on insert to t do also (delete from t where a < 0; select 1);",
            ["create table t (a int)", "create rule r as on insert to t do also (delete from t where a < 0; select 1)"], answer: "0"),
        AwkwardFile(
            "operators that look like comments", "create table t as select 5-(-2) as a, 6 / 2 as b, 2*-1 as c;",
            ["create table t as select 5-(-2) as a, 6 / 2 as b, 2*-1 as c"], probe: "select a || ',' || b || ',' || c from t",
            answer: "7,3,-2"),
        AwkwardFile(
            "an array and a slice", "create table t as select (array[1,2,3])[1:2] as a;",
            ["create table t as select (array[1,2,3])[1:2] as a"],
            probe: "select a::text from t", answer: "{1,2}"),
        AwkwardFile(
            "a cast with colons", "create table t as select ';'::text::varchar as a", ["create table t as select ';'::text::varchar as a"],
            probe: "select a from t", answer: ";"),
    ]

    static let comments = [
        AwkwardFile(
            "a semicolon in a line comment", "create table t (); -- no; not here\n-- nor; here\ninsert into t default values;",
            ["create table t ()", "-- no; not here\n-- nor; here\ninsert into t default values"], answer: "1"),
        AwkwardFile(
            "an apostrophe in a line comment", "-- don't\ncreate table t (); -- it's\ninsert into t default values;",
            ["-- don't\ncreate table t ()", "-- it's\ninsert into t default values"], answer: "1"),
        AwkwardFile(
            "dollars in a comment", "-- $$ and $a$\n/* $$ */ create table t (); insert into t default values;",
            ["-- $$ and $a$\n/* $$ */ create table t ()", "insert into t default values"], answer: "1"),
        AwkwardFile(
            "a nested comment", "/* a /* b; */ ' ; */ create table t (); /**/ insert into t default values;",
            ["/* a /* b; */ ' ; */ create table t ()", "/**/ insert into t default values"], answer: "1"),
        AwkwardFile(
            "slashes and stars", "/*/ ; /**/ ; **/ create table t (); insert /***/ into t default values;",
            ["/*/ ; /**/ ; **/ create table t ()", "insert /***/ into t default values"], answer: "1"),
        AwkwardFile(
            "a line comment that opens a block", "-- /* ;\ncreate table t (); -- */ ;\ninsert into t default values;",
            ["-- /* ;\ncreate table t ()", "-- */ ;\ninsert into t default values"], answer: "1"),
        AwkwardFile(
            "a block that opens a line comment", "/* -- */ create table t (); insert into t default values;",
            ["/* -- */ create table t ()", "insert into t default values"], answer: "1"),
        AwkwardFile(
            "a comment in a statement", "create table t ( -- first;\n a int, /* second; */ b int);",
            ["create table t ( -- first;\n a int, /* second; */ b int)"], answer: "0"),
        AwkwardFile(
            "only comments", "-- nothing\n/* at all */", ["-- nothing\n/* at all */"], probe: "select 'nothing'", answer: "nothing"),
        AwkwardFile("a comment at the end", "create table t ();\n-- the end", ["create table t ()", "-- the end"], answer: "0"),
        AwkwardFile(
            "a comment between semicolons", "create table t (); /* none */; insert into t default values;",
            ["create table t ()", "/* none */", "insert into t default values"], answer: "1"),
        AwkwardFile(
            "box drawing and emoji in comments", "-- ╔══; ══╗ 🐶;\ncreate table t (); /* ✂️; */ insert into t default values;",
            ["-- ╔══; ══╗ 🐶;\ncreate table t ()", "/* ✂️; */ insert into t default values"], answer: "1"),
        AwkwardFile(
            "an operator right before a comment", "create table t as select 1+/* ; */2 as a, 3--;\n+4 as b;",
            ["create table t as select 1+/* ; */2 as a, 3--;\n+4 as b"], probe: "select a || ',' || b from t", answer: "3,7"),
    ]

    static let quotes = [
        AwkwardFile(
            "a semicolon in a string", "create table t as select 'a;b' as a;", ["create table t as select 'a;b' as a"],
            probe: "select a from t", answer: "a;b"),
        AwkwardFile(
            "doubled quotes", "create table t as select 'it''s; ''''' as a;", ["create table t as select 'it''s; ''''' as a"],
            probe: "select a from t", answer: "it's; ''"),
        AwkwardFile(
            "comments in strings", "create table t as select '-- a /* ' as a; insert into t values (' */ ;');",
            ["create table t as select '-- a /* ' as a", "insert into t values (' */ ;')"], answer: "2"),
        AwkwardFile(
            "a backslash before a closing quote", #"create table t as select 'C:\' as a; insert into t values ('\');"#,
            [#"create table t as select 'C:\' as a"#, #"insert into t values ('\')"#], answer: "2"),
        AwkwardFile(
            "an escape string", #"create table t as select E'it\'s; \\' as a; insert into t values (e'\';\'');"#,
            [#"create table t as select E'it\'s; \\' as a"#, #"insert into t values (e'\';\'')"#],
            probe: "select string_agg(a, '|') from t", answer: #"it's; \|';'"#),
        AwkwardFile(
            "an escape string after a name",
            #"create table t (note text); insert into t values ('e'), (E'\''); select note from t where note>'\';"#,
            ["create table t (note text)", #"insert into t values ('e'), (E'\'')"#, #"select note from t where note>'\'"#],
            probe: "select count(*) from t", answer: "2"),
        AwkwardFile(
            "a continued escape string", "create table t as select E'a\\''\n -- it's;\n 'b\\';' as a; insert into t values (';');",
            ["create table t as select E'a\\''\n -- it's;\n 'b\\';' as a", "insert into t values (';')"],
            probe: "select min(a) from t where a <> ';'", answer: "a'b';"),
        AwkwardFile(
            "a continued plain string", "create table t as select 'a;'\n'b\\' as a; insert into t values (';');",
            ["create table t as select 'a;'\n'b\\' as a", "insert into t values (';')"], probe: "select max(a) from t", answer: "a;b\\"),
        AwkwardFile(
            "Unicode escapes", #"create table t as select U&'\0041;\\' as a, U&'!0042' uescape '!' as b; insert into t values ('', '');"#,
            [#"create table t as select U&'\0041;\\' as a, U&'!0042' uescape '!' as b"#, "insert into t values ('', '')"],
            probe: "select max(a || b) from t", answer: #"A;\B"#),
        AwkwardFile(
            "bit strings and national characters",
            "create table t as select B'101' as a, X'1F' as b, N'n;' as c; insert into t values (b'0', x'0', n';');",
            ["create table t as select B'101' as a, X'1F' as b, N'n;' as c", "insert into t values (b'0', x'0', n';')"], answer: "2"),
        AwkwardFile(
            "quoted names",
            #"create table t (";" int, "a""b;" int, "--" int, "/*" int, "$$" int, "'" int); insert into t (";") values (1);"#,
            [#"create table t (";" int, "a""b;" int, "--" int, "/*" int, "$$" int, "'" int)"#, #"insert into t (";") values (1)"#],
            probe: #"select ";" from t"#, answer: "1"),
        AwkwardFile(
            "a backslash in a quoted name", #"create table t ("a\" int); insert into t ("a\") values (1);"#,
            [#"create table t ("a\" int)"#, #"insert into t ("a\") values (1)"#], answer: "1"),
        AwkwardFile(
            "a Unicode name with escapes", #"create table t (U&"d\0061t;" int, b int); insert into t ("dat;") values (1);"#,
            [#"create table t (U&"d\0061t;" int, b int)"#, #"insert into t ("dat;") values (1)"#], answer: "1"),
        AwkwardFile(
            "names in other scripts", "create table 산책 (이름 text); insert into 산책 values ('초코;'); create table t as select 이름 from 산책;",
            ["create table 산책 (이름 text)", "insert into 산책 values ('초코;')", "create table t as select 이름 from 산책"],
            probe: "select 이름 from t", answer: "초코;"),
        AwkwardFile(
            "standard_conforming_strings off",
            #"set standard_conforming_strings = off; create table t as select 'a\';b' as a; reset standard_conforming_strings; insert into t values ('\');"#,
            [
                "set standard_conforming_strings = off", #"create table t as select 'a\';b' as a"#, "reset standard_conforming_strings",
                #"insert into t values ('\')"#,
            ],
            probe: "select count(*) || max(a) from t", answer: "2a';b"),
        AwkwardFile(
            "standard_conforming_strings off and on",
            #"SET SESSION standard_conforming_strings TO off; create table t as select '\\' as a; set standard_conforming_strings to on; insert into t values ('\;');"#,
            [
                "SET SESSION standard_conforming_strings TO off", #"create table t as select '\\' as a"#,
                "set standard_conforming_strings to on", #"insert into t values ('\;')"#,
            ],
            probe: "select string_agg(a, ',') from t", answer: #"\,\;"#),
        AwkwardFile(
            "a string over many lines", "create table t as select '\n;\n--\n/*\n' as a;", ["create table t as select '\n;\n--\n/*\n' as a"],
            probe: "select length(a) from t", answer: "9"),
        AwkwardFile(
            "JSON in a string", #"create table t as select '{"a": "x;\"y\"", "b": [1, 2]}'::jsonb as a;"#,
            [#"create table t as select '{"a": "x;\"y\"", "b": [1, 2]}'::jsonb as a"#],
            probe: "select a->>'a' from t", answer: #"x;"y""#),
    ]

    static let dollars = [
        AwkwardFile(
            "dollar quotes", "create table t as select $$a;b'c$$ as a;", ["create table t as select $$a;b'c$$ as a"],
            probe: "select a from t", answer: "a;b'c"),
        AwkwardFile(
            "a tag", "create table t as select $x$a;$$;$y$;$x$ as a;", ["create table t as select $x$a;$$;$y$;$x$ as a"],
            probe: "select a from t", answer: "a;$$;$y$;"),
        AwkwardFile(
            "a tag in another script", "create table t as select $초_1$;$초$;$초_1$ as a;", ["create table t as select $초_1$;$초$;$초_1$ as a"],
            probe: "select a from t", answer: ";$초$;"),
        AwkwardFile(
            "a dollar in a name", "create table t$a$ (b$$ int); insert into t$a$ values (1); create table t as select b$$ from t$a$;",
            ["create table t$a$ (b$$ int)", "insert into t$a$ values (1)", "create table t as select b$$ from t$a$"], answer: "1"),
        AwkwardFile(
            "a tag right after a dollar", "create table t as select $a$;$$a$ as a;", ["create table t as select $a$;$$a$ as a"],
            probe: "select a from t", answer: ";$"),
        AwkwardFile(
            "upper and lower case in tags", "create table t as select $A$;$a$;$A$ as a;", ["create table t as select $A$;$a$;$A$ as a"],
            probe: "select a from t", answer: ";$a$;"),
        AwkwardFile(
            "a function in plpgsql",
            "create table t (); create function f() returns int language plpgsql as $$\nbegin\n  insert into t default values; -- it's\n  return 1;\nend;\n$$; select f();",
            [
                "create table t ()",
                "create function f() returns int language plpgsql as $$\nbegin\n  insert into t default values; -- it's\n  return 1;\nend;\n$$",
                "select f()",
            ], answer: "1"),
        AwkwardFile(
            "parameters",
            "create table t (a int); create function f(int) returns void language sql as 'insert into t values ($1); insert into t values ($1)'; select f(3);",
            [
                "create table t (a int)",
                "create function f(int) returns void language sql as 'insert into t values ($1); insert into t values ($1)'", "select f(3)",
            ],
            probe: "select sum(a) from t", answer: "6"),
        AwkwardFile(
            "a function made in a do block",
            "create table t (); do $do$\nbegin\n  execute $x$create function f() returns void language plpgsql as $$ begin insert into t default values; end $$;$x$;\n  perform f();\nend\n$do$;",
            [
                "create table t ()",
                "do $do$\nbegin\n  execute $x$create function f() returns void language plpgsql as $$ begin insert into t default values; end $$;$x$;\n  perform f();\nend\n$do$",
            ],
            answer: "1"),
        AwkwardFile(
            "an escape in a dollar quoted body", #"create table t as select $$E'\'$$ as a; insert into t values ($$\$$);"#,
            [#"create table t as select $$E'\'$$ as a"#, #"insert into t values ($$\$$)"#], answer: "2"),
        AwkwardFile(
            "an empty dollar quote", "create table t as select $$$$ as a, $_$$_$ as b; insert into t values ($$;$$, ';');",
            ["create table t as select $$$$ as a, $_$$_$ as b", "insert into t values ($$;$$, ';')"], answer: "2"),
        AwkwardFile(
            "a comment in a dollar quote", "create table t as select $$/* $$ as a; insert into t values ('*/');",
            ["create table t as select $$/* $$ as a", "insert into t values ('*/')"], answer: "2"),
    ]

    static let bodies = [
        AwkwardFile(
            "begin atomic",
            "create table t (a int); create function f(n int) returns int language sql begin atomic insert into t values (n); insert into t values (n + 1); select 1; end; select f(1);",
            [
                "create table t (a int)",
                "create function f(n int) returns int language sql begin atomic insert into t values (n); insert into t values (n + 1); select 1; end",
                "select f(1)",
            ],
            answer: "2"),
        AwkwardFile(
            "case in begin atomic",
            "create table t (a int);\nCREATE OR REPLACE FUNCTION f(n int) RETURNS int\nBEGIN ATOMIC\n  SELECT CASE WHEN n > 0 THEN (CASE n WHEN 1 THEN 1 ELSE 2 END) ELSE 0 END;\nEND;\ninsert into t select f(5);",
            [
                "create table t (a int)",
                "CREATE OR REPLACE FUNCTION f(n int) RETURNS int\nBEGIN ATOMIC\n  SELECT CASE WHEN n > 0 THEN (CASE n WHEN 1 THEN 1 ELSE 2 END) ELSE 0 END;\nEND",
                "insert into t select f(5)",
            ],
            probe: "select a from t", answer: "2"),
        AwkwardFile(
            "a procedure in begin atomic",
            "create table t (); create procedure p() begin /* x; */ atomic insert into t default values; insert into t default values; end; call p();",
            [
                "create table t ()",
                "create procedure p() begin /* x; */ atomic insert into t default values; insert into t default values; end", "call p()",
            ], answer: "2"),
        AwkwardFile(
            "the short body", "create function f() returns int return case when true then 1 end; create table t as select f() as a;",
            ["create function f() returns int return case when true then 1 end", "create table t as select f() as a"], answer: "1"),
        AwkwardFile(
            "words named begin and end",
            #"create table t ("begin" int, "end" int); insert into t ("begin") values (1); create function atomic() returns int language sql as 'select 1'; select atomic();"#,
            [
                #"create table t ("begin" int, "end" int)"#, #"insert into t ("begin") values (1)"#,
                "create function atomic() returns int language sql as 'select 1'", "select atomic()",
            ], answer: "1"),
        AwkwardFile(
            "case outside of a function", "create table t as select case when true then ';' else '' end as a; insert into t values ('');",
            ["create table t as select case when true then ';' else '' end as a", "insert into t values ('')"], answer: "2"),
        AwkwardFile(
            "a trigger's when",
            "create table t (a int); create function f() returns trigger language plpgsql as $f$ begin return new; end; $f$; create trigger g before insert on t for each row when (new.a > 0) execute function f(); insert into t values (1);",
            [
                "create table t (a int)", "create function f() returns trigger language plpgsql as $f$ begin return new; end; $f$",
                "create trigger g before insert on t for each row when (new.a > 0) execute function f()", "insert into t values (1)",
            ],
            answer: "1"),
    ]

    static let copies = [
        AwkwardFile(
            "COPY",
            "create table t (a int, b text);\ncopy t (a, b) from stdin;\n1\tone; two\n2\tit's $$\n\\.\ninsert into t values (3, '');",
            ["create table t (a int, b text)", "copy t (a, b) from stdin", "insert into t values (3, '')"], answer: "3"),
        AwkwardFile(
            "COPY without rows", "create table t (a int);\nCOPY t FROM stdin;\n\\.\n", ["create table t (a int)", "COPY t FROM stdin"],
            answer: "0"),
        AwkwardFile(
            "COPY with escapes and NULL", "create table t (a text);\ncopy t from stdin;\n\\N\n\\\\.\n\\\\N\n\\t\n\\.\n",
            ["create table t (a text)", "copy t from stdin"],
            probe: #"select string_agg(coalesce(a, 'null'), '|') from t"#, answer: "null|\\.|\\N|\t"),
        AwkwardFile(
            "COPY of CSV",
            "create table t (a text, b text);\ncopy t from stdin with (format csv, header);\na,b\n\"x;\n\"\"y\"\"\",2\n\\.\nselect 1;",
            ["create table t (a text, b text)", "copy t from stdin with (format csv, header)", "select 1"], probe: "select a from t",
            answer: "x;\n\"y\""),
        AwkwardFile(
            "COPY with CRLF", "create table t (a int);\r\ncopy t from stdin; -- rows\r\n1\r\n2\r\n\\.\r\ninsert into t values (3);\r\n",
            ["create table t (a int)", "copy t from stdin", "insert into t values (3)"], probe: "select sum(a) from t", answer: "6"),
        AwkwardFile(
            "COPY of a quoted table",
            "create table \"from\" (a int);\ncopy \"from\" from stdin;\n1\n\\.\ncreate table t as table \"from\";",
            ["create table \"from\" (a int)", "copy \"from\" from stdin", "create table t as table \"from\""], answer: "1"),
        AwkwardFile(
            "several COPYs", "create table t (a int);\ncopy t from stdin;\n1\n\\.\n\n\ncopy t from stdin;\n2\n3\n\\.\n",
            ["create table t (a int)", "copy t from stdin", "copy t from stdin"], answer: "3"),
        AwkwardFile(
            "what pg_dump writes",
            "\\restrict abc;'\n--\n-- PostgreSQL database dump; it's\n--\n\\connect postgres\nset statement_timeout = 0;\ncreate table t (a int);\nCOPY t (a) FROM stdin;\n1\n\\.\n\n\\unrestrict abc\n",
            ["set statement_timeout = 0", "create table t (a int)", "COPY t (a) FROM stdin"], answer: "1"),
        AwkwardFile(
            "psql's settings", "\\set ON_ERROR_STOP on\n\\echo 'a; b'\ncreate table t ();\n  \\echo done;\n", ["create table t ()"],
            answer: "0"),
        AwkwardFile(
            "a table named stdin", "create table stdin (a int); insert into stdin values (1); create table t as select * from stdin; ",
            ["create table stdin (a int)", "insert into stdin values (1)", "create table t as select * from stdin"], answer: "1"),
    ]

    static let transactions = [
        AwkwardFile(
            "begin and commit", "begin; create table t (); commit; insert into t default values;",
            ["begin", "create table t ()", "commit", "insert into t default values"], answer: "1"),
        AwkwardFile(
            "start transaction and end", "start transaction isolation level serializable;\ncreate table t ();\nend transaction;",
            ["start transaction isolation level serializable", "create table t ()", "end transaction"], answer: "0"),
        AwkwardFile(
            "a rollback in the middle", "create table x (); rollback; create table t ();",
            ["create table x ()", "rollback", "create table t ()"],
            probe: "select to_regclass('x') is null and to_regclass('t') is not null", answer: "t"),
        AwkwardFile(
            "savepoints",
            "begin; create table t (); savepoint a; insert into t default values; rollback to savepoint a; release a; commit;",
            [
                "begin", "create table t ()", "savepoint a", "insert into t default values", "rollback to savepoint a", "release a",
                "commit",
            ], answer: "0"),
        AwkwardFile(
            "an index made concurrently",
            "create table t (a int); create index concurrently i on t (a); insert into t values (1); create unique index concurrently j on t (a); drop index concurrently i; reindex (verbose) table concurrently t; vacuum analyze t; insert into t values (2);",
            [
                "create table t (a int)", "create index concurrently i on t (a)", "insert into t values (1)",
                "create unique index concurrently j on t (a)", "drop index concurrently i", "reindex (verbose) table concurrently t",
                "vacuum analyze t", "insert into t values (2)",
            ],
            answer: "2"),
        AwkwardFile(
            "a COPY between begin and commit",
            "begin;\ncreate table t (a int);\ncopy t from stdin;\n1\n\\.\ncommit;\ninsert into t values (2);\ncopy t from stdin;\n3\n\\.\n",
            ["begin", "create table t (a int)", "copy t from stdin", "commit", "insert into t values (2)", "copy t from stdin"], answer: "3"
        ),
        AwkwardFile(
            "a new value of an enumeration",
            "create type mood as enum ('a'); create table t (m mood); alter type mood add value 'b;' before 'a';",
            ["create type mood as enum ('a')", "create table t (m mood)", "alter type mood add value 'b;' before 'a'"], answer: "0"),
        AwkwardFile(
            "a materialized view refreshed concurrently",
            "create table t (a int); insert into t values (1); create materialized view v as select a from t; create unique index i on v (a); refresh materialized view concurrently v;",
            [
                "create table t (a int)", "insert into t values (1)", "create materialized view v as select a from t",
                "create unique index i on v (a)", "refresh materialized view concurrently v",
            ], answer: "1"),
    ]

    static let encodings = [
        AwkwardFile(
            "a byte order mark", "\u{FEFF}create table t ();\ninsert into t default values;",
            ["create table t ()", "insert into t default values"], answer: "1"),
        AwkwardFile("a byte order mark alone", "\u{FEFF}", [], probe: "select 'nothing'", answer: "nothing"),
        AwkwardFile(
            "CRLF", "-- a;\r\ncreate table t (a text);\r\ninsert into t values ('x\r\ny');\r\n\r\n",
            ["-- a;\r\ncreate table t (a text)", "insert into t values ('x\r\ny')"],
            probe: "select length(a) from t", answer: "4"),
        AwkwardFile(
            "carriage returns alone", "-- a;\rcreate table t ();\rinsert into t default values;\r",
            ["-- a;\rcreate table t ()", "insert into t default values"], answer: "1"),
        AwkwardFile(
            "mixed line ends", "create table t ();\n-- ;\r\n-- ;\rinsert into t default values;",
            ["create table t ()", "-- ;\r\n-- ;\rinsert into t default values"], answer: "1"),
    ]

    static let long = [
        AwkwardFile(
            "a statement of a megabyte",
            "create table t (a text); insert into t values ('\(String(repeating: "it''s; $$ -- /* ", count: 70_000))');",
            ["create table t (a text)", "insert into t values ('\(String(repeating: "it''s; $$ -- /* ", count: 70_000))')"],
            probe: "select length(a) from t", answer: "1050000"),
        AwkwardFile(
            "a megabyte of comment", "/*\(String(repeating: " ' ; $$ /**/\n", count: 80_000))*/ create table t ();",
            ["/*\(String(repeating: " ' ; $$ /**/\n", count: 80_000))*/ create table t ()"], answer: "0"),
        AwkwardFile(
            "thousands of statements", "create table t (a int);\n" + String(repeating: "insert into t values (1);\n", count: 3500),
            ["create table t (a int)"] + Array(repeating: "insert into t values (1)", count: 3500), answer: "3500"),
        AwkwardFile(
            "deep nesting",
            "create table t as select \(String(repeating: "(", count: 900))1\(String(repeating: ")", count: 900)) as a; \(String(repeating: "/*", count: 300))\(String(repeating: "*/", count: 300)) insert into t values (2);",
            [
                "create table t as select \(String(repeating: "(", count: 900))1\(String(repeating: ")", count: 900)) as a",
                "\(String(repeating: "/*", count: 300))\(String(repeating: "*/", count: 300)) insert into t values (2)",
            ], answer: "2"),
    ]
}
