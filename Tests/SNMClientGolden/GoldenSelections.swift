import Foundation
import SNMClient

/// What the rows hold.
extension GoldenTable {
    static let selectionsRows: [GoldenRow] = selectionsPart

    private static let selectionsPart: [GoldenRow] = [
        fetch(
            "columns", [.select(["id", "name"]), .equal("id", 4)], "select=id,name&id=eq.4",
            returns: "select id, name from golden g where id = 4"),
        fetch(
            "all columns", [.select([.all, .column("age", as: "years")]), .equal("id", 4)], "select=*,years:age&id=eq.4",
            returns: "select *, age as years from golden g where id = 4"),
        fetch("star", [.select(["*"]), .equal("id", 4)], "select=*&id=eq.4", returns: "select * from golden g where id = 4"),
        fetch(
            "alias", [.select([.column("name", as: "nick")]), .equal("id", 4)], "select=nick:name&id=eq.4",
            returns: "select name as nick from golden g where id = 4"),
        fetch(
            "alias with a dot", [.select([.column("name", as: "n.m")]), .equal("id", 4)], "select=%22n.m%22:name&id=eq.4",
            returns: "select name as \"n.m\" from golden g where id = 4"),
        fetch(
            "cast", [.select([.column("age", cast: "text")]), .equal("id", 4)], "select=age::text&id=eq.4",
            returns: "select age::text from golden g where id = 4"),
        fetch(
            "alias and cast", [.select([.column("age", as: "a", cast: "double precision")]), .equal("id", 4)],
            "select=a:age::double%20precision&id=eq.4", returns: "select age::double precision as a from golden g where id = 4"),
        fetch(
            "JSON path", [.select(["info->>colour", "info->list->0"]), .equal("id", 4)],
            "select=info-%3E%3Ecolour,info-%3Elist-%3E0&id=eq.4",
            returns: "select info->>'colour' as colour, info->'list'->0 as list from golden g where id = 4"),
        fetch(
            "JSON path, alias and cast", [.select([.column("info->>n", as: "n", cast: "int4")]), .equal("id", 4)],
            "select=n:info-%3E%3En::int4&id=eq.4", returns: "select (info->>'n')::int4 as n from golden g where id = 4"),
        fetch(
            "odd names", [.select([.column(SupabaseColumn("odd.name")), "a,(b)", "first name"]), .equal("id", 4)],
            "select=%22odd.name%22,%22a,(b)%22,%22first%20name%22&id=eq.4",
            returns: "select \"odd.name\", \"a,(b)\", \"first name\" from golden g where id = 4"),
        fetch(
            "Hangul", [.select(["닉네임"]), .equal("id", 4)], "select=%EB%8B%89%EB%84%A4%EC%9E%84&id=eq.4",
            returns: "select \"닉네임\" from golden g where id = 4"),
        fetch(
            "columns by name", [.select(columns: ["id", "age"]), .equal("id", 4)], "select=id,age&id=eq.4",
            returns: "select id, age from golden where id = 4"),
        fetch(
            "selections add up", [.select(["id"]), .select(["name"]), .equal("id", 4)], "select=id,name&id=eq.4",
            returns: "select id, name from golden where id = 4"),
        fetch("count", [.select([.count()])], "select=count()", returns: "select count(*) from golden"),
        fetch(
            "count with alias and cast", [.select([.count(as: "n", cast: "text")])], "select=n:count()::text",
            returns: "select count(*)::text as n from golden"),
        fetch(
            "aggregates",
            [
                .select([
                    .aggregate(.sum, of: "age"), .aggregate(.max, of: "id", as: "last"), .aggregate(.min, of: "age", resultCast: "text"),
                ])
            ], "select=age.sum(),last:id.max(),age.min()::text", returns: "select sum(age), max(id) as last, min(age)::text from golden"),
        fetch(
            "aggregate of a cast", [.select([.aggregate(.avg, of: "info->>n", as: "mean", cast: "int4", resultCast: "float8")])],
            "select=mean:info-%3E%3En::int4.avg()::float8", returns: "select avg((info->>'n')::int4)::float8 as mean from golden"),
        fetch(
            "groups", [.select(["ok", .aggregate(.count, of: "id")]), .order("ok")], "select=ok,id.count()&order=ok",
            returns: "select ok, count(id) from golden group by ok order by ok"),
        fetch(
            "to-one", [.select(["id", .embed("golden_owner", ["name"])]), .equal("id", 4)], "select=id,golden_owner(name)&id=eq.4",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as golden_owner from golden g where id = 4"
        ),
        fetch(
            "to-one with alias", [.select(["id", .embed("golden_owner", as: "owner", ["name"])]), .equal("id", 4)],
            "select=id,owner:golden_owner(name)&id=eq.4",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as owner from golden g where id = 4"
        ),
        fetch(
            "to-one with hint", [.select(["id", .embed("golden_owner", hint: "owner_id", ["name"])]), .equal("id", 4)],
            "select=id,golden_owner!owner_id(name)&id=eq.4",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as golden_owner from golden g where id = 4"
        ),
        fetch(
            "to-one with hint and join",
            [.select(["id", .embed("golden_owner", as: "o", hint: "owner_id", join: .inner, ["name"])]), .equal("id", 4)],
            "select=id,o:golden_owner!owner_id!inner(name)&id=eq.4",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as o from golden g where id = 4"
        ),
        fetch(
            "left join", [.select(["id", .embed("golden_owner", join: .left, ["name"])]), .equal("id", 4)],
            "select=id,golden_owner!left(name)&id=eq.4",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as golden_owner from golden g where id = 4"
        ),
        fetch(
            "embedded all", [.select(["id", .embed("golden_owner", [.all])]), .equal("id", 4)], "select=id,golden_owner(*)&id=eq.4",
            returns:
                "select id, (select row_to_json(o) from golden_owner o where o.id = g.owner_id) as golden_owner from golden g where id = 4"),
        fetch(
            "embedded two levels deep",
            [
                .select(["id", .embed("golden_walk", ["id", .embed("golden", [.column("name"), .embed("golden_owner", ["name"])])])]),
                .equal("id", 4),
            ], "select=id,golden_walk(id,golden(name,golden_owner(name)))&id=eq.4",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id, 'golden', json_build_object('name', g.name, 'golden_owner', (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id)))) from golden_walk w where w.golden_id = g.id), '[]') as golden_walk from golden g where id = 4"
        ),
        fetch(
            "joined without being shown", [.select(["id", .embed("golden_owner", join: .inner, [])]), .equal("id", 4)],
            "select=id,golden_owner!inner()&id=eq.4", returns: "select id from golden g where id = 4"),
        fetch(
            "spread", [.select(["id", .spread("golden_owner", [.column("name", as: "owner")])]), .equal("id", 4)],
            "select=id,...golden_owner(owner:name)&id=eq.4",
            returns: "select id, (select o.name from golden_owner o where o.id = g.owner_id) as owner from golden g where id = 4"),
        fetch(
            "JSON index at the end of an embedded list", [.select(["id", .embed("golden_walk", ["data->0"])]), .equal("id", 4)],
            "select=id,golden_walk(data-%3E0::json)&id=eq.4",
            returns:
                "select id, coalesce((select json_agg(json_build_object('data', w.data->0)) from golden_walk w where w.golden_id = g.id), '[]') as golden_walk from golden g where id = 4"
        ),
        fetch(
            "JSON index as text at the end of an embedded list", [.select(["id", .embed("golden_walk", ["data->>0"])]), .equal("id", 4)],
            "select=id,golden_walk(data-%3E%3E0::text)&id=eq.4",
            returns:
                "select id, coalesce((select json_agg(json_build_object('data', w.data->>0)) from golden_walk w where w.golden_id = g.id), '[]') as golden_walk from golden g where id = 4"
        ),
        fetch(
            "embedded count", [.select(["id", .embed("golden_walk", [.count()])]), .equal("id", 4)],
            "select=id,golden_walk(count())&id=eq.4",
            returns:
                "select id, (select json_agg(json_build_object('count', n)) from (select count(*) as n from golden_walk w where w.golden_id = g.id) as c) as golden_walk from golden g where id = 4"
        ),
        fetch(
            "raw", [.select([.raw("id,n:name")]), .equal("id", 4)], "select=id,n:name&id=eq.4",
            returns: "select id, name as n from golden g where id = 4"),
        fetch(
            "rows without the resource", [.select(["id", .embed("golden_walk", [])]), .isNull("golden_walk"), .order("id")],
            "select=id,golden_walk()&golden_walk=is.null&order=id",
            returns: "select id from golden g where not exists (select from golden_walk w where w.golden_id = g.id) order by id"),
        fetch(
            "rows with the resource", [.select(["id", .embed("golden_walk", [])]), .not(.isNull("golden_walk")), .order("id")],
            "select=id,golden_walk()&golden_walk=not.is.null&order=id",
            returns: "select id from golden g where exists (select from golden_walk w where w.golden_id = g.id) order by id"),
    ]
}
