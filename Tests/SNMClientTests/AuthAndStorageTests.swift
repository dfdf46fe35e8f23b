import Foundation
import SNMClient
import Testing

/// The calls to Auth and Storage as they reach a server, and what is made of the answers.
@Suite struct AuthAndStorageTests {
    static let userJSON = """
        {"id":"01020304-0506-0708-090a-0b0c0d0e0f10","aud":"authenticated","role":"authenticated","email":"a@b.co","phone":"",
        "confirmation_sent_at":"2026-08-20T10:54:52.123456Z","app_metadata":{"provider":"email","providers":["email"]},
        "user_metadata":{"email_verified":false},"identities":[{"identity_id":"01020304-0506-0708-090a-0b0c0d0e0f11",
        "id":"01020304-0506-0708-090a-0b0c0d0e0f10","user_id":"01020304-0506-0708-090a-0b0c0d0e0f10",
        "identity_data":{"email":"a@b.co","email_verified":true},"provider":"email","email":"a@b.co"}],
        "created_at":"2026-08-20T10:54:52Z","updated_at":"2026-08-20T10:54:52Z","is_anonymous":false}
        """

    static func backend(_ server: TestServer) -> SupabaseBackend {
        SupabaseBackend(config: server.config, sessionStorage: SupabaseMemorySessionStorage())
    }

    static func sessionServer(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.serving({ _ in .json(SessionTests.json(token: "t", refresh: "r")) }, body: body)
    }

