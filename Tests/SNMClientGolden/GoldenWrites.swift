import Foundation
import SNMClient

private struct Entry: Encodable, Sendable {
    var key: String
    var n: Int?
    var at: Date?
    var raw: Data?
    var ratio: Double?
    var note: String?
}

private struct Sum: Encodable, Sendable {
    let a: Int
    let b: Int
}

/// Inserts, updates, deletes and calls. Each row has keys of its own in `golden_write`, so that they can run in any order.
extension GoldenTable {
    static let writesRows: [GoldenRow] = insertsPart + changesPart + callsPart

    private static let insertsPart: [GoldenRow] = [
        write(
            "insert", .post, "golden_write", body: #"{"key":"insert","n":1}"#,
            .effect("exists (select from golden_write where key = 'insert' and n = 1)")
        ) { $0.insertData().setTable("golden_write").setBody(Entry(key: "insert", n: 1)) },
        write(
            "insert, data ready", .post, "golden_write", body: #"{ "key": "ready", "ratio": 2.50 }"#,
            .effect("exists (select from golden_write where key = 'ready' and ratio = 2.5)")
        ) { $0.insertData().setTable("golden_write").setData(Data(#"{ "key": "ready", "ratio": 2.50 }"#.utf8)) },
        write(
            "insert, several", .post, "golden_write", body: #"[{"key":"several 1","n":1},{"key":"several 2","n":2}]"#,
            .effect("2 = (select count(*) from golden_write where key like 'several%')")
        ) { $0.insertData().setTable("golden_write").setBody([Entry(key: "several 1", n: 1), Entry(key: "several 2", n: 2)]) },
        write(
            "insert, every type", .post, "golden_write",
            body: #"{"at":"2026-01-05T12:34:56.654321Z","key":"types \"\\\n초코","n":3,"note":"a/b","ratio":"Infinity","raw":"\\x00ff5c"}"#,
            .effect(
                #"exists (select from golden_write where key = E'types "\\\n초코' and at = '2026-01-05T12:34:56.654321Z' "#
                    + #"and raw = '\x00ff5c' and ratio = 'Infinity' and note = 'a/b')"#)
        ) {
            $0.insertData().setTable("golden_write").setBody(
                Entry(
                    key: "types \"\\\n초코", n: 3, at: GoldenSchema.moment, raw: Data([0x00, 0xFF, 0x5C]), ratio: .infinity, note: "a/b"))
        },
        write(
            "insert, returning", .post, "golden_write?select=key,n", prefer: "return=representation",
            body: #"{"key":"returning","n":7}"#, .result(of: "select 'returning' as key, 7 as n")
        ) { $0.insertData().setTable("golden_write").setBody(Entry(key: "returning", n: 7)).setQuery(.select(["key", "n"])) },
        write(
            "insert, columns", .post, "golden_write?columns=key,n", body: #"{"key":"columns","n":1,"note":"ignored"}"#,
            .effect("exists (select from golden_write where key = 'columns' and note is null)")
        ) {
            $0.insertData().setTable("golden_write").setBody(Entry(key: "columns", n: 1, note: "ignored"))
                .setQuery(.columns(["key", "n"]))
        },
        write(
            "insert, merging", .post, "golden_write?on_conflict=key", prefer: "resolution=merge-duplicates",
            body: #"{"key":"merge","n":9}"#, .effect("9 = (select n from golden_write where key = 'merge')")
        ) { $0.insertData().setTable("golden_write").setBody(Entry(key: "merge", n: 9)).setQuery(.onConflict(["key"])) },
        write(
            "insert, ignoring", .post, "golden_write?on_conflict=key", prefer: "resolution=ignore-duplicates",
            body: #"{"key":"ignore","n":9}"#, .effect("1 = (select n from golden_write where key = 'ignore')")
        ) {
            $0.insertData().setTable("golden_write").setBody(Entry(key: "ignore", n: 9))
                .setQuery(.onConflict(["key"], .ignoreDuplicates))
        },
        write(
            "insert, merging on two odd columns and returning", .post, "golden_write?on_conflict=%22odd.key%22,n&select=*",
            prefer: "resolution=merge-duplicates, return=representation", body: #"{"key":"odd","n":4}"#,
            .effect("exists (select from golden_write where key = 'odd')")
        ) {
            $0.insertData().setTable("golden_write").setBody(Entry(key: "odd", n: 4))
                .setQuery(.onConflict(["odd.key", "n"])).setQuery(.select([.all]))
        },
    ]

    private static let changesPart: [GoldenRow] = [
        write(
            "update", .patch, "golden_write?key=eq.update", body: #"{"n":5}"#,
            .effect("5 = (select n from golden_write where key = 'update')")
        ) { $0.updateData().setTable("golden_write").setBody(["n": 5]).setQuery(.equal("key", "update")) },
        write(
            "update, two conditions, returning", .patch, "golden_write?key=like.change*&n=gt.1&select=key",
            prefer: "return=representation", body: #"{"note":"changed"}"#, .result(of: "select 'change 2' as key")
        ) {
            $0.updateData().setTable("golden_write").setBody(["note": "changed"])
                .setQuery(.like("key", "change*")).setQuery(.greaterThan("n", 1)).setQuery(.select(["key"]))
        },
        write(
            "update by a tree", .patch, "golden_write?or=(key.eq.%22a,b%22,key.eq.c)", body: #"{"n":6}"#,
            .effect("6 = (select n from golden_write where key = 'a,b')")
        ) {
            $0.updateData().setTable("golden_write").setBody(["n": 6])
                .setQuery(.or([.equal("key", "a,b"), .equal("key", "c")]))
        },
        write(
            "update by a text query", .patch, "golden_write?key=eq.text%20%2B", body: #"{"n":8}"#,
            .effect("8 = (select n from golden_write where key = 'text +')")
        ) { $0.updateData().setTable("golden_write").setBody(["n": 8]).setQuery(key: "key", value: "eq.text +") },
        write(
            "delete", .delete, "golden_write?key=eq.delete", .effect("not exists (select from golden_write where key = 'delete')")
        ) { $0.deleteData().setTable("golden_write").setQuery(.equal("key", "delete")) },
        write(
            "delete, a list", .delete, "golden_write?key=in.(delete%201,%22delete,2%22)",
            .effect("not exists (select from golden_write where key in ('delete 1', 'delete,2'))")
        ) { $0.deleteData().setTable("golden_write").setQuery(.in("key", ["delete 1", "delete,2"])) },
        write(
            "delete, returning", .delete, "golden_write?key=eq.delete%203&select=n", prefer: "return=representation",
            .result(of: "select 3 as n")
        ) { $0.deleteData().setTable("golden_write").setQuery(.equal("key", "delete 3")).setQuery(.select(["n"])) },
    ]

    private static let callsPart: [GoldenRow] = [
        write("rpc", .post, "rpc/golden_sum", body: #"{"a":1,"b":2}"#, .value("3")) {
            $0.rpc().setTable("golden_sum").setBody(Sum(a: 1, b: 2))
        },
        write("rpc, with the prefix", .post, "rpc/golden_sum", body: #"{"a":1,"b":-2}"#, .value("-1")) {
            $0.rpc().setTable("rpc/golden_sum").setBody(Sum(a: 1, b: -2))
        },
        write("rpc, no arguments", .post, "rpc/golden_word", body: "{}", .value(#""초코""#)) {
            $0.rpc().setTable("golden_word").setBody(SupabaseNoArguments())
        },
        write(
            "rpc, query on the result", .post, "rpc/golden_above?id=lt.20&select=id&order=id.desc&limit=2&offset=1",
            body: #"{"low":10}"#, .result(of: "select id from golden where id > 10 and id < 20 order by id desc limit 2 offset 1")
        ) {
            $0.rpc().setTable("golden_above").setBody(["low": 10])
                .setQuery(.lessThan("id", 20)).setQuery(.select(["id"])).setQuery(.order("id", .descending))
                .setQuery(.limit(2)).setQuery(.offset(1))
        },
        write("rpc, arrays and dates", .post, "rpc/golden_word", body: #"{"dates":["2026-01-05T12:34:56.654321Z"]}"#, .value(#""1""#)) {
            $0.rpc().setTable("golden_word").setBody(["dates": [GoldenSchema.moment]])
        },
        write("a table in Hangul", .get, "%EC%82%B0%EC%B1%85%20%ED%91%9C?id=eq.1", .result(of: #"select * from "산책 표" where id = 1"#)) {
            $0.fetchData().setTable("산책 표").setQuery(.equal("id", 1))
        },
        write("a table without a query", .get, "golden_owner", .result(of: "select * from golden_owner")) {
            $0.fetchData().setTable("golden_owner")
        },
    ]
}
