import Foundation
import SNMClient

/// Logic trees.
extension GoldenTable {
    static let logicRows: [GoldenRow] = logicPart

    private static let logicPart: [GoldenRow] = [
        filter("or", .or([.equal("id", 1), .equal("id", 2)]), "or=(id.eq.1,id.eq.2)", where: "id = 1 or id = 2"),
        filter("and", .and([.greaterThan("id", 1), .lessThan("id", 4)]), "and=(id.gt.1,id.lt.4)", where: "id > 1 and id < 4"),
        filter("not or", .not(.or([.equal("id", 1), .equal("id", 2)])), "not.or=(id.eq.1,id.eq.2)", where: "not (id = 1 or id = 2)"),
        filter(
            "not and", .not(.and([.greaterThan("id", 1), .lessThan("id", 4)])), "not.and=(id.gt.1,id.lt.4)",
            where: "not (id > 1 and id < 4)"),
        filter("not not", .not(.not(.equal("id", 1))), "id=eq.1", where: "id = 1"),
        filter("not not not", .not(.not(.not(.equal("id", 1)))), "id=not.eq.1", where: "not id = 1"),
        filter("not not or", .not(.not(.or([.equal("id", 1), .equal("id", 2)]))), "or=(id.eq.1,id.eq.2)", where: "id = 1 or id = 2"),
        filter(
            "nested", .or([.and([.greaterThan("id", 1), .lessThan("id", 4)]), .not(.or([.isNull("name"), .lessThan("id", 20)]))]),
            "or=(and(id.gt.1,id.lt.4),not.or(name.is.null,id.lt.20))", where: "(id > 1 and id < 4) or not (name is null or id < 20)"),
        filter(
            "nested negations", .and([.not(.not(.equal("id", 3))), .not(.not(.or([.equal("id", 3)])))]), "and=(id.eq.3,or(id.eq.3))",
            where: "id = 3"),
        filter(
            "three levels", .or([.and([.or([.equal("id", 1), .equal("id", 2)]), .equal("id", 2)]), .equal("id", 5)]),
            "or=(and(or(id.eq.1,id.eq.2),id.eq.2),id.eq.5)", where: "((id = 1 or id = 2) and id = 2) or id = 5"),
        filter(
            "JSON path in a tree", .or([.equal("info->>colour", "brown"), .equal("info->list->0", 4)]),
            "or=(info-%3E%3Ecolour.eq.brown,info-%3Elist-%3E0.eq.4)", where: "info->>'colour' = 'brown' or info->'list'->0 = '4'"),
        filter(
            "array in a tree", .or([.contains("tags", ["x,y", "common"]), .overlaps("nums", [1])]),
            "or=(tags.cs.%22%7B%5C%22x,y%5C%22,common%7D%22,nums.ov.%22%7B1%7D%22)",
            where: "tags @> array['x,y', 'common'] or nums && array[1]"),
        filter(
            "JSON in a tree", .or([.contains("info", SupabaseJSON.object(["colour": "brown"]))]),
            "or=(info.cs.%22%7B%5C%22colour%5C%22:%5C%22brown%5C%22%7D%22)", where: "info @> '{\"colour\":\"brown\"}'"),
        filter(
            "odd column names in a tree", .or([.equal(SupabaseColumn("odd.name"), "1"), .equal(SupabaseColumn("a,(b)"), 2)]),
            "or=(%22odd.name%22.eq.1,%22a,(b)%22.eq.2)", where: "\"odd.name\" = '1' or \"a,(b)\" = 2"),
        filter(
            "reserved column names in a tree", .or([.equal("order", 3), .equal("and", 4)]), "or=(order.eq.3,and.eq.4)",
            where: "\"order\" = 3 or \"and\" = 4"),
        filter(
            "a date in a tree", .or([.lessThan("seen", Date(timeIntervalSince1970: 1_767_571_200)), .equal("id", 9)]),
            "or=(seen.lt.2026-01-05T00:00:00Z,id.eq.9)", where: "seen < '2026-01-05' or id = 9"),
        filter(
            "custom in a tree", .or([.custom("age", "gte.30"), .equal("id", 1)]), "or=(age.gte.30,id.eq.1)", where: "age >= 30 or id = 1"),
        filter("not custom", .not(.custom("age", "gte.30")), "age=not.gte.30", where: "not age >= 30"),
        fetch(
            "conditions add up", [.greaterThanOrEqual("age", 6), .lessThan("age", 30), .select(["id"]), .order("id")],
            "age=gte.6&age=lt.30&select=id&order=id", returns: "select id from golden where age >= 6 and age < 30 order by id"),
        fetch(
            "two trees", [.or([.equal("id", 1), .equal("id", 2)]), .or([.equal("id", 2), .equal("id", 3)]), .select(["id"])],
            "or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)&select=id", returns: "select id from golden where id = 2"),
    ]
}
