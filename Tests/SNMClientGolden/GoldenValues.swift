import Foundation
import SNMClient

/// Every type of value.
extension GoldenTable {
    static let valuesRows: [GoldenRow] = valuesPart + values2Part

    private static let valuesPart: [GoldenRow] = [
        filter("Int8", .equal("age", Int8(12)), "age=eq.12", where: "age = 12"),
        filter("Int16", .equal("age", Int16(-12)), "age=eq.-12", where: "age = -12"),
        filter("Int32", .equal("age", Int32.max), "age=eq.2147483647", where: "age = 2147483647"),
        filter("Int64", .equal("big", Int64.max), "big=eq.9223372036854775807", where: "big = 9223372036854775807"),
        filter("Int64, least", .greaterThan("big", Int64.min), "big=gt.-9223372036854775808", where: "big > -9223372036854775808"),
        filter("UInt8", .equal("age", UInt8(255)), "age=eq.255", where: "age = 255"),
        filter("UInt16", .equal("age", UInt16(3)), "age=eq.3", where: "age = 3"),
        filter("UInt32", .equal("big", UInt32.max), "big=eq.4294967295", where: "big = 4294967295"),
        filter("UInt64", .lessThan("price", UInt64.max), "price=lt.18446744073709551615", where: "price < 18446744073709551615"),
        filter("UInt", .equal("age", UInt(9)), "age=eq.9", where: "age = 9"),
        filter("Bool, true", .equal("ok", true), "ok=eq.true", where: "ok = true"),
        filter("Bool, false", .notEqual("ok", false), "ok=neq.false", where: "ok <> false"),
        filter("Double", .equal("ratio", 0.1), "ratio=eq.0.1", where: "ratio = 0.1"),
        filter("Double without fraction", .equal("age", 12.0), "age=eq.12", where: "age = 12"),
        filter("Double, large", .lessThan("ratio", 1e300), "ratio=lt.1e%2B300", where: "ratio < 1e300"),
        filter("Double, small", .greaterThan("ratio", -1.5e-7), "ratio=gt.-1.5e-07", where: "ratio > -1.5e-7"),
        filter("Double, infinity", .equal("ratio", Double.infinity), "ratio=eq.Infinity", where: "ratio = 'Infinity'"),
        filter("Double, negative infinity", .equal("ratio", -Double.infinity), "ratio=eq.-Infinity", where: "ratio = '-Infinity'"),
        filter("Double, not a number", .equal("ratio", Double.nan), "ratio=eq.NaN", where: "ratio = 'NaN'"),
        filter("Double, all digits", .equal("ratio", 0.1 + 0.2), "ratio=eq.0.30000000000000004", where: "ratio = 0.30000000000000004"),
        filter("Float", .equal("ratio", Float(2.5)), "ratio=eq.2.5", where: "ratio = 2.5"),
        filter("Float, infinity", .lessThan("ratio", Float.infinity), "ratio=lt.Infinity", where: "ratio < 'Infinity'"),
        filter(
            "Decimal", .equal("price", Decimal(string: "12345678901234567890.123456789") ?? 0), "price=eq.12345678901234567890.123456789",
            where: "price = 12345678901234567890.123456789"),
        filter("Decimal, negative", .greaterThan("price", Decimal(string: "-0.05") ?? 0), "price=gt.-0.05", where: "price > -0.05"),
        filter(
            "Decimals in a list", .in("price", [Decimal(2), Decimal(string: "2.5") ?? 0]), "price=in.(2,2.5)", where: "price in (2, 2.5)"),
        filter(
            "UUID", .equal("uid", GoldenSchema.uuid), "uid=eq.00000000-0000-4000-8000-00000000000A",
            where: "uid = '00000000-0000-4000-8000-00000000000a'"),
        filter(
            "UUIDs in a list", .in("uid", [GoldenSchema.uuid]), "uid=in.(00000000-0000-4000-8000-00000000000A)",
            where: "uid in ('00000000-0000-4000-8000-00000000000a')"),
        filter("Substring", .equal("name", "초코칩".prefix(2)), "name=eq.%EC%B4%88%EC%BD%94", where: "name = '초코'"),
        filter("Character", .equal("name", Character("\"")), "name=eq.%22", where: "name = '\"'"),
        filter(
            "URL", .equal("link", GoldenSchema.link), "link=eq.https:%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D%2520",
            where: "link = 'https://example.com/a?b=1&c=%20'"),
        filter(
            "URL in a list", .in("link", [GoldenSchema.link]), "link=in.(https:%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D%2520)",
            where: "link = 'https://example.com/a?b=1&c=%20'"),
        filter(
            "Date", .equal("seen", Date(timeIntervalSince1970: 1_767_398_400)), "seen=eq.2026-01-03T00:00:00Z",
            where: "seen = '2026-01-03T00:00:00Z'"),
        filter(
            "Date, microseconds", .lessThanOrEqual("seen", GoldenSchema.moment), "seen=lte.2026-01-05T12:34:56.654321Z",
            where: "seen <= '2026-01-05T12:34:56.654321Z'"),
        filter(
            "Date, milliseconds", .greaterThan("seen", Date(timeIntervalSince1970: 1_767_571_200.5)), "seen=gt.2026-01-05T00:00:00.500000Z",
            where: "seen > '2026-01-05T00:00:00.5Z'"),
        filter(
            "Date before 1970", .greaterThan("seen", Date(timeIntervalSince1970: -0.25)), "seen=gt.1969-12-31T23:59:59.750000Z",
            where: "seen > '1969-12-31T23:59:59.75Z'"),
        filter(
            "Date, leap day", .greaterThan("seen", Date(timeIntervalSince1970: 951_782_400)), "seen=gt.2000-02-29T00:00:00Z",
            where: "seen > '2000-02-29'"),
        filter(
            "Date, distant past", .greaterThan("seen", Date.distantPast), "seen=gt.0001-12-30T00:00:00Z%20BC",
            where: "seen > '0001-12-30T00:00:00Z BC'"),
        filter(
            "Date, distant future", .lessThan("seen", Date.distantFuture), "seen=lt.4001-01-01T00:00:00Z",
            where: "seen < '4001-01-01T00:00:00Z'"),
        filter(
            "Date, infinity", .lessThan("seen", Date(timeIntervalSinceReferenceDate: .infinity)), "seen=lt.infinity",
            where: "seen < 'infinity'"),
        filter(
            "Date, minus infinity", .greaterThan("seen", Date(timeIntervalSinceReferenceDate: -.infinity)), "seen=gt.-infinity",
            where: "seen > '-infinity'"),
        filter(
            "Date, before Christ", .greaterThan("seen", Date(timeIntervalSince1970: -63_517_824_000)), "seen=gt.0044-03-15T00:00:00Z%20BC",
            where: "seen > '0044-03-15T00:00:00Z BC'"),
        filter("Data", .equal("raw", Data([0x00, 0xFF, 0x5C])), "raw=eq.%5Cx00ff5c", where: "raw = '\\x00ff5c'"),
        filter("Data, empty", .notEqual("raw", Data()), "raw=neq.%5Cx", where: "raw <> '\\x'"),
        filter(
            "Data in a list", .in("raw", [Data([1]), Data([0x00, 0xFF, 0x5C])]), "raw=in.(%22%5C%5Cx01%22,%22%5C%5Cx00ff5c%22)",
            where: "raw in ('\\x01', '\\x00ff5c')"),
    ]

