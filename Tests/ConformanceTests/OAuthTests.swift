import HTTPServing
import JSONText
import Sockets
import TestSupport
import Testing
import Tokens

@testable import AuthService

/// Sign-in by providers: by the local page that stands in for them, and by id tokens of the local issuer.
@Suite("Providers, offline")
struct OAuthTests {
    private struct Service {
        let auth: AuthResponder
        let email = Random.text(12, of: "abcdefghijklmnopqrstuvwxyz") + "@example.com"

        init(_ change: (inout AuthSettings) -> Void = { _ in }) async throws {
            var settings = AuthSettings()
            settings.passwordCost = 4
            settings.redirectURLs = ["myapp://**"]
            settings.anonymousSignInsEnabled = true
            settings.manualLinkingEnabled = true
            for name in ["apple", "google", "github", "discord"] { settings.external[name] = .init(clientIDs: ["\(name)-client"]) }
            change(&settings)
            auth = AuthResponder(
                settings: settings, database: try await AuthTestDatabase.shared().auth, outbox: MemoryOutbox(),
                client: HTTPClient(loop: TestCluster.loop, offload: try Offload()))
        }

        func ask(
            _ method: HTTPServing.Method, _ target: String, token: String? = nil, form: [String: String]? = nil, json: JSON? = nil
        ) async throws -> (status: Int, location: String, text: String) {
            var headers = Headers([("X-Supabase-Api-Version", "2024-01-01")])
            if let token { headers.append("Authorization", "Bearer \(token)") }
            var body = RequestBody.none
            if let form {
                headers.append("Content-Type", "application/x-www-form-urlencoded")
                body = .bytes(Array(RedirectParameters(form).encoded.utf8))
            } else if let json {
                body = .bytes(json.serialized())
            }
            // Redirects lead back to the service by its public address.
            let path = target.replacing(AuthSettings().externalURL, with: "")
            let response = try await auth.respond(to: Request(method, path, headers: headers, body: body))
            var text = ""
            if case .bytes(let bytes) = response.body { text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
            return (response.status.code, response.headers["Location"] ?? "", text)
        }

        /// Follows redirects within the service; where the browser leaves it is the result.
        func browse(_ target: String) async throws -> String {
            var location = target
            while location.hasPrefix("/") || location.hasPrefix(AuthSettings().externalURL) {
                let answer = try await ask(.get, location)
                guard answer.status / 100 == 3 else { return "\(answer.status) \(answer.text)" }
                location = answer.location
            }
            return location
        }

        func json(_ method: HTTPServing.Method, _ target: String, token: String? = nil, _ body: JSON? = nil) async throws -> JSON {
            try JSON(text: try await ask(method, target, token: token, json: body).text)
        }
    }

    private static func parameters(_ location: String, after mark: Character) -> QueryPairs {
        QueryPairs(location.firstIndex(of: mark).map { String(location[location.index(after: $0)...]) })
    }

    @Test("a hint signs in without hands, and the same person is the same user", arguments: ["google", "github", "apple", "discord"])
    func hint(provider: String) async throws {
        let service = try await Service()
        let target = "/authorize?provider=\(provider)&redirect_to=myapp://cb&login_hint=\(service.email)"
        let first = try await service.browse(target)
        #expect(first.hasPrefix("myapp://cb#access_token="))
        let parameters = Self.parameters(first, after: "#")
        #expect(parameters["provider_token"]?.hasPrefix("fake-\(provider)-") == true && parameters["sb"] == "")
        let user = try await service.json(.get, "/user", token: parameters["access_token"])
        #expect(
            user["email"] == .string(service.email)
                && user["app_metadata"] == ["provider": .string(provider), "providers": [.string(provider)]])
        #expect(user["user_metadata"]?["provider_id"] == user["identities"]?.array?.first?["id"])
        let again = Self.parameters(try await service.browse(target), after: "#")
        #expect(try await service.json(.get, "/user", token: again["access_token"])["id"] == user["id"])
    }

