import Foundation
import PostgresLink
import SNMClient
import SNMClientGolden
import Testing

/// The golden table with a server: each expression is sent, and what comes back is compared with what the same question in SQL
/// gives, by PostgreSQL itself.
@Suite("The golden table, answered")
struct GoldenServerTests {
    private static let rows = Dictionary(uniqueKeysWithValues: GoldenTable.rows.map { ($0.name, $0) })
    private static let provider = SNMNetworkProvider()

    @Test("means what its SQL means", arguments: GoldenTable.rows.map(\.name))
    func answer(name: String) async throws {
        let row = try #require(Self.rows[name])
        let shared = try await SharedServer.running()
        let config = SupabaseConfig(baseURL: try #require(URL(string: shared.server.url)), apiKey: shared.server.keys.anonKey)
        let answer: SNMNetworkResponse
        do {
            answer = try await Self.provider.request(with: row.build(SupabaseDBManager(config: config)))
        } catch {
            Issue.record("\(row.method.rawValue) \(row.url): \(error)")
            return
        }
        let text = String(decoding: answer.data, as: UTF8.self)
        let agrees = try await shared.value(Self.comparison(row.expectation, with: text))
        #expect(agrees == "t", "\(row.method.rawValue) \(row.url): \(answer.statusCode) \(text.prefix(600))")
    }

    /// Whether the answer is as expected, in SQL.
    private static func comparison(_ expectation: GoldenRow.Expectation, with answer: String) -> SQL {
        switch expectation {
        case .rows(let condition):
            """
            SELECT (SELECT coalesce(jsonb_agg(element ORDER BY (element->>'id')::int), '[]') \
            FROM jsonb_array_elements(\(parameter: answer)::jsonb) element) \
            = (SELECT coalesce(jsonb_agg(to_jsonb(golden) ORDER BY id), '[]') FROM golden WHERE \(SQL(verbatim: condition)))
            """
        case .result(let query):
            """
            SELECT \(parameter: answer)::jsonb \
            = (SELECT coalesce(jsonb_agg(to_jsonb(expected)), '[]') FROM (\(SQL(verbatim: query))) expected)
            """
        case .value(let json):
            "SELECT \(parameter: answer)::jsonb = \(parameter: json)::jsonb"
        case .effect(let condition):
            "SELECT \(SQL(verbatim: condition))"
        }
    }
}
