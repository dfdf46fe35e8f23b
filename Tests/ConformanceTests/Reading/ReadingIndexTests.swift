import Foundation
import JSONText
import PostgresLink
import TestSupport
import Testing

/// The statements let PostgreSQL use the indexes that it would use for SQL written by hand, on 100,000 rows. The plans are those that
/// the server itself gives out.
@Suite("Reading by index")
struct ReadingIndexTests {
    private static let server = Task { try await ReadingServer.start(ReadingIndexSchema.script) }

    @Test("a value of every type is found by the index of its column, alone and in a list", arguments: ReadingIndexSchema.types.map(\.name))
    func types(column: String) async throws {
        let value = try await value(of: column)
        let equal = try await nodes("/kinds?select=id&\(column)=eq.\(Self.encoded(value))")
        #expect(equal.contains { $0.hasPrefix("kinds_\(column)") } && !equal.contains("Seq Scan"), "\(column) = \(value): \(equal)")
        // A list of arrays is no array of one dimension, and PostgreSQL refuses it.
        if column == "ai" || column == "at" { return }
        let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let list = try await nodes("/kinds?select=id&\(column)=in.(%22\(Self.encoded(quoted))%22)")
        #expect(list.contains { $0.hasPrefix("kinds_\(column)") } && !list.contains("Seq Scan"), "\(column) in \(value): \(list)")
    }

    @Test(
        "operators use the index of their kind",
        arguments: [
            ("words=fts(simple).word77", "kinds_words"), ("words=fts.word77", "kinds_words"), ("body=fts(simple).word77", "kinds_body"),
            ("body=plfts(simple).word77", "kinds_body"), ("body=wfts(simple).word77", "kinds_body"),
            ("body=phfts(simple).word77", "kinds_body"), (#"jb=cs.{"n":77}"#, "kinds_jb_gin"), ("ai=cs.{77}", "kinds_ai_gin"),
            ("ai=ov.{77,78}", "kinds_ai_gin"), ("r=cs.[77,78)", "kinds_r_gist"), ("r=cd.[70,80)", "kinds_r_gist"),
            ("r=ov.[77,78)", "kinds_r_gist"), ("r=sl.[5,6)", "kinds_r_gist"), ("r=sr.[4990,4991)", "kinds_r_gist"),
            ("r=adj.[77,78)", "kinds_r_gist"), ("r=nxl.[4990,4995)", "kinds_r_gist"), ("r=nxr.[5,6)", "kinds_r_gist"),
            ("t=like.text 777*", "kinds_t"), ("t=match.^text 777$", "kinds_t"), ("n=gt.620", "kinds_n"), ("n=gte.620", "kinds_n"),
            ("n=lt.1", "kinds_n"), ("n=lte.1", "kinds_n"), ("n=is.null", "kinds_n"), ("n=eq(any).{1,2,3}", "kinds_n"),
            ("id=in.(1,2,3)", "kinds_pkey"), ("or=(id.eq.1,i4.eq.2)", "kinds_i4"), ("and=(i8.gt.10,i8.lt.20)", "kinds_i8"),
        ])
    func operators(filter: String, index: String) async throws {
        let parts = filter.split(separator: "=", maxSplits: 1).map { String($0) }
        let nodes = try await nodes("/kinds?select=id&\(parts[0])=\(Self.encoded(parts[1]))")
        #expect(nodes.contains(index) && !nodes.contains("Seq Scan"), "\(nodes)")
    }

    @Test(
        "pages, lists, embeds and counts read no table from end to end",
        arguments: [
            ("/big?id=eq.5", ["big_pkey"]), ("/big?id=in.(\((1...500).map { String($0) }.joined(separator: ",")))", ["big_pkey"]),
            ("/big?order=id&limit=10", ["big_pkey"]), ("/big?order=id.desc&limit=10&offset=5000", ["big_pkey"]),
            ("/big?category=eq.47&order=id&limit=100", ["big_category"]), ("/big?info->>k=eq.k77", ["big_info_k"]),
            ("/big?order=info->>k&limit=5", ["big_info_k"]), ("/big?made=gt.2020-03-09&order=made&limit=20", ["big_made"]),
            ("/big?t=like.text%20777*&limit=3", ["big_t"]), ("/big_view?number=eq.77", ["big_pkey"]),
            ("/big_view?kind=eq.7&order=number&limit=5", ["big_category"]),
            ("/big?select=id,child(id)&id=eq.5", ["big_pkey", "child_big"]),
            ("/big?select=id,child(id,note)&order=id&limit=10&child.limit=1&child.order=id", ["big_pkey", "child_big"]),
            ("/big?select=id,...child(note)&id=in.(1,2)", ["big_pkey", "child_big"]),
            ("/big?select=id,child()&child=not.is.null&limit=5&order=id", ["big_pkey", "child_big"]),
            ("/child?select=id,big(t)&order=id&limit=20", ["child_pkey", "big_pkey"]),
            ("/child?select=id,...big(t)&id=lt.5", ["child_pkey", "big_pkey"]),
            ("/child?select=id,big!inner(t)&big.t=eq.text%2077", ["big_t", "child_big"]),
            ("/big?select=id,tag(name)&id=eq.7", ["big_pkey", "big_tag_pkey", "tag_pkey"]),
            ("/big_view?select=number,child(id)&number=eq.9", ["big_pkey", "child_big"]),
        ])
    func shapes(path: String, indexes: [String]) async throws {
        let nodes = try await nodes(path)
        #expect(Set(nodes).isSuperset(of: indexes) && !nodes.contains("Seq Scan") && !nodes.contains("CTE Scan"), "\(nodes)")
        let counted = try await self.nodes(path, "Prefer: count=exact")
        // What has no condition is counted by reading it, by whatever is shortest.
        if path.contains("eq.") || path.contains("in.(") { #expect(!counted.contains("Seq Scan"), "\(counted)") }
    }

    @Test("a page with embeds is one statement, however many rows it has")
    func oneStatement() async throws {
        let server = try await Self.server.value
        let answer = try await server.answer("GET /big?select=id,child(id),tag(name)&order=id&limit=1000")
        #expect(answer.status == 200)
        let plan = try await plan("/big?select=id,child(id),tag(name)&order=id&limit=1000")
        #expect(plan.array?.count == 1)
    }

    // MARK: Plans

    private func value(of column: String) async throws -> String {
        if column == "sh" { return "#777" }
        let settings = try await Self.server.value.database
        let session = try await Session.connect(settings, on: TestCluster.loop)
        defer { session.close() }
        let rows = try await session.run(Statement("SELECT \(identifier: column)::text FROM kinds WHERE id = 777", isPrepared: false))
        return rows.text(0, 0) ?? ""
    }

    private func plan(_ path: String, _ header: String = "X-None: 1") async throws -> JSON {
        let answer = try await Self.server.value.answer("GET \(path)\nAccept: application/vnd.pgrst.plan+json\n\(header)")
        #expect(answer.status == 200, "\(answer.text)")
        return try JSON(text: answer.text)
    }

    /// The kinds of all nodes of a plan, and the names of the indexes they use.
    private func nodes(_ path: String, _ header: String = "X-None: 1") async throws -> [String] {
        try await plan(path, header).array?.first?["Plan"].map(Self.nodes) ?? []
    }

    private static func nodes(_ node: JSON) -> [String] {
        [node["Node Type"]?.string, node["Index Name"]?.string].compactMap { $0 } + (node["Plans"]?.array ?? []).flatMap(nodes)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
