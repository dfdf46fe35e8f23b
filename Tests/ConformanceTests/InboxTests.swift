import Foundation
import HTTPServing
import JSONText
import TestSupport
import Testing
import Tokens

@testable import AuthService

/// What Auth sends, read as tests of applications read it: with Mailpit's calls.
@Suite("The inbox")
struct InboxTests {
    private struct Service {
        let auth: AuthResponder
        let inbox: InboxResponder
        let email = Random.text(12, of: "abcdefghijklmnopqrstuvwxyz") + "@example.com"

        /// Two services are two processes on one database: nothing of the inbox is in memory.
        init(_ change: (inout AuthSettings) -> Void = { _ in }) async throws {
            var settings = AuthSettings()
            settings.passwordCost = 4
            settings.email.confirmationsEnabled = true
            settings.email.minimumGap = 0
            settings.sms.isEnabled = true
            settings.sms.confirmationsEnabled = true
            settings.sms.minimumGap = 0
            change(&settings)
            let database = try await AuthTestDatabase.shared()
            let store = InboxStore(pool: database.pool)
            auth = AuthResponder(settings: settings, database: database.auth, outbox: store)
            inbox = InboxResponder(store: store) { try await TestCluster.loop.sleep(for: $0) }
        }

        @discardableResult
        func post(_ target: String, _ body: JSON) async throws -> Int {
            try await auth.respond(to: Request(.post, target, body: .bytes(body.serialized()))).status.code
        }

        func signUp(_ data: JSON = [:]) async throws {
            #expect(try await post("/signup", ["email": .string(email), "password": "secret123", "data": data]) == 200)
        }

        func ask(_ method: HTTPServing.Method, _ target: String, _ body: JSON? = nil) async throws -> (status: Int, text: String) {
            let response = try await inbox.respond(to: Request(method, target, body: body.map { .bytes($0.serialized()) } ?? .none))
            guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
            return (response.status.code, bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }

        func json(_ target: String) async throws -> JSON { try JSON(text: try await ask(.get, target).text) }

        func search(_ words: String) async throws -> JSON {
            try await json("/api/v1/search?query=" + PercentEncoding.encode(words.utf8))
        }
    }

    @Test("lists, finds and shows a message, with its code and link")
    func reading() async throws {
        let service = try await Service()
        try await service.signUp()
        let found = try await service.search("to:\"\(service.email)\"")
        #expect(found["messages_count"] == 1 && found["count"] == 1 && found["start"] == 0)
        let summary = try #require(found["messages"]?.array?.first)
        #expect(summary["Subject"] == "Confirm your email address" && summary["Read"] == false)
        #expect(summary["From"] == ["Name": "Admin", "Address": "admin@email.com"])
        #expect(summary["To"] == [["Name": "", "Address": .string(service.email)]])
        #expect(summary["Snippet"]?.string?.hasPrefix("Confirm your address") == true)
        #expect(summary["Created"]?.string?.hasSuffix("Z") == true)

        let id = try #require(summary["ID"]?.string)
        let message = try await service.json("/api/v1/message/\(id)")
        let code = try #require(message["Auth"]?["token"]?.string)
        let link = try #require(message["Auth"]?["action_link"]?.string)
        #expect(code.count == 6 && message["HTML"]?.string?.contains(code) == true && message["Text"]?.string?.contains(link) == true)
        #expect(message["Auth"]?["type"] == "confirmation" && link.contains("type=signup"))
        #expect(try await service.search("to:\(service.email) is:read")["count"] == 1)
        #expect(try await service.ask(.get, "/view/\(id).html").text == message["HTML"]?.string)
        #expect(try await service.ask(.get, "/view/\(id).txt").text == message["Text"]?.string)
        #expect(try await service.ask(.get, "/message/\(id)").text.contains("<iframe sandbox="))
        #expect(try await service.ask(.get, "/").text.contains(service.email))
        #expect(try await service.ask(.get, "/api/v1/message/none").status == 404)
    }

