import Foundation
import SNMClient

/// Order, limit and offset, also of embedded resources.
extension GoldenTable {
    static let ordersRows: [GoldenRow] = ordersPart

    private static let ordersPart: [GoldenRow] = [
        fetch("order", [.select(["id"]), .order("id")], "select=id&order=id", returns: "select id from golden g order by id"),
        fetch(
            "ascending", [.select(["id"]), .order("id", .ascending)], "select=id&order=id.asc",
            returns: "select id from golden g order by id asc"),
        fetch(
            "order, descending", [.select(["id"]), .order("id", .descending)], "select=id&order=id.desc",
            returns: "select id from golden g order by id desc"),
        fetch(
            "nulls first", [.select(["id"]), .order([SupabaseOrder("age", .ascending, nulls: .first), "id"])],
            "select=id&order=age.asc.nullsfirst,id", returns: "select id from golden g order by age asc nulls first, id"),
        fetch(
            "nulls last", [.select(["id"]), .order([SupabaseOrder("age", .descending, nulls: .last), "id"])],
            "select=id&order=age.desc.nullslast,id", returns: "select id from golden g order by age desc nulls last, id"),
        fetch(
            "nulls without direction", [.select(["id"]), .order("age", nulls: .first), .order("id")], "select=id&order=age.nullsfirst,id",
            returns: "select id from golden g order by age nulls first, id"),
        fetch(
            "orders add up", [.select(["id"]), .order("ok"), .order("id", .descending)], "select=id&order=ok,id.desc",
            returns: "select id from golden g order by ok, id desc"),
        fetch(
            "order by JSON", [.select(["id"]), .order("info->n", .descending)], "select=id&order=info-%3En.desc",
            returns: "select id from golden g order by info->'n' desc"),
        fetch(
            "order by a JSON index", [.select(["id"]), .order("info->list->>0", .ascending), .order("id")],
            "select=id&order=info-%3Elist-%3E%3E0.asc,id", returns: "select id from golden g order by info->'list'->>0 asc, id"),
        fetch(
            "order by odd names", [.select(["id"]), .order([SupabaseOrder(SupabaseColumn("odd.name"), .descending), "a,(b)", "order"])],
            "select=id&order=%22odd.name%22.desc,%22a,(b)%22,order",
            returns: "select id from golden g order by \"odd.name\" desc, \"a,(b)\", \"order\""),
        fetch(
            "limit", [.select(["id"]), .order("id"), .limit(3)], "select=id&order=id&limit=3",
            returns: "select id from golden g order by id limit 3"),
        fetch(
            "limit 0", [.select(["id"]), .order("id"), .limit(0)], "select=id&order=id&limit=0", returns: "select id from golden g limit 0"),
        fetch(
            "offset", [.select(["id"]), .order("id"), .offset(20)], "select=id&order=id&offset=20",
            returns: "select id from golden g order by id offset 20"),
        fetch(
            "limit and offset", [.select(["id"]), .order("id"), .limit(3), .offset(4)], "select=id&order=id&limit=3&offset=4",
            returns: "select id from golden g order by id limit 3 offset 4"),
        fetch(
            "order by an embedded column",
            [
                .select(["id", .embed("golden_owner", ["name"])]), .order([SupabaseOrder("name", .descending, of: "golden_owner"), "id"]),
                .limit(5),
            ], "select=id,golden_owner(name)&order=golden_owner(name).desc,id&limit=5",
            returns:
                "select id, (select json_build_object('name', o.name) from golden_owner o where o.id = g.owner_id) as golden_owner from golden g order by (select o.name from golden_owner o where o.id = g.owner_id) desc, id limit 5"
        ),
        fetch(
            "order of an embedded resource",
            [.select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5), .order("km", .descending, on: "golden_walk")],
            "select=id,golden_walk(id)&order=id&limit=5&golden_walk.order=km.desc",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id order by km desc) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "limit of an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5), .order("id", on: "golden_walk"),
                .limit(1, on: "golden_walk"),
            ], "select=id,golden_walk(id)&order=id&limit=5&golden_walk.order=id&golden_walk.limit=1",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id order by id limit 1) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "offset of an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5), .order("id", on: "golden_walk"),
                .offset(1, on: "golden_walk"),
            ], "select=id,golden_walk(id)&order=id&limit=5&golden_walk.order=id&golden_walk.offset=1",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id order by id offset 1) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "or on an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5),
                .or([.greaterThan("km", 8), .equal("id", 1)], on: "golden_walk"), .order("id", on: "golden_walk"),
            ], "select=id,golden_walk(id)&order=id&limit=5&golden_walk.or=(km.gt.8,id.eq.1)&golden_walk.order=id",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id and (km > 8 or id = 1) order by id) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "not and on an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5),
                .not(.and([.greaterThan("km", 2), .lessThan("km", 8)], on: "golden_walk")), .order("id", on: "golden_walk"),
            ], "select=id,golden_walk(id)&order=id&limit=5&golden_walk.not.and=(km.gt.2,km.lt.8)&golden_walk.order=id",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id and not (km > 2 and km < 8) order by id) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "in on an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .order("id"), .limit(5), .in("golden_walk.note", ["a,b", "c"]),
                .order("id", on: "golden_walk"),
            ], "select=id,golden_walk(id)&order=id&limit=5&golden_walk.note=in.(%22a,b%22,c)&golden_walk.order=id",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id)) from (select * from golden_walk w where w.golden_id = g.id and note in ('a,b', 'c') order by id) w), '[]') as golden_walk from golden g order by id limit 5"
        ),
        fetch(
            "two levels down",
            [
                .select(["id", .embed("golden_walk", ["id", .embed("golden", ["id"])])]), .equal("golden_walk.golden.id", 4),
                .order("id", on: "golden_walk"), .equal("id", 4),
            ], "select=id,golden_walk(id,golden(id))&golden_walk.golden.id=eq.4&golden_walk.order=id&id=eq.4",
            returns:
                "select id, (select json_agg(json_build_object('id', w.id, 'golden', json_build_object('id', g.id)) order by w.id) from golden_walk w where w.golden_id = g.id) as golden_walk from golden g where id = 4"
        ),
    ]
}
