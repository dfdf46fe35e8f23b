import Foundation
import Testing

@testable import SNMClient

/// The typed builders with a server: how rows come, and what failures are called.
@Suite("Typed results")
struct TypedResultTests {
    private struct Item: SupabaseTable, SupabaseWritable, Codable, Hashable {
        var id: Int
        var name: String?

        struct Columns: Sendable {
            let id = TypedColumn<Item, Int>("id")
            let name = TypedColumn<Item, String?>("name")
            let parts = ToMany<Item, Item>("part")
            let maker = ToOneOrNone<Item, Item>("maker")
        }
        static let tableName = "item"
        static let columns = Columns()
        typealias Insert = Item
        typealias Patch = SupabaseColumnwise
    }

    private struct Add: SupabaseFunction {
        var a: Double
        typealias Value = Int
        static let functionName = "add"
    }

    private static func serving(
        _ json: String, status: Int = 200, header: [String: String] = [:], _ body: (TestServer, SupabaseDBManager) async throws -> Void
    ) async throws {
        let response = TestServer.Response(status: status, header: header, body: Data(json.utf8))
        try await TestServer.serving({ _ in response }) { try await body($0, SupabaseDBManager(config: $0.config)) }
    }

    @Test("come as rows, as tuples, and with related rows")
    func rows() async throws {
        try await Self.serving(#"[{"id":1,"name":null,"part":[{"id":2,"name":"x"}],"maker":null}]"#) { _, db in
            let rows = try await db.fetch(Item.self).rows()
            #expect(rows == [Item(id: 1)])
            let tuples = try await db.fetch(Item.self).select { ($0.id, $0.name) }.rows()
            #expect(tuples.count == 1 && tuples[0].0 == 1 && tuples[0].1 == nil)
            let related = try await db.fetch(Item.self).with { $0.parts }.with { $0.maker }.rows()
            #expect(related[0].0.0.id == 1 && related[0].0.1 == [Item(id: 2, name: "x")] && related[0].1 == nil)
            let parts = try await db.fetch(Item.self).select { ($0.parts.select { ($0.id, $0.name) }, $0.maker.select { $0.id }) }.rows()
            let (inner, maker) = parts[0]
            #expect(inner[0].0 == 2 && inner[0].1 == "x")
            #expect(maker == nil)
        }
    }

    @Test("come alone, or not at all")
    func single() async throws {
        try await Self.serving(#"{"id":1}"#) { server, db in
            let row = try await db.fetch(Item.self).single()
            #expect(row == Item(id: 1))
            #expect(server.requests.last?.header["accept"] == "application/vnd.pgrst.object+json")
            let id = try await db.fetch(Item.self).select { $0.id }.maybeSingle()
            #expect(id == 1)
        }
        let none = #"{"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"Cannot coerce"}"#
        try await Self.serving(none, status: 406) { _, db in
            let none = try await db.fetch(Item.self).maybeSingle()
            #expect(none == nil)
            await #expect(throws: SupabaseDBError.rowCount(0)) { try await db.fetch(Item.self).row() }
        }
        try await Self.serving(none.replacing("0 rows", with: "2 rows"), status: 406) { _, db in
            await #expect(throws: SupabaseDBError.rowCount(2)) { try await db.fetch(Item.self).maybeSingle() }
        }
    }

    @Test("are counted, paged, and shown in other forms")
    func forms() async throws {
        try await Self.serving(#"[{"id":1}]"#, header: ["Content-Range": "0-0/57"]) { server, db in
            let page = try await db.fetch(Item.self).page(counting: .planned)
            #expect(page.total == 57 && page.rows == [Item(id: 1)] && server.requests.last?.header["prefer"] == "count=planned")
            _ = try await db.fetch(Item.self).csv()
            #expect(server.requests.last?.header["accept"] == "text/csv")
            _ = try await db.fetch(Item.self).explain(.analyze, .verbose)
            #expect(
                server.requests.last?.header["accept"]
                    == "application/vnd.pgrst.plan+text; for=\"application/json\"; options=analyze|verbose")
            let header = try await db.insert(into: Item.self).values(Item(id: 1)).returningHeader()
            #expect(header.statusCode == 200 && server.requests.last?.header["prefer"] == "return=headers-only")
            let deleted = try await db.delete(from: Item.self).where { $0.id == 1 }.count()
            #expect(deleted == 57)
            _ = try await db.schema("other").fetch(Item.self).rows()
            #expect(server.requests.last?.header["accept-profile"] == "other")
            try await db.schema("other").call(Add(a: 1)).request()
            #expect(server.requests.last?.header["content-profile"] == "other")
        }
        try await Self.serving("", header: ["Content-Range": "*/57"]) { server, db in
            let count = try await db.fetch(Item.self).count()
            #expect(count == 57 && server.requests.last?.method == "HEAD")
            try await db.fetch(Item.self).head()
        }
    }

    @Test("come page by page until there are no more")
    func pages() async throws {
        try await TestServer.serving({ request in
            .json(request.target.contains("offset=3") ? "[]" : request.target.contains("offset=2") ? #"[{"id":3}]"# : #"[{"id":1},{"id":2}]"#)
        }) { server in
            let ordered = SupabaseDBManager(config: server.config).fetch(Item.self).select { $0.id }.order { $0.id.ascending }
            var pages: [[Int]] = []
            for try await page in ordered.pages(of: 2) { pages.append(page) }
            #expect(pages == [[1, 2], [3]])
            var rows: [Int] = []
            for try await id in ordered.stream(pageSize: 2) { rows.append(id) }
            #expect(rows == [1, 2, 3])
        }
    }

    @Test("are refused with the server's own words")
    func refused() async throws {
        let body = #"{"code":"23505","details":"Key (id)=(1) already exists.","hint":"Try 2","message":"duplicate key"}"#
        try await Self.serving(body, status: 409) { _, db in
            do {
                try await db.insert(into: Item.self).values(Item(id: 1)).request()
                Issue.record("nothing was refused")
            } catch let error as SupabaseDBError {
                #expect(error.code == "23505" && error.refusal?.status == 409)
                #expect(error.description == "The server answered 409 (23505): duplicate key Details: Key (id)=(1) already exists. Hint: Try 2")
            }
        }
        try await Self.serving(#"[{"id":"x"}]"#) { _, db in
            do {
                _ = try await db.fetch(Item.self).rows()
                Issue.record("nothing was refused")
            } catch let error as SupabaseDBError {
                #expect(error.description.contains("[0].id is no Int"))
            }
        }
    }

    @Test("are not asked for by a request that makes no sense")
    func nonsense() throws {
        let db = SupabaseDBManager(config: SupabaseConfig(baseURL: try #require(URL(string: "http://localhost")), apiKey: ""))
        #expect(throws: SupabaseDBError.self) { try db.fetch(Item.self).select { ($0.id, $0.id) }.build() }
        #expect(throws: SupabaseDBError.self) { try db.fetch(Item.self).where { $0.id.sum == 3 }.build() }
        #expect(throws: SupabaseDBError.self) { try db.fetch(Item.self).limit(-1).build() }
        let renamed = try db.fetch(Item.self).select { ($0.id, $0.id.as("other")) }.build()
        #expect(renamed.isValid)
    }
}