    @Test("the page lets choose who signs in, and its form leads back with a code that is exchanged")
    func page() async throws {
        let service = try await Service()
        let verifier = String(repeating: "test", count: 14)
        let challenge = Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
        let sent = try await service.ask(
            .get, "/authorize?provider=google&redirect_to=myapp://cb&scopes=calendar&code_challenge=\(challenge)&code_challenge_method=s256"
        )
        #expect(sent.status == 302 && sent.location.hasPrefix("http://127.0.0.1:54321/auth/v1/authorize/local?"))
        let page = try await service.ask(.get, sent.location)
        #expect(page.status == 200 && page.text.contains("email profile calendar") && page.text.contains("id=\"continue\""))
        let state = try #require(Self.parameters(sent.location, after: "?")["state"])
        let form = [
            "provider": "google", "state": state, "action": "continue", "email": service.email.uppercased(), "name": "Ann <b>",
            "email_verified": "on",
        ]
        let left = try await service.ask(.post, "/authorize/local", form: form)
        #expect(left.status == 303 && left.location.hasPrefix("http://127.0.0.1:54321/auth/v1/callback?code="))
        let end = try await service.browse(left.location)
        let code = try #require(Self.parameters(end, after: "?")["code"])
        let session = try await service.json(
            .post, "/token?grant_type=pkce", ["auth_code": .string(code), "code_verifier": .string(verifier)])
        #expect(session["user"]?["email"] == .string(service.email) && session["user"]?["user_metadata"]?["full_name"] == "Ann <b>")
        #expect(session["provider_token"]?.string?.hasPrefix("fake-google-") == true)
        #expect(try await service.browse(left.location).contains("error_code=bad_oauth_state"), "a code is good once")
        // Next time the page offers them.
        let next = try await service.ask(.get, try await service.ask(.get, "/authorize?provider=google").location)
        #expect(next.text.contains(service.email) && !next.text.contains("Ann <b>"))
    }

    @Test("refusals and failures of a provider reach the application", arguments: [("deny", "access_denied"), ("fail", "server_error")])
    func refusal(action: String, error: String) async throws {
        let service = try await Service()
        let sent = try await service.ask(.get, "/authorize?provider=github&redirect_to=myapp://cb")
        let state = try #require(Self.parameters(sent.location, after: "?")["state"])
        let left = try await service.ask(.post, "/authorize/local", form: ["provider": "github", "state": state, "action": action])
        #expect(try await service.browse(left.location).hasPrefix("myapp://cb?error=\(error)&error_description=The+"))
        let simulated = try await service.browse("/authorize?provider=github&redirect_to=myapp://cb&fake_error=\(error)")
        #expect(simulated == "myapp://cb?error=\(error)&error_description=#error=\(error)&sb=")
    }

