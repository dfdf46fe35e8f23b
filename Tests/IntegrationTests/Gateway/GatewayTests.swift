import JSONText
import TestSupport
import Testing

@Suite("The gateway")
struct GatewayTests {
    @Test("answers preflights under every service, whoever asks", arguments: ["/rest/v1/user_info", "/storage/v1/object/image/x", "/auth/v1/token"])
    func preflight(path: String) async throws {
        let answer = try await SharedServer.running().bareRequest(
            "OPTIONS", path,
            headers: [
                ("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "apikey, x-client-info,content-type"),
            ])
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer["Access-Control-Allow-Origin"] == "*")
        #expect(answer["Access-Control-Allow-Headers"] == "apikey, x-client-info,content-type")
        #expect(answer["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
    }

    @Test("opens every answer to pages of other origins, refusals too", arguments: [
        ("/rest/v1/user_info", 200), ("/rest/v1/nothing", 404), ("/storage/v1/object/image/x", 400), ("/storage/v1/nothing/at/all", 404),
        ("/auth/v1/settings", 200), ("/auth/v1/user", 401),
    ])
    func origin(path: String, status: Int) async throws {
        let answer = try await SharedServer.running().bareRequest("GET", path, headers: [("Origin", "http://localhost:3000")])
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.headers.filter { $0.name.lowercased() == "access-control-allow-origin" }.map(\.value) == ["*"])
        #expect(answer["Access-Control-Expose-Headers"]?.isEmpty == false)
    }

    @Test("says what is not emulated yet", arguments: [
        "/realtime/v1/websocket", "/functions/v1/hello", "/graphql/v1", "/realtime/v1",
    ])
    func notEmulated(path: String) async throws {
        let answer = try await SharedServer.running().bareRequest("POST", path)
        #expect(answer.status == 501)
        #expect(answer["Content-Type"]?.hasPrefix("application/json") == true)
        #expect(try JSON(parsing: answer.body)["message"]?.string?.hasSuffix("is not emulated yet") == true)
        #expect(answer["Access-Control-Allow-Origin"] == "*", "a browser can read why not")
    }

    @Test("knows no other paths", arguments: ["/", "/rest", "/rest/v10/user_info", "/restv1", "/healthy", "/REST/v1/user_info", "//rest/v1/"])
    func notFound(path: String) async throws {
        let answer = try await SharedServer.running().bareRequest("GET", path)
        #expect(answer.status == 404)
        #expect(try JSON(parsing: answer.body)["message"]?.string != nil)
    }

    @Test("is healthy")
    func health() async throws {
        let answer = try await SharedServer.running().bareRequest("GET", "/health")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":"ok"}"#)
        #expect(try await SharedServer.running().bareRequest("GET", "/auth/v1/health").status == 200)
    }

    @Test("serves one connection's requests to all services, one after the other")
    func keepAlive() async throws {
        let shared = try await SharedServer.running()
        let connection = try await PlainHTTP(shared.address, on: TestCluster.loop)
        defer { connection.close() }
        for (path, status) in [("/health", 200), ("/rest/v1/user_info", 200), ("/auth/v1/settings", 200), ("/nowhere", 404), ("/storage/v1/x", 404)] {
            #expect(try await connection.request("GET", path).status == status)
        }
    }
}
