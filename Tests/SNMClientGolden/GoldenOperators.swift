import Foundation
import SNMClient

/// Every operator: bare, negated and in a logic tree.
extension GoldenTable {
    static let operatorsRows: [GoldenRow] = operatorsPart + operators2Part + operators3Part

    private static let operatorsPart: [GoldenRow] = [
        filter("equal", .equal("age", 12), "age=eq.12", where: "age = 12"),
        filter("not equal", .not(.equal("age", 12)), "age=not.eq.12", where: "not (age = 12)"),
        filter(
            "equal in a tree", .or([.equal("age", 12), .not(.equal("id", 3))]), "or=(age.eq.12,id.not.eq.3)",
            where: "age = 12 or not (id = 3)"),
        filter("notEqual", .notEqual("age", 12), "age=neq.12", where: "age <> 12"),
        filter("not notEqual", .not(.notEqual("age", 12)), "age=not.neq.12", where: "not (age <> 12)"),
        filter(
            "notEqual in a tree", .or([.notEqual("age", 12), .not(.notEqual("id", 3))]), "or=(age.neq.12,id.not.neq.3)",
            where: "age <> 12 or not (id <> 3)"),
        filter("greaterThan", .greaterThan("age", 12), "age=gt.12", where: "age > 12"),
        filter("not greaterThan", .not(.greaterThan("age", 12)), "age=not.gt.12", where: "not (age > 12)"),
        filter(
            "greaterThan in a tree", .or([.greaterThan("age", 12), .not(.greaterThan("id", 3))]), "or=(age.gt.12,id.not.gt.3)",
            where: "age > 12 or not (id > 3)"),
        filter("greaterThanOrEqual", .greaterThanOrEqual("age", 12), "age=gte.12", where: "age >= 12"),
        filter("not greaterThanOrEqual", .not(.greaterThanOrEqual("age", 12)), "age=not.gte.12", where: "not (age >= 12)"),
        filter(
            "greaterThanOrEqual in a tree", .or([.greaterThanOrEqual("age", 12), .not(.greaterThanOrEqual("id", 3))]),
            "or=(age.gte.12,id.not.gte.3)", where: "age >= 12 or not (id >= 3)"),
        filter("lessThan", .lessThan("age", 12), "age=lt.12", where: "age < 12"),
        filter("not lessThan", .not(.lessThan("age", 12)), "age=not.lt.12", where: "not (age < 12)"),
        filter(
            "lessThan in a tree", .or([.lessThan("age", 12), .not(.lessThan("id", 3))]), "or=(age.lt.12,id.not.lt.3)",
            where: "age < 12 or not (id < 3)"),
        filter("lessThanOrEqual", .lessThanOrEqual("age", 12), "age=lte.12", where: "age <= 12"),
        filter("not lessThanOrEqual", .not(.lessThanOrEqual("age", 12)), "age=not.lte.12", where: "not (age <= 12)"),
        filter(
            "lessThanOrEqual in a tree", .or([.lessThanOrEqual("age", 12), .not(.lessThanOrEqual("id", 3))]),
            "or=(age.lte.12,id.not.lte.3)", where: "age <= 12 or not (id <= 3)"),
        filter("isDistinct", .isDistinct("age", 12), "age=isdistinct.12", where: "age is distinct from 12"),
        filter("not isDistinct", .not(.isDistinct("age", 12)), "age=not.isdistinct.12", where: "not (age is distinct from 12)"),
        filter(
            "isDistinct in a tree", .or([.isDistinct("age", 12), .not(.isDistinct("id", 3))]), "or=(age.isdistinct.12,id.not.isdistinct.3)",
            where: "age is distinct from 12 or not (id is distinct from 3)"),
        filter("like", .like("name", "%o%"), "name=like.%25o%25", where: "name like '%o%'"),
        filter("not like", .not(.like("name", "%o%")), "name=not.like.%25o%25", where: "not name like '%o%'"),
        filter(
            "like in a tree", .or([.like("name", "%o%"), .equal("id", 2)]), "or=(name.like.%25o%25,id.eq.2)",
            where: "name like '%o%' or id = 2"),
        filter("like with a star", .like("name", "*o*"), "name=like.*o*", where: "name like '%o%'"),
        filter("not like with a star", .not(.like("name", "*o*")), "name=not.like.*o*", where: "not name like '%o%'"),
        filter(
            "like with a star in a tree", .or([.like("name", "*o*"), .equal("id", 2)]), "or=(name.like.*o*,id.eq.2)",
            where: "name like '%o%' or id = 2"),
        filter("ilike", .ilike("name", "O%"), "name=ilike.O%25", where: "name ilike 'O%'"),
        filter("not ilike", .not(.ilike("name", "O%")), "name=not.ilike.O%25", where: "not name ilike 'O%'"),
        filter(
            "ilike in a tree", .or([.ilike("name", "O%"), .equal("id", 2)]), "or=(name.ilike.O%25,id.eq.2)",
            where: "name ilike 'O%' or id = 2"),
        filter("match", .match("name", "^[a-c]"), "name=match.%5E%5Ba-c%5D", where: "name ~ '^[a-c]'"),
        filter("not match", .not(.match("name", "^[a-c]")), "name=not.match.%5E%5Ba-c%5D", where: "not name ~ '^[a-c]'"),
        filter(
            "match in a tree", .or([.match("name", "^[a-c]"), .equal("id", 2)]), "or=(name.match.%5E%5Ba-c%5D,id.eq.2)",
            where: "name ~ '^[a-c]' or id = 2"),
        filter("imatch", .imatch("name", "^[A-C]"), "name=imatch.%5E%5BA-C%5D", where: "name ~* '^[A-C]'"),
        filter("not imatch", .not(.imatch("name", "^[A-C]")), "name=not.imatch.%5E%5BA-C%5D", where: "not name ~* '^[A-C]'"),
        filter(
            "imatch in a tree", .or([.imatch("name", "^[A-C]"), .equal("id", 2)]), "or=(name.imatch.%5E%5BA-C%5D,id.eq.2)",
            where: "name ~* '^[A-C]' or id = 2"),
        filter(
            "match with parentheses and commas", .or([.match("name", "^(a|x),?")]), "or=(name.match.%22%5E(a%7Cx),%3F%22)",
            where: "name ~ '^(a|x),?'"),
        filter("in, numbers", .in("id", [1, 2, 3]), "id=in.(1,2,3)", where: "id in (1, 2, 3)"),
        filter("in, nothing", .in("id", [] as [Int]), "id=in.()", where: "false"),
        filter("not in", .not(.in("id", [1, 2])), "id=not.in.(1,2)", where: "id not in (1, 2)"),
        filter(
            "in, in a tree", .or([.in("id", [1, 2]), .in("name", ["a,b", "초코"])]),
            "or=(id.in.(1,2),name.in.(%22a,b%22,%EC%B4%88%EC%BD%94))", where: "id in (1, 2) or name in ('a,b', '초코')"),
        filter("in, two empty texts", .in("name", ["", ""]), "name=in.(%22%22,%22%22)", where: "name in ('', '')"),
        filter("in, an empty text among others", .in("name", ["", "x,y"]), "name=in.(%22%22,%22x,y%22)", where: "name in ('', 'x,y')"),
        filter("isNull", .isNull("name"), "name=is.null", where: "name is null"),
    ]

