import Foundation
import SNMClient
import SNMClientGolden
import Testing

/// The golden table without a server: each expression becomes exactly the request that is written beside it.
@Suite struct GoldenTableTests {
    static let config = SupabaseConfig(baseURL: URL(fileURLWithPath: "/"), apiKey: "anon key")

    @Test("becomes the request", arguments: GoldenTable.rows)
    func request(row: GoldenRow) throws {
        let config = SupabaseConfig(baseURL: try #require(URL(string: "http://localhost:54321/")), apiKey: "anon key")
        let request = try row.build(SupabaseDBManager(config: config))
        let urlRequest = try request.urlRequest()
        #expect(urlRequest.httpMethod == row.method.rawValue)
        #expect(urlRequest.url?.absoluteString == "http://localhost:54321" + row.url)
        var headers = try #require(urlRequest.allHTTPHeaderFields)
        // Foundation writes some names its own way.
        #expect(headers.removeValue(forKey: "apikey") ?? headers.removeValue(forKey: "Apikey") == "anon key")
        #expect(headers == row.headers)
        #expect(urlRequest.httpBody.map { String(decoding: $0, as: UTF8.self) } == row.body)
        #expect(request.isValid)
    }

    @Test("has at least 250 rows, each with a name of its own")
    func size() {
        #expect(GoldenTable.rows.count >= 250)
        #expect(Set(GoldenTable.rows.map(\.name)).count == GoldenTable.rows.count)
    }
}

extension GoldenRow: CustomTestStringConvertible {
    public var testDescription: String { name }
}
