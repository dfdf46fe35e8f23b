import Foundation
import SNMClient
import Testing

/// What a builder refuses, and that it is a value.
@Suite struct RequestBuilderTests {
    let db = SupabaseDBManager(config: SupabaseConfig(baseURL: URL(string: "http://localhost:1") ?? URL(fileURLWithPath: "/"), apiKey: "k"))

    struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws { throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "no")) }
    }

    @Test("names the missing part and the task", arguments: SupabaseDBTask.allCases)
    func missing(task: SupabaseDBTask) {
        let empty = builder(task)
        #expect(throws: SupabaseDBError.missing(.table, in: task)) { try empty.build() }
        let withTable = empty.setTable("t")
        switch task {
        case .fetch:
            #expect(throws: Never.self) { try withTable.build() }
        case .insert, .rpc:
            #expect(throws: SupabaseDBError.missing(.body, in: task)) { try withTable.build() }
            #expect(throws: Never.self) { try withTable.setBody(["a": 1]).build() }
        case .update:
            #expect(throws: SupabaseDBError.missing(.body, in: task)) { try withTable.setQuery(.equal("id", 1)).build() }
            #expect(throws: SupabaseDBError.missing(.query, in: task)) { try withTable.setBody(["a": 1]).build() }
            #expect(throws: Never.self) { try withTable.setBody(["a": 1]).setQuery(.equal("id", 1)).build() }
        case .delete:
            #expect(throws: SupabaseDBError.missing(.query, in: task)) { try withTable.build() }
            #expect(throws: Never.self) { try withTable.setQuery(.equal("id", 1)).build() }
        }
    }

    func builder(_ task: SupabaseDBTask) -> SupabaseDBRequestBuilder {
        switch task {
        case .fetch: db.fetchData()
        case .insert: db.insertData()
        case .update: db.updateData()
        case .delete: db.deleteData()
        case .rpc: db.rpc()
        }
    }

    @Test("throws before anything is sent")
    func throwsBeforeSending() async {
        await #expect(throws: SupabaseDBError.missing(.table, in: .update)) {
            try await db.updateData().setBody(["a": 1]).setQuery(.equal("id", 1)).request()
        }
    }

    @Test(
        "does not take for a condition what restricts no row of the table",
        arguments: [
            .select(["id"]), .order("id"), .limit(1), .offset(1), .columns(["a"]), .onConflict(["a"]), .equal("walks.km", 1),
            .or([.equal("km", 1)], on: "walks"), .not(.equal("walks.km", 1)), .custom("limit", "1"), .custom("walks.km", "eq.1"),
        ] as [SupabaseQueryParameter])
    func noCondition(parameter: SupabaseQueryParameter) {
        #expect(throws: SupabaseDBError.missing(.query, in: .delete)) { try db.deleteData().setTable("t").setQuery(parameter).build() }
    }

    @Test(
        "takes for a condition",
        arguments: [
            .equal("id", 1), .in("id", [] as [Int]), .isNull("a"), .or([.equal("id", 1)]), .not(.and([.equal("id", 1)])),
            .equal("info->>a.b", 1), .custom("id", "eq.1"), .custom("or", "(id.eq.1)"), .equal("order", 1),
        ] as [SupabaseQueryParameter])
    func condition(parameter: SupabaseQueryParameter) {
        #expect(throws: Never.self) { try db.deleteData().setTable("t").setQuery(parameter).build() }
    }

    @Test("refuses a table that would lead elsewhere", arguments: ["a/b", "..", ".", "../auth/v1/user", "rpc/f", "a\u{0}b", "/"])
    func table(name: String) {
        #expect(throws: SupabaseDBError.invalidTable(name)) { try db.fetchData().setTable(name).build() }
    }

    @Test("refuses an empty table as missing")
    func emptyTable() {
        #expect(throws: SupabaseDBError.missing(.table, in: .fetch)) { try db.fetchData().setTable("").build() }
        #expect(throws: SupabaseDBError.invalidTable("")) { try db.rpc().setTable("rpc/").setBody(["a": 1]).build() }
        #expect(throws: SupabaseDBError.invalidTable("..")) { try db.rpc().setTable("rpc/..").setBody(["a": 1]).build() }
    }

    @Test("keeps a table's odd characters inside its path segment")
    func oddTable() throws {
        let url = try db.fetchData().setTable("a b?c#d%+;é").build().endpoint.absoluteURL.absoluteString
        #expect(url == "http://localhost:1/rest/v1/a%20b%3Fc%23d%25%2B%3B%C3%A9")
    }

    @Test("refuses a NUL character in a value or a name")
    func nul() {
        #expect(throws: SupabaseDBError.nulCharacter(key: "a")) {
            try db.fetchData().setTable("t").setQuery(.equal("a", "x\u{0}y")).build()
        }
        #expect(throws: SupabaseDBError.nulCharacter(key: "or")) {
            try db.fetchData().setTable("t").setQuery(.or([.equal("a", "\u{0}")])).build()
        }
        #expect(throws: SupabaseDBError.self) { try db.fetchData().setTable("t").setQuery(.equal("a\u{0}", 1)).build() }
    }

    @Test(
        "refuses what contradicts the grammar",
        arguments: [
            .or([]), .and([]), .or([.limit(1)]), .and([.select(["a"])]), .not(.order("a")), .not(.columns(["a"])), .or([.or([], on: nil)]),
            .or([.equal("walks.km", 1)]), .or([.or([.equal("a", 1)], on: "walks")]), .or([.not(.equal("walks.km", 1))]),
            .order([]), .order("walks.km"), .limit(-1), .offset(-1), .columns([]), .onConflict([]),
            .fullText("a", "b", configuration: "a)"),
            .select([.column("a", cast: "text,b")]), .select(["walks.km"]), .select([.embed("w", [.column("a", cast: "x)")])]),
            .order([SupabaseOrder("data->0", of: "owner")]), .fullText("a", "b", configuration: ""),
        ] as [SupabaseQueryParameter])
    func invalid(parameter: SupabaseQueryParameter) {
        #expect {
            try db.fetchData().setTable("t").setQuery(parameter).build()
        } throws: { error in
            if case SupabaseDBError.invalidQuery = error { true } else { false }
        }
    }

    @Test("reports a body that does not encode when it is built")
    func unencodable() {
        #expect {
            try db.insertData().setTable("t").setBody(Unencodable()).build()
        } throws: { error in
            if case SNMNetworkError.encodingError = error { true } else { false }
        }
    }

    @Test("is a value: a kept builder is not changed by what follows")
    func value() throws {
        let base = db.fetchData().setTable("t").setQuery(.equal("a", 1))
        let longer = base.setQuery(.equal("b", 2)).setTable("u")
        #expect(try base.build().endpoint.query == [.init("a", "eq.1")])
        #expect(try base.build().endpoint.path == "rest/v1/t")
        #expect(try longer.build().endpoint.query == [.init("a", "eq.1"), .init("b", "eq.2")])
    }

    @Test("takes Data as JSON that is ready, also when a generic function hands it on")
    func data() throws {
        func generic(_ body: some Encodable) throws -> SupabaseDBRequest { try db.insertData().setTable("t").setBody(body).build() }
        let json = Data("[1]".utf8)
        for request in [try generic(json), try db.insertData().setTable("t").setData(json).build()] {
            #expect(try request.urlRequest().httpBody == json)
        }
    }

    @Test("says in an error what to do")
    func description() {
        #expect("\(SupabaseDBError.missing(.table, in: .update))" == "The table is missing in update: say setTable(…) before request().")
        #expect(SupabaseDBError.missing(.query, in: .delete).localizedDescription.contains("every row"))
    }
}