    private static let values2Part: [GoldenRow] = [
        filter("Raw value, text", .equal("name", GoldenColour.brown), "name=eq.brown%20(dark)", where: "name = 'brown (dark)'"),
        filter("Raw value, in a list", .in("name", [GoldenColour.brown]), "name=in.(%22brown%20(dark)%22)", where: "name = 'brown (dark)'"),
        filter("Raw value, number", .equal("id", GoldenRank.second), "id=eq.2", where: "id = 2"),
        filter(
            "Array with nil", .notEqual("tags", ["a", nil, "NULL"]), "tags=neq.%7Ba,NULL,%22NULL%22%7D",
            where: "tags <> array['a', null, 'NULL']"),
        filter(
            "Array of dates", .not(.contains("dates", [Date(timeIntervalSince1970: 1_767_225_600)])),
            "dates=not.cs.%7B2026-01-01T00:00:00Z%7D", where: "not dates @> array['2026-01-01T00:00:00Z'::timestamptz]"),
        filter(
            "Array of data", .not(.equal("raws", [Data([1, 2])])), "raws=not.eq.%7B%22%5C%5Cx0102%22%7D",
            where: "not raws = array['\\x0102'::bytea]"),
        filter(
            "Array of arrays", .equal("matrix", [[1, 2], [3, 4]]), "matrix=eq.%7B%7B1,2%7D,%7B3,4%7D%7D",
            where: "matrix = array[[1, 2], [3, 4]]"),
        filter("Array of booleans", .equal("flags", [true, false]), "flags=eq.%7Btrue,false%7D", where: "flags = array[true, false]"),
        filter("Range of numbers", .equal("span", 5..<10), "span=eq.%5B5,10)", where: "span = '[5,10)'::int4range"),
        filter("Closed range", .equal("span", 5...9), "span=eq.%5B5,9%5D", where: "span = '[5,9]'::int4range"),
        filter(
            "Range of dates", .overlaps("during", Date(timeIntervalSince1970: 1_767_225_600)..<Date(timeIntervalSince1970: 1_767_484_800)),
            "during=ov.%5B2026-01-01T00:00:00Z,2026-01-04T00:00:00Z)",
            where: "during && '[2026-01-01T00:00:00Z,2026-01-04T00:00:00Z)'::tstzrange"),
        filter(
            "Range of decimals", .containedBy("prices", (Decimal(string: "0.5") ?? 0)...(Decimal(string: "2.5") ?? 0)),
            "prices=cd.%5B0.5,2.5%5D", where: "prices <@ '[0.5,2.5]'::numrange"),
        filter(
            "Range in a list", .in("span", [1..<6, 2..<7]), "span=in.(%22%5B1,6)%22,%22%5B2,7)%22)",
            where: "span in ('[1,6)'::int4range, '[2,7)'::int4range)"),
        filter("JSON, null", .equal("info->nothing", SupabaseJSON.null), "info-%3Enothing=eq.null", where: "info->'nothing' = 'null'"),
        filter(
            "JSON, text", .equal("info->colour", SupabaseJSON.string("br\"own\n")), "info-%3Ecolour=eq.%22br%5C%22own%5Cn%22",
            where: "info->'colour' = '\"br\\\"own\\n\"'"),
        filter(
            "JSON, nested", .contains("info", SupabaseJSON.object(["a.b": ["c": 3], "list": [3, 4]])),
            "info=cs.%7B%22a.b%22:%7B%22c%22:3%7D,%22list%22:%5B3,4%5D%7D", where: "info @> '{\"a.b\":{\"c\":3},\"list\":[3,4]}'"),
        filter(
            "JSON, numbers", .containedBy("info->list", SupabaseJSON.array([1, 2.5, -3, 1e21])), "info-%3Elist=cd.%5B1,2.5,-3,1e%2B21%5D",
            where: "info->'list' <@ '[1,2.5,-3,1e21]'"),
        filter("Text with a number", .equal("name", "007"), "name=eq.007", where: "name = '007'"),
    ]
}