    private static let operators2Part: [GoldenRow] = [
        filter("isNull, false", .isNull("name", false), "name=not.is.null", where: "name is not null"),
        filter("not isNull", .not(.isNull("name")), "name=not.is.null", where: "name is not null"),
        filter("not isNull, false", .not(.isNull("name", false)), "name=is.null", where: "name is null"),
        filter("isTrue", .isTrue("ok"), "ok=is.true", where: "ok is true"),
        filter("isTrue, false", .isTrue("ok", false), "ok=is.false", where: "ok is false"),
        filter("isFalse", .isFalse("ok"), "ok=is.false", where: "ok is false"),
        filter("not isTrue", .not(.isTrue("ok")), "ok=not.is.true", where: "ok is not true"),
        filter("not isFalse", .not(.isFalse("ok")), "ok=not.is.false", where: "ok is not false"),
        filter("isUnknown", .isUnknown("ok"), "ok=is.unknown", where: "ok is unknown"),
        filter("isUnknown, false", .isUnknown("ok", false), "ok=not.is.unknown", where: "ok is not unknown"),
        filter(
            "isNull in a tree", .or([.isNull("name"), .isNull("age", false), .isTrue("ok"), .not(.isUnknown("ok", false))]),
            "or=(name.is.null,age.not.is.null,ok.is.true,ok.is.unknown)",
            where: "name is null or age is not null or ok is true or ok is unknown"),
        filter(
            "contains, texts", .contains("tags", ["common", "x,y"]), "tags=cs.%7Bcommon,%22x,y%22%7D",
            where: "tags @> array['common', 'x,y']"),
        filter("contains, numbers", .contains("nums", [3]), "nums=cs.%7B3%7D", where: "nums @> array[3]"),
        filter("contains, nothing", .contains("nums", [] as [Int]), "nums=cs.%7B%7D", where: "nums @> '{}'"),
        filter(
            "contains, JSON", .contains("info", SupabaseJSON.object(["colour": "brown"])), "info=cs.%7B%22colour%22:%22brown%22%7D",
            where: "info @> '{\"colour\":\"brown\"}'"),
        filter("contains, a range", .contains("span", 4...5), "span=cs.%5B4,5%5D", where: "span @> '[4,5]'::int4range"),
        filter("containedBy, array", .containedBy("nums", [1, 2, 3, 4]), "nums=cd.%7B1,2,3,4%7D", where: "nums <@ array[1, 2, 3, 4]"),
        filter("containedBy, range", .containedBy("span", 1..<12), "span=cd.%5B1,12)", where: "span <@ '[1,12)'::int4range"),
        filter(
            "containedBy, JSON", .containedBy("info->list", SupabaseJSON.array([1, 2, 3])), "info-%3Elist=cd.%5B1,2,3%5D",
            where: "info->'list' <@ '[1,2,3]'"),
        filter("overlaps, array", .overlaps("nums", [2, 7]), "nums=ov.%7B2,7%7D", where: "nums && array[2, 7]"),
        filter("overlaps, range", .overlaps("span", 20...), "span=ov.%5B20,)", where: "span && '[20,)'::int4range"),
        filter("overlaps, range to", .overlaps("span", ..<3), "span=ov.(,3)", where: "span && '(,3)'::int4range"),
        filter("overlaps, range through", .overlaps("span", ...3), "span=ov.(,3%5D", where: "span && '(,3]'::int4range"),
        filter("strictlyLeftOf", .strictlyLeftOf("span", 8..<12), "span=sl.%5B8,12)", where: "span << '[8,12)'::int4range"),
        filter(
            "not strictlyLeftOf", .not(.strictlyLeftOf("span", 8..<12)), "span=not.sl.%5B8,12)", where: "not span << '[8,12)'::int4range"),
        filter(
            "strictlyLeftOf in a tree", .or([.strictlyLeftOf("span", 8..<12), .equal("id", 1)]), "or=(span.sl.%22%5B8,12)%22,id.eq.1)",
            where: "span << '[8,12)'::int4range or id = 1"),
        filter("strictlyRightOf", .strictlyRightOf("span", 8..<12), "span=sr.%5B8,12)", where: "span >> '[8,12)'::int4range"),
        filter(
            "not strictlyRightOf", .not(.strictlyRightOf("span", 8..<12)), "span=not.sr.%5B8,12)", where: "not span >> '[8,12)'::int4range"),
        filter(
            "strictlyRightOf in a tree", .or([.strictlyRightOf("span", 8..<12), .equal("id", 1)]), "or=(span.sr.%22%5B8,12)%22,id.eq.1)",
            where: "span >> '[8,12)'::int4range or id = 1"),
        filter("notExtendingRightOf", .notExtendingRightOf("span", 8..<12), "span=nxr.%5B8,12)", where: "span &< '[8,12)'::int4range"),
        filter(
            "not notExtendingRightOf", .not(.notExtendingRightOf("span", 8..<12)), "span=not.nxr.%5B8,12)",
            where: "not span &< '[8,12)'::int4range"),
        filter(
            "notExtendingRightOf in a tree", .or([.notExtendingRightOf("span", 8..<12), .equal("id", 1)]),
            "or=(span.nxr.%22%5B8,12)%22,id.eq.1)", where: "span &< '[8,12)'::int4range or id = 1"),
        filter("notExtendingLeftOf", .notExtendingLeftOf("span", 8..<12), "span=nxl.%5B8,12)", where: "span &> '[8,12)'::int4range"),
        filter(
            "not notExtendingLeftOf", .not(.notExtendingLeftOf("span", 8..<12)), "span=not.nxl.%5B8,12)",
            where: "not span &> '[8,12)'::int4range"),
        filter(
            "notExtendingLeftOf in a tree", .or([.notExtendingLeftOf("span", 8..<12), .equal("id", 1)]),
            "or=(span.nxl.%22%5B8,12)%22,id.eq.1)", where: "span &> '[8,12)'::int4range or id = 1"),
        filter("adjacentTo", .adjacentTo("span", 8..<12), "span=adj.%5B8,12)", where: "span -|- '[8,12)'::int4range"),
        filter("not adjacentTo", .not(.adjacentTo("span", 8..<12)), "span=not.adj.%5B8,12)", where: "not span -|- '[8,12)'::int4range"),
        filter(
            "adjacentTo in a tree", .or([.adjacentTo("span", 8..<12), .equal("id", 1)]), "or=(span.adj.%22%5B8,12)%22,id.eq.1)",
            where: "span -|- '[8,12)'::int4range or id = 1"),
        filter(
            "full text, query", .fullText("body", "fat & rat"), "body=fts.fat%20%26%20rat",
            where: "to_tsvector(body) @@ to_tsquery('fat & rat')"),
        filter(
            "full text, query, configuration", .fullText("body", "fat & rat", configuration: "english"),
            "body=fts(english).fat%20%26%20rat", where: "to_tsvector('english', body) @@ to_tsquery('english', 'fat & rat')"),
        filter(
            "full text, plain", .fullText("body", "fat rat", parser: .plain), "body=plfts.fat%20rat",
            where: "to_tsvector(body) @@ plainto_tsquery('fat rat')"),
        filter(
            "full text, plain, configuration", .fullText("body", "fat rat", parser: .plain, configuration: "english"),
            "body=plfts(english).fat%20rat", where: "to_tsvector('english', body) @@ plainto_tsquery('english', 'fat rat')"),
        filter(
            "full text, phrase", .fullText("body", "fat cat", parser: .phrase), "body=phfts.fat%20cat",
            where: "to_tsvector(body) @@ phraseto_tsquery('fat cat')"),
        filter(
            "full text, phrase, configuration", .fullText("body", "fat cat", parser: .phrase, configuration: "english"),
            "body=phfts(english).fat%20cat", where: "to_tsvector('english', body) @@ phraseto_tsquery('english', 'fat cat')"),
    ]