    @Test("shows the source, in which nothing that a user says begins a header")
    func source() async throws {
        let service = try await Service { $0.email.templates[.confirmation] = .init(subject: "Héllo {{ .Data.name }}") }
        try await service.signUp(["name": "a\r\nBcc: x@example.com"])
        let id = try #require(try await service.search("to:\(service.email)")["messages"]?.array?.first?["ID"]?.string)
        let raw = try await service.ask(.get, "/api/v1/message/\(id)/raw").text
        #expect(!raw.contains("\r\nBcc:") && raw.contains("To: \(service.email)\r\n") && raw.contains("Subject: =?utf-8?B?"))
        let headers = try await service.json("/api/v1/message/\(id)/headers")
        #expect(headers["From"] == ["Admin <admin@email.com>"] && headers["Message-Id"] == [.string("<\(id)@mock-postgrest>")])
        let html = try #require(raw.components(separatedBy: "text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n").last)
        let bytes = Base64.decode(html.components(separatedBy: "--part-")[0].filter { !$0.isWhitespace }.utf8) ?? []
        #expect(try await service.ask(.get, "/view/\(id).html").text == String(decoding: bytes, as: UTF8.self))
    }

    @Test("hands each message once to who waits for the next")
    func waiting() async throws {
        let (one, other) = (try await Service(), try await Service())
        async let waiting = other.ask(.get, "/api/v1/next?to=\(one.email.uppercased())&timeout=10")
        try await one.signUp()
        #expect(try JSON(text: try await waiting.text)["To"] == [["Name": "", "Address": .string(one.email)]])
        let none = try await one.ask(.get, "/api/v1/next?to=\(one.email)&timeout=0.05")
        #expect(none.status == 404 && none.text.contains(one.email))
        #expect(try await one.post("/resend", ["type": "signup", "email": .string(one.email)]) == 200)
        #expect(try await one.ask(.get, "/api/v1/next?to=\(one.email)&type=recovery&timeout=0").status == 404)
        #expect(try await one.ask(.get, "/api/v1/next?to=\(one.email)&type=confirmation&timeout=0").status == 200)
        #expect(try await one.ask(.get, "/api/v1/next").status == 400)
    }

    @Test("holds SMS, too")
    func sms() async throws {
        let service = try await Service { $0.sms.template = "Hi {{ .Code }}" }
        let phone = "1555" + Random.text(7, of: "0123456789")
        #expect(try await service.post("/signup", ["phone": .string("+" + phone), "password": "secret123"]) == 200)
        let message = try await service.json("/api/v1/next?to=%2B\(phone)")
        let code = try #require(message["Auth"]?["otp"]?.string)
        #expect(message["Auth"]?["phone"] == .string(phone) && message["Text"] == .string("Hi \(code)") && message["HTML"] == "")
    }

    @Test("finds by words, and takes none of them for a pattern")
    func searching() async throws {
        let service = try await Service {
            $0.email.templates[.confirmation] = .init(subject: "100% of a_b", html: "<p>zebra {{ .Token }}</p>")
        }
        try await service.signUp()
        func count(_ words: String) async throws -> Int? { try await service.search("to:\(service.email) \(words)")["count"]?.int }
        for words in [
            "subject:\"100% of\"", "zebra", "-horse", "!to:nobody", "from:admin@email.com is:unread", "type:confirmation", "\"a_b\"",
        ] {
            #expect(try await count(words) == 1, "\(words)")
        }
        for words in [
            "subject:1_0", "subject:1%%of", "zebras", "is:read", "is:odd", "has:attachment", "type:recovery", "' OR true --", "\\",
        ] {
            #expect(try await count(words) == 0, "\(words)")
        }
        #expect(try await service.search(String(repeating: "-", count: 20_000))["count"] != nil)
    }

    @Test("marks and deletes")
    func changing() async throws {
        let service = try await Service()
        try await service.signUp()
        let id = try #require(try await service.search("to:\(service.email)")["messages"]?.array?.first?["ID"]?.string)
        #expect(try await service.ask(.put, "/api/v1/messages", ["IDs": [.string(id)], "Read": true]).text == "ok")
        #expect(try await service.search("to:\(service.email) is:read")["count"] == 1)
        #expect(try await service.ask(.delete, "/api/v1/messages", ["IDs": [.string(id)]]).text == "ok")
        #expect(try await service.search("to:\(service.email)")["count"] == 0)
        #expect(try await service.post("/resend", ["type": "signup", "email": .string(service.email)]) == 200)
        #expect(try await service.ask(.delete, "/api/v1/search?query=to:\(service.email)").text == "ok")
        #expect(try await service.search("to:\(service.email)")["count"] == 0)
        #expect(try await service.json("/api/v1/info")["Messages"]?.int != nil)
        #expect(try await service.ask(.post, "/api/v1/messages").status == 405)
    }
}