    @Test("codes of the page are nobody else's")
    func forgery() async throws {
        let service = try await Service()
        let settings = service.auth.settings
        let account = LocalAccount(provider: "google", email: service.email)
        let sent = try await service.ask(.get, "/authorize?provider=google&redirect_to=myapp://cb")
        let state = try #require(Self.parameters(sent.location, after: "?")["state"])
        var other = settings
        other.jwtSecret = "another secret of another project"
        #expect(try await service.ask(.get, "/user", token: account.code(state: state, settings: settings)).status == 403)
        for code in [account.code(state: Random.uuid(), settings: settings), account.code(state: state, settings: other), "invented"] {
            let end = try await service.browse("/callback?state=\(state)&code=\(code)")
            #expect(end.contains("error_code=unexpected_failure") && end.contains("Unable+to+exchange"))
        }
        #expect(
            LocalAccount(code: account.code(state: state, settings: settings), provider: "google", state: state, settings: settings)
                == account)
    }

    @Test("a page that does not exist is not shown", arguments: ["unheard", "gitlab", "", "custom:x"])
    func unknown(provider: String) async throws {
        let service = try await Service()
        for path in ["/authorize", "/authorize/local"] {
            let answer = try await service.ask(.get, "\(path)?provider=\(provider)")
            #expect(answer.status == 400 && answer.text.contains("Unsupported provider: "))
        }
    }

    @Test("an identity joins the user who asked for it, who becomes permanent by it")
    func linking() async throws {
        let service = try await Service()
        let anonymous = try await service.json(.post, "/signup", [:])
        let token = try #require(anonymous["access_token"]?.string)
        let page = try await service.json(
            .get, "/user/identities/authorize?provider=github&skip_http_redirect=true&redirect_to=myapp://cb&login_hint=\(service.email)",
            token: token)
        let end = try await service.browse(try #require(page["url"]?.string))
        let user = try await service.json(.get, "/user", token: Self.parameters(end, after: "#")["access_token"])
        #expect(user["id"] == anonymous["user"]?["id"] && user["is_anonymous"] == false && user["email"] == .string(service.email))
        let again = try await service.json(
            .get, "/user/identities/authorize?provider=github&skip_http_redirect=true&redirect_to=myapp://cb&login_hint=\(service.email)",
            token: token)
        #expect(try await service.browse(try #require(again["url"]?.string)).contains("error_code=identity_already_exists"))
    }

    @Test("the local issuer's tokens sign in and are held to their nonce; they link, too", arguments: ["apple", "google"])
    func idTokens(provider: String) async throws {
        let service = try await Service()
        let minted = try await service.json(
            .post, "/local/id-token", ["provider": .string(provider), "email": .string(service.email), "nonce": "raw", "name": "Ann"])
        let token = try #require(minted["id_token"])
        let body: JSON = ["provider": .string(provider), "id_token": token]
        #expect(try await service.json(.post, "/token?grant_type=id_token", body)["error_description"]?.string?.contains("nonce") == true)
        let session = try await service.json(
            .post, "/token?grant_type=id_token", ["provider": .string(provider), "id_token": token, "nonce": "raw"])
        #expect(session["user"]?["email"] == .string(service.email) && session["user"]?["user_metadata"]?["full_name"] == "Ann")
        // Signed by a key that anybody can look up.
        let named = try JWT(token.string ?? "").keyID
        let keys = try await service.json(.get, "/local/jwks.json")["keys"]?.array ?? []
        #expect(keys.contains { $0["kid"]?.string == named } && keys.allSatisfy { $0["d"] == nil })
        // But no token of the project, whoever it names.
        let forged = try await service.json(
            .post, "/local/id-token",
            ["provider": .string(provider), "email": .string(service.email), "sub": session["user"]?["id"] ?? nil])
        #expect(try await service.ask(.get, "/user", token: forged["id_token"]?.string).status == 403)

        let anonymous = try await service.json(.post, "/signup", [:])
        let other = try await service.json(
            .post, "/local/id-token", ["provider": .string(provider), "email": .string("x" + service.email)])
        let linked = try await service.json(
            .post, "/token?grant_type=id_token", token: anonymous["access_token"]?.string,
            ["provider": .string(provider), "id_token": other["id_token"] ?? nil, "link_identity": true])
        #expect(linked["user"]?["id"] == anonymous["user"]?["id"] && linked["user"]?["email"] == .string("x" + service.email))
        #expect(
            try await service.json(.post, "/local/id-token", ["provider": "facebook", "email": "a@b.co"])["code"] == "provider_disabled")
        #expect(try await service.json(.post, "/local/id-token", ["provider": "github", "email": "a@b.co"])["code"] == "validation_failed")
    }

    @Test("a provider's own server is asked, whatever it answers")
    func server() async throws {
        let provider = try OAuthProviderServer.started()
        let service = try await Service {
            var hub = AuthSettings.Provider(clientIDs: ["hub"])
            hub.url = provider.url + "/hub"
            $0.external["github"] = hub
        }
        provider.add([
            "code": "good", "profile": ["id": 7, "login": "ann", "name": "Ann"],
            "emails": [
                ["email": "no@example.com", "primary": false], ["email": .string(service.email), "primary": true, "verified": true],
            ],
        ])
        provider.add(["code": "odd", "profile": ["name": "nobody"], "emails": []])
        let sent = try await service.ask(.get, "/authorize?provider=github&redirect_to=myapp://cb")
        #expect(sent.location.hasPrefix(provider.url + "/hub/login/oauth/authorize?client_id=hub&"))
        let state = try #require(Self.parameters(sent.location, after: "?")["state"])
        #expect(try await service.browse("/callback?state=\(state)&code=odd").contains("Error+getting+user+profile"))
        #expect(try await service.browse("/callback?state=\(state)&code=unknown").contains("Unable+to+exchange+external+code%3A+unkn"))
        let end = Self.parameters(try await service.browse("/callback?state=\(state)&code=good"), after: "#")
        #expect(end["provider_token"] == "token-good" && end["provider_refresh_token"] == "again-good")
        #expect(try await service.json(.get, "/user", token: end["access_token"])["email"] == .string(service.email))
        #expect(try await service.ask(.get, "/authorize/local?provider=github").status == 400, "nobody stands in for it")
    }
}