    func expectCall(_ request: TestServer.Request?, _ target: String, _ body: String, authorization: String? = "Bearer key") throws {
        let request = try #require(request)
        #expect(request.method == "POST" && request.target == target && request.text == body)
        #expect(request.header["apikey"] == "key" && request.header["authorization"] == authorization)
        #expect(request.header["x-supabase-api-version"] == "2024-01-01")
        if !body.isEmpty { #expect(request.header["content-type"] == "application/json") }
    }

    @Test("anonymous sign-in")
    func anonymous() async throws {
        try await Self.sessionServer { server in
            let backend = Self.backend(server)
            let session = try await backend.auth.signInAnonymously()
            try expectCall(server.requests.last, "/auth/v1/signup", "{}")
            #expect(session.user.isAnonymous && session.user.identities.isEmpty && session.user.userMetadata == ["n": 1])
            #expect(await backend.session.session == session)
            try await backend.auth.signInAnonymously(data: ["a": [1, nil]])
            try expectCall(server.requests.last, "/auth/v1/signup", #"{"data":{"a":[1,null]}}"#)
        }
    }

    @Test("sign-in with a password")
    func password() async throws {
        try await Self.sessionServer { server in
            let backend = Self.backend(server)
            try await backend.auth.signIn(email: "a+b@c.co", password: "p\"\\초")
            try expectCall(server.requests.last, "/auth/v1/token?grant_type=password", #"{"email":"a+b@c.co","password":"p\"\\초"}"#)
            #expect(await backend.session.accessToken == "t")
        }
    }

    @Test("sign-in with an id token, with and without nonce and access token")
    func idToken() async throws {
        try await Self.sessionServer { server in
            let auth = Self.backend(server).auth
            try await auth.signIn(idToken: "i.d.t", provider: .apple)
            try expectCall(server.requests.last, "/auth/v1/token?grant_type=id_token", #"{"id_token":"i.d.t","provider":"apple"}"#)
            try await auth.signIn(idToken: "i", provider: .google, nonce: "n", accessToken: "a")
            try expectCall(
                server.requests.last, "/auth/v1/token?grant_type=id_token",
                #"{"access_token":"a","id_token":"i","nonce":"n","provider":"google"}"#)
            try await auth.signIn(idToken: "i", provider: "kakao")
            #expect(server.requests.last?.text.contains(#""provider":"kakao""#) == true)
        }
    }

    @Test("sign-up reads the answer with a session")
    func signUpSession() async throws {
        try await Self.sessionServer { server in
            let backend = Self.backend(server)
            let result = try await backend.auth.signUp(email: "a@b.co", password: "p", redirectTo: "snm://in?x=1&y=2")
            try expectCall(
                server.requests.last, "/auth/v1/signup?redirect_to=snm:%2F%2Fin%3Fx%3D1%26y%3D2", #"{"email":"a@b.co","password":"p"}"#)
            #expect(result.session?.accessToken == "t" && !result.isAlreadyRegistered)
            #expect(await backend.session.accessToken == "t")
        }
    }

    @Test("sign-up reads the answer with a user")
    func signUpUser() async throws {
        try await TestServer.serving { _ in
            .json(Self.userJSON)
        } body: { server in
            let backend = Self.backend(server)
            let result = try await backend.auth.signUp(email: "a@b.co", password: "p")
            try expectCall(server.requests.last, "/auth/v1/signup", #"{"email":"a@b.co","password":"p"}"#)
            #expect(result.session == nil && !result.isAlreadyRegistered && result.user.email == "a@b.co")
            #expect(result.user.identities.first?.isEmailVerified == true)
            #expect(await backend.session.session == nil)
        }
    }

    @Test("sign-up tells an address that is taken by the empty identities")
    func signUpTaken() async throws {
        try await TestServer.serving { _ in
            .json(#"{"id":"01020304-0506-0708-090a-0b0c0d0e0f10","aud":"","role":"","email":"a@b.co","identities":[]}"#)
        } body: { server in
            let result = try await Self.backend(server).auth.signUp(email: "a@b.co", password: "p")
            #expect(result.isAlreadyRegistered)
        }
    }

    @Test("an answer that is neither is an invalid response")
    func signUpNonsense() async throws {
        try await TestServer.serving { _ in
            .json(#"{"access_token":"t"}"#)
        } body: { server in
            await #expect {
                try await Self.backend(server).auth.signUp(email: "a", password: "p")
            } throws: {
                if case SNMNetworkError.invalidResponse = $0 { true } else { false }
            }
        }
    }

    @Test("a refused sign-in names the reason and saves nothing")
    func refused() async throws {
        try await TestServer.serving { _ in
            .json(#"{"code":"invalid_credentials","message":"Invalid login credentials"}"#, status: 400)
        } body: {
            server in
            let backend = Self.backend(server)
            await #expect {
                try await backend.auth.signIn(email: "a", password: "p")
            } throws: {
                ($0 as? SNMNetworkError)?.serverCode == "invalid_credentials"
            }
            #expect(await backend.session.session == nil)
        }
    }

    @Test("sign-out tells the server and forgets the session, except for the others", arguments: SupabaseSignOutScope.allCases)
    func signOut(scope: SupabaseSignOutScope) async throws {
        try await TestServer.serving { _ in
            .init(status: 204)
        } body: { server in
            let backend = Self.backend(server)
            try await backend.auth.signOut(scope: scope)
            #expect(server.requests.isEmpty)
            try await backend.session.saveSession(for: SessionTests.session(token: "t", expiresIn: 3600))
            try await backend.auth.signOut(scope: scope)
            try expectCall(server.requests.last, "/auth/v1/logout?scope=\(scope.rawValue)", "", authorization: "Bearer t")
            #expect(await backend.session.accessToken == (scope == .others ? "t" : nil))
        }
    }

    @Test("sign-out forgets the session whatever the server says", arguments: [(401, false), (403, false), (404, false), (500, true)])
    func signOutRefused(status: Int, fails: Bool) async throws {
        try await TestServer.serving { _ in
            .json("{}", status: status)
        } body: { server in
            let backend = Self.backend(server)
            try await backend.session.saveSession(for: SessionTests.session(expiresIn: 3600))
            var failed = false
            do { try await backend.auth.signOut() } catch { failed = true }
            #expect(failed == fails)
            #expect(await backend.session.session == nil)
        }
    }

    @Test("resends a message")
    func resend() async throws {
        try await TestServer.serving { _ in
            .json("{}")
        } body: { server in
            let auth = Self.backend(server).auth
            try await auth.resendVerificationEmail(parameter: .init(email: "a@b.co"))
            try expectCall(server.requests.last, "/auth/v1/resend", #"{"email":"a@b.co","type":"signup"}"#)
            try await auth.resendVerificationEmail(parameter: .init(email: "a@b.co", type: .emailChange), redirectTo: "x")
            try expectCall(server.requests.last, "/auth/v1/resend?redirect_to=x", #"{"email":"a@b.co","type":"email_change"}"#)
        }
    }

    @Test("reads the user with the session's token")
    func user() async throws {
        try await TestServer.serving { _ in
            .json(Self.userJSON)
        } body: { server in
            let backend = Self.backend(server)
            await #expect(throws: SupabaseSessionError.self) { try await backend.auth.user() }
            try await backend.session.saveSession(for: SessionTests.session(token: "t", expiresIn: 3600))
            #expect(try await backend.auth.user().email == "a@b.co")
            let request = try #require(server.requests.last)
            #expect(request.method == "GET" && request.target == "/auth/v1/user" && request.header["authorization"] == "Bearer t")
        }
    }

    @Test("uploads a file as a form")
    func upload() async throws {
        try await TestServer.serving { _ in
            .json(#"{"Id":"x","Key":"image/a"}"#)
        } body: { server in
            let backend = Self.backend(server)
            try await backend.session.saveSession(for: SessionTests.session(token: "t", expiresIn: 3600))
            try await backend.storage.upload(imageData: Data([1, 2, 255]), fileName: "u1/my cat+1.png", mimeType: "image/png")
            let request = try #require(server.requests.last)
            #expect(request.method == "POST" && request.target == "/storage/v1/object/image/u1/my%20cat%2B1.png")
            #expect(request.header["authorization"] == "Bearer t" && request.header["x-upsert"] == nil)
            let boundary = try #require(request.header["content-type"]?.components(separatedBy: "boundary=").last)
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"u1/my cat+1.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n"
            #expect(request.body == Data(head.utf8) + Data([1, 2, 255]) + Data("\r\n--\(boundary)--\r\n".utf8))
            try await backend.storage.upload(imageData: Data(), fileName: "a", upsert: true)
            #expect(server.requests.last?.header["x-upsert"] == "true")
        }
    }

    @Test("downloads a file once, and then only if it has changed")
    func download() async throws {
        let date = "Thu, 20 Aug 2026 10:54:52 GMT"
        try await TestServer.serving { request in
            request.header["if-modified-since"] == date
                ? .init(status: 304, header: ["Last-Modified": date])
                : .init(header: ["Last-Modified": date, "Content-Type": "image/png", "ETag": "\"e\""], body: Data([1, 2, 3]))
        } body: { server in
            let storage = Self.backend(server).storage
            for _ in 0..<2 {
                let first = try await storage.download(fileName: "a/b.png")
                #expect(first == SupabaseDownload(isModified: true, imageData: Data([1, 2, 3]), lastModified: date))
                let second = try await storage.download(fileName: "a/b.png", lastModified: first.lastModified)
                #expect(second == SupabaseDownload(isModified: false, imageData: nil, lastModified: date))
            }
            #expect(server.requests.count == 4)
            #expect(server.requests.allSatisfy { $0.method == "GET" && $0.target == "/storage/v1/object/authenticated/image/a/b.png" })
        }
    }

    @Test("refuses a file name that climbs out of the bucket")
    func climbs() async throws {
        try await TestServer.serving { _ in
            .init()
        } body: { server in
            await #expect {
                try await Self.backend(server).storage.download(fileName: "../secret/x")
            } throws: {
                if case SNMNetworkError.invalidURL = $0 { true } else { false }
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("two backends at once do not know of each other")
    func two() async throws {
        try await Self.sessionServer { first in
            try await Self.sessionServer { second in
                let (a, b) = (Self.backend(first), Self.backend(second))
                try await a.auth.signInAnonymously()
                #expect(await b.session.session == nil)
                try await b.database.fetchData().setTable("walk").request()
                #expect(first.requests.count == 1 && second.requests.count == 1)
            }
        }
    }
}
