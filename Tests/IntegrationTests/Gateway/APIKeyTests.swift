import JSONText
import MockPostgrest
import TestSupport
import Testing

@Suite("API keys")
struct APIKeyTests {
    private static let keys = APIKeys.local

    @Test("decide the role, unless Authorization does", arguments: [
        ([], "", "anon"),
        ([("apikey", keys.anonKey)], "", "anon"),
        ([("apikey", keys.publishableKey)], "", "anon"),
        ([("apikey", keys.serviceRoleKey)], "", "service_role"),
        ([("apikey", keys.secretKey)], "", "service_role"),
        ([("APIKEY", keys.secretKey)], "", "service_role"),
        ([("apikey", keys.anonKey), ("Authorization", "Bearer \(keys.serviceRoleKey)")], "", "service_role"),
        ([("apikey", keys.secretKey), ("Authorization", "Bearer \(keys.anonKey)")], "", "anon"),
        // What the clients do that know no other keys than JWTs.
        ([("apikey", keys.secretKey), ("Authorization", "Bearer \(keys.secretKey)")], "", "service_role"),
        ([("apikey", keys.publishableKey), ("Authorization", "Bearer \(keys.publishableKey)")], "", "anon"),
        ([("Authorization", "Bearer \(keys.secretKey)")], "", "anon"),
        ([], "?apikey=\(keys.secretKey)", "service_role"),
        ([], "?apikey=\(keys.anonKey)", "anon"),
    ] as [([(String, String)], String, String)])
    func role(headers: [(String, String)], query: String, role: String) async throws {
        let answer = try await SharedServer.running().bareRequest("GET", "/rest/v1/rpc/test_request\(query)", headers: headers)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try JSON(parsing: answer.body)["role"]?.string == role)
    }

    @Test("that are no tokens are refused by REST and Storage, and do not matter to sign in", arguments: ["nonsense", "sb_secret_x", "a.b.c"])
    func wrongKey(key: String) async throws {
        let shared = try await SharedServer.running()
        let rest = try await shared.bareRequest("GET", "/rest/v1/user_info", headers: [("apikey", key)])
        #expect(rest.status == 401)
        let storage = try await shared.bareRequest("GET", "/storage/v1/object/authenticated/image/x", headers: [("apikey", key)])
        #expect(storage.status == 400)
        #expect(try JSON(parsing: storage.body)["code"] == "AccessDenied")
        let auth = try await shared.bareRequest(
            "POST", "/auth/v1/signup", headers: [("apikey", key), ("Content-Type", "application/json")], body: Array("{}".utf8))
        #expect(auth.status == 200)
    }

    @Test("reach functions neither as arguments nor change the path")
    func arrival() async throws {
        let shared = try await SharedServer.running()
        let answer = try await shared.bareRequest(
            "GET", "/rest/v1/rpc/test_request?select=*&apikey=\(Self.keys.anonKey)",
            headers: [("X-Forwarded-Proto", "https"), ("X-Custom", "초코"), ("Cookie", "a=b")])
        let request = try JSON(parsing: answer.body)
        let headers = try #require(request["headers"]?.object)
        #expect(headers["x-forwarded-for"] == "127.0.0.1")
        #expect(headers["x-forwarded-host"] == "localhost")
        #expect(headers["x-forwarded-proto"] == "https")
        #expect(headers["x-forwarded-prefix"] == "/rest/v1")
        #expect(headers["x-custom"] == "초코")
        #expect(request["method"] == "GET")
        #expect(request["path"] == "/rpc/test_request")
    }
}
