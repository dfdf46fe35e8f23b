/// A schema made of what is rare: composite keys under other names, views of views, partitions, domains over domains, equal names in two
/// schemas, names that only bytes tell apart.
enum ReadingSchema {
    static let tables = #"""
        create schema other; create schema extra; create schema hidden;
        grant usage on schema public, other, extra, hidden to public;
        alter default privileges grant select on tables to public;

        -- Composite keys, renamed columns, views of views.
        create table country (code text, region int, name text not null, primary key (code, region));
        create table city (id int primary key, c_code text, c_region int, twin_code text, twin_region int, title text,
          constraint city_country foreign key (c_code, c_region) references country (code, region),
          constraint city_twin foreign key (twin_code, twin_region) references country (code, region));
        create view city_base as select id as city_id, c_code as cc, c_region as cr, title from city;
        create view city_top as select cr as r, cc as c, city_id as n, title as label from city_base;
        create view country_top as select name as label, region as reg, code as co from (select * from country) q;
        create view city_half as select id, c_code from city;
        create materialized view city_stored as select * from city;
        -- One to one by a composite unique constraint in another order; not by a unique index.
        create table capital (country_region int, country_code text, mayor text, unique (country_code, country_region),
          constraint capital_country foreign key (country_region, country_code) references country (region, code));
        create table anthem (country_region int, country_code text, tune text,
          constraint anthem_country foreign key (country_region, country_code) references country (region, code));
        create unique index on anthem (country_code, country_region);
        -- Junctions: with a composite key, as a view, and one whose primary key does not hold the keys.
        create table club (id int primary key, name text);
        create table membership (club_id int references club, code text, region int, since date,
          foreign key (code, region) references country (code, region), primary key (club_id, code, region));
        create table loose (club_id int references club, code text, region int, n int primary key, foreign key (code, region) references country (code, region));
        -- Partitioned tables and foreign tables.
        create table visit (id int, at date, city_id int references city, primary key (id, at)) partition by range (at);
        create table visit_2020 partition of visit for values from ('2020-01-01') to ('2021-01-01');
        create table visit_2021 partition of visit for values from ('2021-01-01') to ('2022-01-01');
        create table note (id int primary key, visit_id int, visit_at date, body text, foreign key (visit_id, visit_at) references visit (id, at));
        create extension file_fdw schema extra; create server files foreign data wrapper file_fdw;
        create foreign table outside (id int, c_code text, c_region int) server files options (program 'printf "1,kr,1\n2,jp,2\n"', format 'csv');
        -- The same names in another schema.
        create table other.country (code text primary key, title text);
        create table other.city (id int primary key, code text references other.country, second text references other.country);
        create table other.club (id int primary key references public.club, home text);
        -- Through a schema of the extra search path, and through one that nobody sees.
        create view extra.city_link as select id as i, c_code as a, c_region as b from city;
        create view city_far as select i, a, b from extra.city_link;
        create view hidden.city_link as select id as i, c_code as a, c_region as b from city;
        create view city_lost as select i, a, b from hidden.city_link;
        -- Domains with representations, one over the other.
        create domain hue as int; create domain deep_hue as hue;
        create function hue_json(hue) returns json language sql immutable as $$ select to_json('#' || lpad(to_hex($1::int), 6, '0')) $$;
        create function hue_text(text) returns hue language sql immutable as $$ select ('x' || lpad(substr($1, 2), 8, '0'))::bit(32)::int::hue $$;
        create function deep_json(deep_hue) returns json language sql immutable as $$ select to_json('deep ' || $1::int) $$;
        create cast (hue as json) with function hue_json as implicit; create cast (text as hue) with function hue_text as implicit;
        create cast (deep_hue as json) with function deep_json as implicit;
        create table paint (id int primary key, shade hue, deep deep_hue, city_id int references city);
        -- Computed columns and relationships.
        create function shout(country) returns text language sql stable as $$ select upper($1.name) $$;
        create function cities_of(country) returns setof city language sql stable as $$ select * from city where c_code = $1.code and c_region = $1.region $$;
        create function first_city(country) returns setof city rows 1 language sql stable as $$ select * from city where c_code = $1.code and c_region = $1.region order by id limit 1 $$;
        create function club(country) returns setof club rows 1 language sql stable as $$ select * from club where id = $1.region $$;
        create function extra.stranger(country) returns setof club language sql stable as $$ select * from club $$;
        -- Media handlers.
        create domain "text/x-list" as text; create domain "application/vnd.all" as text; create domain other."*/*" as bytea;
        create function list_step(text, country) returns text language sql immutable as $$ select coalesce($1, '') || $2.name || ';' $$;
        create function list_end(text) returns "text/x-list" language sql immutable as $$ select $1::"text/x-list" $$;
        create aggregate list_all(country) (initcond = '', sfunc = list_step, stype = text, finalfunc = list_end);
        create function all_step(text, anyelement) returns text language sql immutable as $$ select coalesce($1, '') || to_json($2)::text || ';' $$;
        create function all_end(text) returns "application/vnd.all" language sql immutable as $$ select $1::"application/vnd.all" $$;
        create aggregate all_all(anyelement) (initcond = '', sfunc = all_step, stype = text, finalfunc = all_end);
        create function bin_step(bytea, other.club) returns bytea language sql immutable as $$ select coalesce($1, '') || convert_to($2.home, 'UTF8') $$;
        create function bin_end(bytea) returns other."*/*" language sql immutable as $$ select $1::other."*/*" $$;
        create aggregate other.bin_all(other.club) (initcond = '', sfunc = bin_step, stype = bytea, finalfunc = bin_end);
        create function page() returns "text/x-list" language sql stable as $$ select 'a list'::"text/x-list" $$;
        create function pages() returns setof "text/x-list" language sql stable as $$ select 'a list'::"text/x-list" $$;
        -- Names that Swift takes for one; awkward names.
        create table accents (id int primary key, U&"\00e9" json, U&"e\0301" text, "K" int, U&"\212A" text);
        create table U&"\00e9" (id int primary key, a int); create table U&"e\0301" (id int primary key references accents, b int);
        create table "odd, (na""me)" (id int primary key, "a.b" text, "c,d" text, "e:f" text, "(g)" text, "h""i" text, "->" text, "*" text, "order" int, "sp ace" int);
        create table "line
        break" (id int);
        create table empty_row ();
        create table many_types (b bool, i2 int2, i8 int8, f4 float4, f8 float8, n numeric, c char(3), v varchar(5), t text, d date, ts timestamp, tz timestamptz,
          ti time, iv interval, u uuid, j json, jb jsonb, by bytea, ip inet, m macaddr, x xml, p point, r int4range, mr int4multirange, a int[], bt bit(3), mo money, ts_v tsvector, cm country, ch "char", o oid);
        """#

    static let rows = #"""
        insert into country values ('kr', 1, 'Korea, Rep.'), ('jp', 1, 'Japan "Nippon"'), ('jp', 2, 'Okinawa'), ('fr', 1, '');
        insert into city values (1, 'kr', 1, 'jp', 1, 'Seoul'), (2, 'jp', 1, null, null, 'Tokyo'), (3, 'jp', 2, 'kr', 1, 'Naha'), (4, null, null, null, null, null);
        refresh materialized view city_stored;
        insert into capital values (1, 'kr', 'Oh'), (1, 'jp', 'Koike');
        insert into anthem values (1, 'kr', 'Aegukga');
        insert into club values (1, 'Chess'), (2, 'Go'); insert into membership values (1, 'kr', 1, '2020-01-01'), (2, 'kr', 1, null), (2, 'jp', 1, '2021-01-01');
        insert into loose values (1, 'kr', 1, 1);
        insert into visit values (1, '2020-05-05', 1), (2, '2021-05-05', 1), (3, '2021-06-06', 2);
        insert into note values (1, 1, '2020-05-05', 'rain'), (2, 3, '2021-06-06', 'sun');
        insert into other.country values ('kr', 'K'), ('jp', 'J'); insert into other.city values (1, 'kr', 'jp'); insert into other.club values (1, 'room');
        insert into paint values (1, 255, 16, 1), (2, 65280, null, 2);
        insert into accents values (1, '{"a":1}', 'two', 5, 'six'); insert into U&"\00e9" values (1, 2); insert into U&"e\0301" values (1, 3);
        insert into "odd, (na""me)" values (1, 'A', 'C', 'E', 'G', 'H', 'arrow', 'star', 7, 8);
        insert into empty_row default values;
        insert into many_types (b, i2, f4, f8, n, c, v, t, d, iv, by, a, r, mr, p, ch) values (true, 1, 'NaN', '-Infinity', 'NaN', 'a', '', e'x"y\\z,(\n)', 'infinity', '1 day', '\x00ff', '{1,null,3}', '[1,5)', '{[1,3),[5,7)}', '(1,2)', 'q');
        """#
}
