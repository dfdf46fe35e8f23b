import Foundation
import Testing

@testable import SNMClient

/// The calls of Auth beyond the sign-ins: what reaches a server, and what is made of its answers.
@Suite("Auth's further calls")
struct AuthFlowTests {
    private static let factor = UUID(uuid: (9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private static let factorPath = "/auth/v1/factors/09020304-0506-0708-090a-0b0c0d0e0f10"

    /// Answers a session wherever one begins, and the few other shapes by their paths.
    private static func answer(_ request: TestServer.Request) -> TestServer.Response {
        switch request.path {
        case "/auth/v1/otp", "/auth/v1/recover", "/auth/v1/reauthenticate": .json("{}")
        case "/auth/v1/user": .json(AuthAndStorageTests.userJSON)
        case "/auth/v1/user/identities/authorize": .json(#"{"url":"https://provider.example/page"}"#)
        case "/auth/v1/factors":
            .json(#"{"id":"\#(factor)","type":"totp","totp":{"qr_code":"<svg>","secret":"ABC","uri":"otpauth://x"}}"#)
        case factorPath + "/challenge": .json(#"{"id":"c1","type":"totp","expires_at":1}"#)
        case "/auth/v1/admin/users" where request.method == "GET":
            TestServer.Response(header: ["X-Total-Count": "7"], body: Data(#"{"users":[\#(AuthAndStorageTests.userJSON)]}"#.utf8))
        case "/auth/v1/admin/generate_link": .json(#"{"action_link":"http://l","email_otp":"123456","hashed_token":"h"}"#)
        case let path where path.hasPrefix("/auth/v1/admin/") || path == "/auth/v1/invite": .json(AuthAndStorageTests.userJSON)
        default: .json(SessionTests.json(token: "t", refresh: "r"))
        }
    }

    private static func signedIn(_ body: (TestServer, SupabaseBackend) async throws -> Void) async throws {
        try await TestServer.serving({ answer($0) }) { server in
            let backend = AuthAndStorageTests.backend(server)
            try await backend.auth.signInAnonymously()
            try await body(server, backend)
        }
    }

    private func expectCall(_ server: TestServer, _ method: String, _ target: String, _ body: String = "", token: String = "t") {
        let request = server.requests.last
        #expect(request?.method == method && request?.target == target && request?.text == body)
        #expect(request?.header["authorization"] == "Bearer \(token)")
    }

    @Test(
        "hashes as FIPS 180-4 does",
        arguments: [
            ("", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"), ("abc", "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"),
            (String(repeating: "test", count: 14), "S8b57-goKMvPFcmLDnNE9p341ZciCgj7FgmJ6bp8nmw"),
        ])
    func proofKey(verifier: String, challenge: String) {
        #expect(PKCE(verifier: verifier).challenge == challenge)
        #expect(PKCE().verifier.utf8.count == 43 && PKCE().verifier != PKCE().verifier)
    }

    @Test("sends codes to addresses and numbers, and takes them")
    func codes() async throws {
        try await Self.signedIn { server, backend in
            try await backend.auth.signInWithCode(to: .phone("+82101234"), createsUser: false)
            expectCall(server, "POST", "/auth/v1/otp", #"{"create_user":false,"phone":"+82101234"}"#, token: "key")
            try await backend.auth.signInWithCode(to: .email("a@b.co"), redirectTo: "app://x")
            #expect(server.requests.last?.target == "/auth/v1/otp?redirect_to=app:%2F%2Fx")
            #expect(server.requests.last?.text.contains(#""code_challenge_method":"s256""#) == true)
            try await backend.auth.verify("123456", sentTo: .email("a@b.co"), for: .email)
            expectCall(server, "POST", "/auth/v1/verify", #"{"email":"a@b.co","token":"123456","type":"email"}"#, token: "key")
            try await backend.auth.verify(tokenHash: "h", for: .magicLink)
            expectCall(server, "POST", "/auth/v1/verify", #"{"token_hash":"h","type":"magiclink"}"#, token: "key")
            try await backend.auth.resetPassword(for: "a@b.co")
            #expect(server.requests.last?.path == "/auth/v1/recover")
            try await backend.auth.reauthenticate()
            expectCall(server, "GET", "/auth/v1/reauthenticate")
        }
    }

    private struct Browser: SupabaseBrowser {
        let end: String
        func authenticate(at page: URL, returningTo redirect: String) async throws -> URL {
            #expect(page.absoluteString.contains("/auth/v1/authorize?provider=google&redirect_to=app:%2F%2Fx&scopes=a%20b&code_challenge="))
            return try #require(URL(string: redirect + end))
        }
    }

    @Test("signs in by a browser with a proof that serves once")
    func browser() async throws {
        try await Self.signedIn { server, backend in
            try await backend.auth.signIn(with: .google, redirectTo: "app://x", scopes: "a b", browser: Browser(end: "?code=c0de"))
            #expect(server.requests.last?.target == "/auth/v1/token?grant_type=pkce")
            let body = try JSONDecoder().decode([String: String].self, from: try #require(server.requests.last?.body))
            #expect(body["auth_code"] == "c0de" && body["code_verifier"]?.utf8.count == 43)
            await #expect(throws: SupabaseAuthError.noProofKey) { try await backend.auth.exchange(code: "c0de") }
        }
    }

    @Test("tells what a browser came back with", arguments: ["?error=denied&error_description=No+way", "#error_description=No%20way", "?x=1"])
    func callback(end: String) async throws {
        try await Self.signedIn { _, backend in
            let reason = end == "?x=1" ? "there is no code in the address" : "No way"
            await #expect(throws: SupabaseAuthError.badCallback(reason: reason)) {
                try await backend.auth.signIn(with: .google, redirectTo: "app://x", scopes: "a b", browser: Browser(end: end))
            }
        }
    }

    @Test("changes the user and his identities")
    func user() async throws {
        try await Self.signedIn { server, backend in
            try await backend.auth.updateUser(.init(password: "n€w", data: ["a": nil]))
            expectCall(server, "PUT", "/auth/v1/user", #"{"data":{"a":null},"password":"n€w"}"#)
            #expect(await backend.session.session?.user.email == "a@b.co")
            let identity = try #require(try await backend.auth.identities().first)
            try await backend.auth.unlink(identity)
            expectCall(server, "DELETE", "/auth/v1/user/identities/01020304-0506-0708-090a-0b0c0d0e0f11")
            let page = try await backend.auth.pageToLink(.apple)
            #expect(page.absoluteString == "https://provider.example/page")
            #expect("\(SupabaseUserChanges(password: "secret"))" == "SupabaseUserChanges(password)")
        }
    }

    @Test("adds, checks and removes a second factor")
    func factors() async throws {
        try await Self.signedIn { server, backend in
            let enrollment = try await backend.auth.enrollTOTP(friendlyName: "p")
            expectCall(server, "POST", "/auth/v1/factors", #"{"factor_type":"totp","friendly_name":"p"}"#)
            #expect(enrollment.totp.secret == "ABC" && !"\(enrollment) \(enrollment.totp)".contains("ABC"))
            try await backend.auth.verify("123456", of: enrollment.id)
            expectCall(server, "POST", Self.factorPath + "/verify", #"{"challenge_id":"c1","code":"123456"}"#)
            try await backend.auth.unenroll(enrollment.id)
            expectCall(server, "DELETE", Self.factorPath)
            #expect(try await backend.auth.factors() == [])
            #expect(await backend.auth.assurance() == nil)
        }
    }

    @Test("lets an administrator see and change everyone")
    func admin() async throws {
        try await TestServer.serving({ Self.answer($0) }) { server in
            let admin = SupabaseAuthAdmin(config: server.config)
            let page = try await admin.users(page: 2, perPage: 3)
            #expect(page.total == 7 && page.rows.count == 1)
            expectCall(server, "GET", "/auth/v1/admin/users?page=2&per_page=3", token: "key")
            let user = try await admin.createUser(.init(email: "a@b.co", password: "p", emailConfirm: true, appMetadata: ["r": 1]))
            expectCall(
                server, "POST", "/auth/v1/admin/users", #"{"app_metadata":{"r":1},"email":"a@b.co","email_confirm":true,"password":"p"}"#, token: "key")
            let path = "/auth/v1/admin/users/\(user.id.uuidString.lowercased())"
            try await admin.updateUser(user.id, .init(banDuration: "1h"))
            expectCall(server, "PUT", path, #"{"ban_duration":"1h"}"#, token: "key")
            #expect(try await admin.user(user.id) == user)
            try await admin.deleteUser(user.id)
            expectCall(server, "DELETE", path, #"{"should_soft_delete":false}"#, token: "key")
            try await admin.invite("x@y.co", redirectTo: "app://i")
            expectCall(server, "POST", "/auth/v1/invite?redirect_to=app:%2F%2Fi", #"{"email":"x@y.co"}"#, token: "key")
            let link = try await admin.link(for: .recovery, email: "a@b.co")
            #expect(link.emailOTP == "123456" && !"\(link)".contains("123456"))
        }
    }

    @Test("streams the changes of the session")
    func changes() async throws {
        try await Self.signedIn { _, backend in
            var changes = await backend.session.changes().makeAsyncIterator()
            #expect(await changes.next()?.event == .initialSession)
            try await backend.auth.verify("1", sentTo: .email("a@b.co"), for: .recovery)
            #expect(await changes.next()?.event == .passwordRecovery)
            try await backend.auth.updateUser(.init(data: [:]))
            let updated = await changes.next()
            #expect(updated?.event == .userUpdated && updated?.session?.user.email == "a@b.co")
            try await backend.session.deleteSession()
            let last = await changes.next()
            #expect(last?.event == .signedOut && last?.session == nil)
        }
    }

    @Test("tells refusals by their codes")
    func refusals() async throws {
        let body = #"{"code":"weak_password","message":"Too short","weak_password":{"reasons":["length"]}}"#
        try await TestServer.serving({ _ in .json(body, status: 422) }) { server in
            let auth = AuthAndStorageTests.backend(server).auth
            do {
                try await auth.resetPassword(for: "a@b.co")
                Issue.record("nothing was refused")
            } catch let error as SupabaseAuthError {
                #expect(error.code == "weak_password" && error.description == "Too short (length)")
            }
            await #expect(throws: SupabaseAuthError.notSignedIn) { try await auth.factors() }
        }
    }
}