    private static let operators3Part: [GoldenRow] = [
        filter(
            "full text, websearch", .fullText("body", "\"fat cat\" or -dog", parser: .websearch), "body=wfts.%22fat%20cat%22%20or%20-dog",
            where: "to_tsvector(body) @@ websearch_to_tsquery('\"fat cat\" or -dog')"),
        filter(
            "full text, websearch, configuration", .fullText("body", "\"fat cat\" or -dog", parser: .websearch, configuration: "english"),
            "body=wfts(english).%22fat%20cat%22%20or%20-dog",
            where: "to_tsvector('english', body) @@ websearch_to_tsquery('english', '\"fat cat\" or -dog')"),
        filter(
            "not full text", .not(.fullText("body", "dog", configuration: "simple")), "body=not.fts(simple).dog",
            where: "not to_tsvector('simple', body) @@ to_tsquery('simple', 'dog')"),
        filter(
            "full text in a tree", .or([.fullText("body", "fat & (rat | cat)", configuration: "english"), .equal("id", 4)]),
            "or=(body.fts(english).%22fat%20%26%20(rat%20%7C%20cat)%22,id.eq.4)",
            where: "to_tsvector('english', body) @@ to_tsquery('english', 'fat & (rat | cat)') or id = 4"),
        filter("any eq", .any(.equal, "age", [6, 30]), "age=eq(any).%7B6,30%7D", where: "age = any(array[6, 30])"),
        filter("all eq", .all(.equal, "age", [6, 30]), "age=eq(all).%7B6,30%7D", where: "age = all(array[6, 30])"),
        filter("any gt", .any(.greaterThan, "age", [6, 30]), "age=gt(any).%7B6,30%7D", where: "age > any(array[6, 30])"),
        filter("all gt", .all(.greaterThan, "age", [6, 30]), "age=gt(all).%7B6,30%7D", where: "age > all(array[6, 30])"),
        filter("any gte", .any(.greaterThanOrEqual, "age", [6, 30]), "age=gte(any).%7B6,30%7D", where: "age >= any(array[6, 30])"),
        filter("all gte", .all(.greaterThanOrEqual, "age", [6, 30]), "age=gte(all).%7B6,30%7D", where: "age >= all(array[6, 30])"),
        filter("any lt", .any(.lessThan, "age", [6, 30]), "age=lt(any).%7B6,30%7D", where: "age < any(array[6, 30])"),
        filter("all lt", .all(.lessThan, "age", [6, 30]), "age=lt(all).%7B6,30%7D", where: "age < all(array[6, 30])"),
        filter("any lte", .any(.lessThanOrEqual, "age", [6, 30]), "age=lte(any).%7B6,30%7D", where: "age <= any(array[6, 30])"),
        filter("all lte", .all(.lessThanOrEqual, "age", [6, 30]), "age=lte(all).%7B6,30%7D", where: "age <= all(array[6, 30])"),
        filter("any like", .any(.like, "name", ["a*", "*c"]), "name=like(any).%7Ba*,*c%7D", where: "name like any(array['a%', '%c'])"),
        filter("all like", .all(.like, "name", ["a*", "*c"]), "name=like(all).%7Ba*,*c%7D", where: "name like all(array['a%', '%c'])"),
        filter("any ilike", .any(.ilike, "name", ["A*", "*C"]), "name=ilike(any).%7BA*,*C%7D", where: "name ilike any(array['A%', '%C'])"),
        filter("all ilike", .all(.ilike, "name", ["A*", "*C"]), "name=ilike(all).%7BA*,*C%7D", where: "name ilike all(array['A%', '%C'])"),
        filter("any match", .any(.match, "name", ["^a", "c$"]), "name=match(any).%7B%5Ea,c%24%7D", where: "name ~ any(array['^a', 'c$'])"),
        filter("all match", .all(.match, "name", ["^a", "c$"]), "name=match(all).%7B%5Ea,c%24%7D", where: "name ~ all(array['^a', 'c$'])"),
        filter(
            "any imatch", .any(.imatch, "name", ["^A", "C$"]), "name=imatch(any).%7B%5EA,C%24%7D", where: "name ~* any(array['^A', 'C$'])"),
        filter(
            "all imatch", .all(.imatch, "name", ["^A", "C$"]), "name=imatch(all).%7B%5EA,C%24%7D", where: "name ~* all(array['^A', 'C$'])"),
        filter(
            "not any", .not(.any(.like, "name", ["a b%", "x,*"])), "name=not.like(any).%7B%22a%20b%25%22,%22x,*%22%7D",
            where: "not name like any(array['a b%', 'x,%'])"),
        filter("custom", .custom("age", "gte.12"), "age=gte.12", where: "age >= 12"),
    ]
}
