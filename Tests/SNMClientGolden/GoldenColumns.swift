import Foundation
import SNMClient

/// What can stand for a column.
extension GoldenTable {
    static let columnsRows: [GoldenRow] = columnsPart

    private static let columnsPart: [GoldenRow] = [
        filter("JSON key", .equal("info->>colour", "brown"), "info-%3E%3Ecolour=eq.brown", where: "info->>'colour' = 'brown'"),
        filter("JSON key, as JSON", .equal("info->n", 4), "info-%3En=eq.4", where: "info->'n' = '4'"),
        filter("JSON index", .equal("info->list->0", 4), "info-%3Elist-%3E0=eq.4", where: "info->'list'->0 = '4'"),
        filter("JSON index from the end", .equal("info->list->>-1", "5"), "info-%3Elist-%3E%3E-1=eq.5", where: "info->'list'->>-1 = '5'"),
        filter("JSON key with a dot", .equal("info->a.b->>c", "3"), "info-%3E%22a.b%22-%3E%3Ec=eq.3", where: "info->'a.b'->>'c' = '3'"),
        filter(
            "JSON key of digits", .equal(SupabaseColumn("info").text("0"), "zero"), "info-%3E%3E%220%22=eq.zero",
            where: "info->>'0' = 'zero'"),
        filter(
            "JSON key that ends like a parameter", .equal(SupabaseColumn("info").text("x.limit"), "1"), "info-%3E%3E%22x.limit%22=eq.1",
            where: "info->>'x.limit' = '1'"),
        filter(
            "JSON key with quotes", .isNull(SupabaseColumn("info").json("a\"b\\")), "info-%3E%22a%5C%22b%5C%5C%22=is.null",
            where: "info->'a\"b\\' is null"),
        filter(
            "JSON path, built", .equal(SupabaseColumn("info").json("list").text(1), "5"), "info-%3Elist-%3E%3E1=eq.5",
            where: "info->'list'->>1 = '5'"),
        filter("JSON key in Hangul", .isNull("info->>색"), "info-%3E%3E%EC%83%89=is.null", where: "info->>'색' is null"),
        filter("JSON, greater", .greaterThan("info->n", 15), "info-%3En=gt.15", where: "info->'n' > '15'"),
        filter("JSON, in", .in("info->>n", ["4", "5"]), "info-%3E%3En=in.(4,5)", where: "info->>'n' in ('4', '5')"),
        filter("Hangul name", .equal("닉네임", "별명 4"), "%EB%8B%89%EB%84%A4%EC%9E%84=eq.%EB%B3%84%EB%AA%85%204", where: "\"닉네임\" = '별명 4'"),
        filter("name with a dot", .equal(SupabaseColumn("odd.name"), "4"), "%22odd.name%22=eq.4", where: "\"odd.name\" = '4'"),
        filter("name with a dot, in quotes", .equal("\"odd.name\"", "4"), "%22odd.name%22=eq.4", where: "\"odd.name\" = '4'"),
        filter("name with a blank", .equal("first name", "4"), "%22first%20name%22=eq.4", where: "\"first name\" = '4'"),
        filter("name with syntax", .equal("a,(b)", 4), "%22a,(b)%22=eq.4", where: "\"a,(b)\" = 4"),
        filter("name with a dash", .equal("a-b", 4), "a-b=eq.4", where: "\"a-b\" = 4"),
        filter("name with a quote", .equal(SupabaseColumn("q\"q"), 4), "%22q%5C%22q%22=eq.4", where: "\"q\"\"q\" = 4"),
        filter("name order", .equal("order", 4), "%22order%22=eq.4", where: "\"order\" = 4"),
        filter("name limit", .equal("limit", 4), "%22limit%22=eq.4", where: "\"limit\" = 4"),
        filter("name offset", .equal("offset", 4), "%22offset%22=eq.4", where: "\"offset\" = 4"),
        filter("name and", .equal("and", 4), "%22and%22=eq.4", where: "\"and\" = 4"),
        filter("name or", .equal("or", 4), "%22or%22=eq.4", where: "\"or\" = 4"),
        filter("name select", .equal("select", 4), "%22select%22=eq.4", where: "\"select\" = 4"),
        filter("name columns", .equal("columns", 4), "%22columns%22=eq.4", where: "\"columns\" = 4"),
        filter("name on_conflict", .equal("on_conflict", 4), "%22on_conflict%22=eq.4", where: "\"on_conflict\" = 4"),
        filter("name in capitals", .equal("CamelCase", 4), "CamelCase=eq.4", where: "\"CamelCase\" = 4"),
        fetch(
            "column of an embedded resource",
            [
                .select(["id", .embed("golden_walk", ["id"])]), .greaterThan("golden_walk.km", 5), .order("id"),
                .order("id", on: "golden_walk"), .limit(4),
            ], "select=id,golden_walk(id)&golden_walk.km=gt.5&order=id&golden_walk.order=id&limit=4",
            returns:
                "select id, coalesce((select json_agg(json_build_object('id', w.id) order by w.id) from golden_walk w where w.golden_id = g.id and w.km > 5), '[]') as golden_walk from golden g order by id limit 4"
        ),
        fetch(
            "column order of an embedded resource",
            [
                .select(["id", .embed("golden_walk", join: .inner, ["id"])]), .equal(SupabaseColumn("order").of("golden_walk"), 2),
                .order("id"),
            ], "select=id,golden_walk!inner(id)&golden_walk.%22order%22=eq.2&order=id",
            returns:
                "select id, (select json_agg(json_build_object('id', w.id)) from golden_walk w where w.golden_id = g.id and w.\"order\" = 2) as golden_walk from golden g where exists (select from golden_walk w where w.golden_id = g.id and w.\"order\" = 2) order by id"
        ),
        fetch(
            "column select of an embedded resource",
            [.select(["id", .embed("golden_walk", join: .inner, ["id"])]), .equal("golden_walk.select", 3), .order("id")],
            "select=id,golden_walk!inner(id)&golden_walk.select=eq.3&order=id",
            returns:
                "select id, (select json_agg(json_build_object('id', w.id)) from golden_walk w where w.golden_id = g.id and w.\"select\" = 3) as golden_walk from golden g where exists (select from golden_walk w where w.golden_id = g.id and w.\"select\" = 3) order by id"
        ),
    ]
}
