import Foundation
import SNMClient

/// Typed columns of arrays and ranges.
extension GoldenTable {
    static let typedCollectionsRows: [GoldenRow] = typedCollectionsPart + typedCollectionsPart2

    private static let typedCollectionsPart: [GoldenRow] = [
        typed("typed array contains elements", "tags=cs.%7Bcommon,%22x,y%22%7D", where: "tags @> array['common','x,y']") { $0.tags.contains(["common", "x,y"]) },
        typed("typed array contains element", "nums=cs.%7B4%7D", where: "nums @> array[4]") { $0.nums.contains(4) },
        typed("typed array contains text", "tags=cs.%7Ba%2Bb%7D", where: "tags @> array['a+b']") { $0.tags.contains("a+b") },
        typed("typed array contained in", "nums=cd.%7B1,2,3%7D", where: "nums <@ array[1,2,3]") { $0.nums.contained(in: [1, 2, 3]) },
        typed("typed array overlaps", "nums=ov.%7B5,9%7D", where: "nums && array[5,9]") { $0.nums.overlaps([5, 9]) },
        typed("typed array overlaps texts", "tags=ov.%7B(p),%22%5C%22%22%7D", where: "tags && array['(p)','\"']") { $0.tags.overlaps(["(p)", "\""]) },
        typed("typed array equal array", "nums=eq.%7B3,4%7D", where: "nums = array[3,4]") { $0.nums == [3, 4] },
        typed("typed array flags contain", "flags=cs.%7Btrue%7D", where: "flags @> array[true]") { $0.flags.contains(true) },
        typed("typed array dates contain", "dates=cs.%7B2026-01-05T00:00:00Z%7D", where: "dates @> array['2026-01-05T00:00:00Z'::timestamptz]") { $0.dates.contains(GoldenValue.day) },
        typed("typed array not contains", "nums=not.cs.%7B4%7D", where: "not nums @> array[4]") { !$0.nums.contains(4) },
        typed("typed span cs", "span=cs.%5B8,12)", where: "span @> '[8,12)'::int4range") { $0.span.contains(8..<12) },
        typed("typed during cs", "during=cs.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during @> '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.contains(GoldenValue.day..<GoldenValue.week) },
        typed("typed prices cs", "prices=cs.%5B0.5,2.5%5D", where: "prices @> '[0.5,2.5]'::numrange") { $0.prices.contains(GoldenValue.half...GoldenValue.price) },
        typed("typed span cd", "span=cd.%5B8,12)", where: "span <@ '[8,12)'::int4range") { $0.span.contained(in: 8..<12) },
        typed("typed during cd", "during=cd.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during <@ '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.contained(in: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices cd", "prices=cd.%5B0.5,2.5%5D", where: "prices <@ '[0.5,2.5]'::numrange") { $0.prices.contained(in: GoldenValue.half...GoldenValue.price) },
        typed("typed span ov", "span=ov.%5B8,12)", where: "span && '[8,12)'::int4range") { $0.span.overlaps(8..<12) },
        typed("typed during ov", "during=ov.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during && '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.overlaps(GoldenValue.day..<GoldenValue.week) },
        typed("typed prices ov", "prices=ov.%5B0.5,2.5%5D", where: "prices && '[0.5,2.5]'::numrange") { $0.prices.overlaps(GoldenValue.half...GoldenValue.price) },
        typed("typed span sl", "span=sl.%5B8,12)", where: "span << '[8,12)'::int4range") { $0.span.isStrictlyLeft(of: 8..<12) },
        typed("typed during sl", "during=sl.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during << '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.isStrictlyLeft(of: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices sl", "prices=sl.%5B0.5,2.5%5D", where: "prices << '[0.5,2.5]'::numrange") { $0.prices.isStrictlyLeft(of: GoldenValue.half...GoldenValue.price) },
        typed("typed span sr", "span=sr.%5B8,12)", where: "span >> '[8,12)'::int4range") { $0.span.isStrictlyRight(of: 8..<12) },
        typed("typed during sr", "during=sr.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during >> '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.isStrictlyRight(of: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices sr", "prices=sr.%5B0.5,2.5%5D", where: "prices >> '[0.5,2.5]'::numrange") { $0.prices.isStrictlyRight(of: GoldenValue.half...GoldenValue.price) },
        typed("typed span nxr", "span=nxr.%5B8,12)", where: "span &< '[8,12)'::int4range") { $0.span.doesNotExtendRight(of: 8..<12) },
        typed("typed during nxr", "during=nxr.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during &< '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.doesNotExtendRight(of: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices nxr", "prices=nxr.%5B0.5,2.5%5D", where: "prices &< '[0.5,2.5]'::numrange") { $0.prices.doesNotExtendRight(of: GoldenValue.half...GoldenValue.price) },
        typed("typed span nxl", "span=nxl.%5B8,12)", where: "span &> '[8,12)'::int4range") { $0.span.doesNotExtendLeft(of: 8..<12) },
        typed("typed during nxl", "during=nxl.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during &> '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.doesNotExtendLeft(of: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices nxl", "prices=nxl.%5B0.5,2.5%5D", where: "prices &> '[0.5,2.5]'::numrange") { $0.prices.doesNotExtendLeft(of: GoldenValue.half...GoldenValue.price) },
        typed("typed span adj", "span=adj.%5B8,12)", where: "span -|- '[8,12)'::int4range") { $0.span.isAdjacent(to: 8..<12) },
        typed("typed during adj", "during=adj.%5B2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)", where: "during -|- '[2026-01-05T00:00:00Z,2026-01-12T00:00:00Z)'::tstzrange") { $0.during.isAdjacent(to: GoldenValue.day..<GoldenValue.week) },
        typed("typed prices adj", "prices=adj.%5B0.5,2.5%5D", where: "prices -|- '[0.5,2.5]'::numrange") { $0.prices.isAdjacent(to: GoldenValue.half...GoldenValue.price) },
        typed("typed span contains point", "span=cs.%5B4,4%5D", where: "span @> 4") { $0.span.contains(4) },
        typed("typed during contains point", "during=cs.%5B2026-01-05T00:00:00Z,2026-01-05T00:00:00Z%5D", where: "during @> '2026-01-05T00:00:00Z'::timestamptz") { $0.during.contains(GoldenValue.day) },
        typed("typed span from", "span=ov.%5B20,)", where: "span && '[20,)'::int4range") { $0.span.overlaps(20...) },
        typed("typed span up to", "span=ov.(,3)", where: "span && '(,3)'::int4range") { $0.span.overlaps(..<3) },
        typed("typed span through", "span=ov.(,3%5D", where: "span && '(,3]'::int4range") { $0.span.overlaps(...3) },
        typed("typed span equal", "span=eq.%5B1,6)", where: "span = '[1,6)'::int4range") { $0.span == SupabaseRange(1..<6) },
    ]

    private static let typedCollectionsPart2: [GoldenRow] = [
        typed("typed span empty", "span=eq.empty", where: "isempty(span)") { $0.span == .empty },
    ]
}
