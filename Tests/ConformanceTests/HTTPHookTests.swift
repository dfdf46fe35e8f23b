import HTTPServing
import JSONText
import Sockets
import Synchronization
import TestSupport
import Testing
import Tokens

@testable import AuthService

/// Hooks at addresses: how they are asked, and what becomes of their answers.
@Suite("HTTP hooks")
struct HTTPHookTests {
    private final class Hook: Responder {
        private let asked = Mutex<[(headers: Headers, body: [UInt8])]>([])
        private let answer: @Sendable (JSON) -> Response

        init(_ answer: @escaping @Sendable (JSON) -> Response) { self.answer = answer }

        var questions: [(headers: Headers, body: [UInt8])] { asked.withLock { $0 } }

        func respond(to request: Request) async throws -> Response {
            let body = try await request.body.collected(upTo: 1 << 20)
            asked.withLock { $0.append((request.headers, body)) }
            return answer(try JSON(parsing: body))
        }
    }

    private static func json(_ status: Int, _ body: JSON) -> Response {
        Response(Status(status), headers: Headers([("Content-Type", "application/json")]), body: .bytes(body.serialized()))
    }

    private static let secret = Array("a secret of thirty-two bytes, yes".utf8)

    /// Runs a server with the hook, and a service that asks it.
    private func withHook(
        _ point: AuthSettings.Hook.Point, _ hook: Hook, _ body: (AuthResponder, MemoryOutbox) async throws -> Void
    ) async throws {
        let server = try Server.bind(.loopback(port: 0), on: TestCluster.loop, responder: hook)
        let running = Task(executorPreference: TestCluster.loop) { await server.run() }
        defer { running.cancel() }
        var settings = AuthSettings()
        settings.passwordCost = 4
        settings.anonymousSignInsEnabled = true
        settings.email.confirmationsEnabled = true
        settings.hooks[point] = .init(
            uri: "http://\(server.address)/hook", secrets: ["v1,whsec_" + Base64.encode(Self.secret), "v1,whsec_" + Base64.encode([1])])
        let outbox = MemoryOutbox()
        let client = HTTPClient(loop: TestCluster.loop, offload: try Offload())
        let database = try await AuthTestDatabase.shared().auth
        try await body(AuthResponder(settings: settings, database: database, outbox: outbox, client: client), outbox)
    }

    private func post(_ auth: AuthResponder, _ path: String, _ body: JSON) async throws -> (status: Int, json: JSON) {
        let headers = Headers([("X-Supabase-Api-Version", "2024-01-01")])
        let response = try await auth.respond(to: Request(.post, path, headers: headers, body: .bytes(body.serialized())))
        guard case .bytes(let bytes) = response.body else { return (response.status.code, nil) }
        return (response.status.code, try bytes.withUnsafeBytes { try JSON(parsing: $0) })
    }

    @Test("are asked with a signature, and change the claims of a token")
    func claims() async throws {
        let hook = Hook { question in
            var claims = question["claims"]?.object ?? JSONObject()
            claims.set("plan", "pro")
            return Self.json(200, ["claims": .object(claims)])
        }
        try await withHook(.customAccessToken, hook) { auth, _ in
            let answer = try await post(auth, "/signup", [:])
            #expect(try JWT(answer.json["access_token"]?.string ?? "").claims()["plan"] == "pro")
            let question = try #require(hook.questions.first)
            let id = try #require(question.headers["webhook-id"])
            let time = try #require(question.headers["webhook-timestamp"])
            let signed = Array("\(id).\(time).".utf8) + question.body
            let signatures = [Self.secret, [1]].map { "v1," + Base64.encode(HMAC.code(of: signed, key: $0, digest: .sha256)) }
            #expect(question.headers["webhook-signature"] == signatures.joined(separator: ", "))
            #expect(try JSON(parsing: question.body)["metadata"]?["name"] == "customize-access-token")
        }
    }

    @Test(
        "make requests fail that they refuse, or that they cannot judge",
        arguments: [
            (200, "application/json", #"{"error": {"http_code": 403, "message": "not you"}}"#, 403, "not you"),
            (500, "application/json", "{}", 500, "Unexpected status code returned from hook: 500"),
            (400, "application/json", "{}", 500, "Invalid payload sent to hook"),
            (401, "application/json", "{}", 500, "Hook requires authorization token"),
            (429, "application/json", "{}", 500, "Service currently unavailable due to hook"),
            (200, "text/html", "{}", 400, "Invalid JSON response. Received content-type: text/html"),
            (200, "application/json", String(repeating: " ", count: 204_801), 422, "Payload size exceeded size limit of 204800 bytes"),
        ])
    func refusals(status: Int, type: String, body: String, expected: Int, message: String) async throws {
        let hook = Hook { _ in Response(Status(status), headers: Headers([("Content-Type", type)]), body: .text(body)) }
        try await withHook(.beforeUserCreated, hook) { auth, _ in
            let answer = try await post(auth, "/signup", [:])
            #expect(answer.status == expected && answer.json["message"] == .string(message))
        }
    }

    @Test("send mails in place of the service")
    func mails() async throws {
        let hook = Hook { _ in Self.json(200, [:]) }
        try await withHook(.sendEmail, hook) { auth, outbox in
            let email = Random.text(12, of: "abcdefghijklmnopqrstuvwxyz") + "@example.com"
            #expect(try await post(auth, "/signup", ["email": .string(email), "password": "secret123"]).status == 200)
            #expect(await outbox.messages(to: email).isEmpty)
            let question = try JSON(parsing: try #require(hook.questions.first).body)
            let data = question["email_data"]
            #expect(question["user"]?["email"] == .string(email) && data?["email_action_type"] == "signup")
            #expect(data?["site_url"] == .string(auth.settings.externalURL) && data?["token_new"] == "" && data?["old_email"] == "")
            let verified = try await post(auth, "/verify", ["type": "signup", "email": .string(email), "token": data?["token"] ?? nil])
            #expect(verified.json["access_token"] != nil)
        }
    }

    @Test("that nobody answers are tried again, but not for ever")
    func unreachable() async throws {
        var settings = AuthSettings()
        settings.anonymousSignInsEnabled = true
        let client = HTTPClient(loop: TestCluster.loop, offload: try Offload())
        let database = try await AuthTestDatabase.shared().auth
        func message(_ uri: String) async throws -> JSON? {
            settings.hooks[.beforeUserCreated] = .init(uri: uri)
            let auth = AuthResponder(settings: settings, database: database, outbox: MemoryOutbox(), client: client)
            return try await post(auth, "/signup", [:]).json["message"]
        }
        // Nobody listens on port 1.
        #expect(try await message("http://127.0.0.1:1/") == "Failed to reach hook after maximum retries")
        #expect(try await message("http://example.com/") == "Error running hook URI: http://example.com/", "only this machine is asked")
        #expect(try await message("https://127.0.0.1/") == "Error running hook URI: https://127.0.0.1/", "there is no TLS")
    }
}
