import AuthService
import Foundation
import JSONText
import SNMClient
import Testing
import Tokens

/// Ways into the app, from the client to the database and back.
@Suite("Signing in")
struct SignInTests {
    @Test("makes an anonymous user, whom the server knows by the token")
    func anonymous() async throws {
        let shared = try await SharedServer.running()
        let device = try shared.device()
        let session = try await device.auth.signInAnonymously(data: ["theme": "dark"])
        #expect(session.user.isAnonymous)
        #expect(session.user.userMetadata["theme"] == .string("dark"))
        #expect(session.expiresIn == 3600)
        let known = try await device.auth.user()
        #expect(known.id == session.user.id)
        #expect(known.role == "authenticated")
        let row = try await shared.value("SELECT is_anonymous FROM auth.users WHERE id = \(parameter: session.user.id.uuidString)::uuid")
        #expect(row == "t")
    }

    @Test("signs up by e-mail, and in again with the password on another device")
    func email() async throws {
        let shared = try await SharedServer.running()
        let (email, password) = (Unique.email(), "walkies! \(UInt32.random(in: 0...UInt32.max))")
        let result = try await shared.device().auth.signUp(email: email.uppercased(), password: password)
        let session = try #require(result.session)
        #expect(session.user.email == email.lowercased())
        #expect(session.user.emailConfirmedAt != nil)

        let device = try shared.device(key: shared.server.keys.publishableKey)
        let again = try await device.auth.signIn(email: email, password: password)
        #expect(again.user.id == session.user.id)
        #expect(again.refreshToken != session.refreshToken)

        let wrong = await refusal { try await shared.device().auth.signIn(email: email, password: password + "x") }
        #expect(wrong?.statusCode == 400)
        #expect(wrong?.serverCode == "invalid_credentials")
        let taken = await refusal { try await shared.device().auth.signUp(email: email, password: password) }
        #expect(taken?.statusCode == 422)
        #expect(taken?.serverCode == "user_already_exists")
        let weak = await refusal { try await shared.device().auth.signUp(email: Unique.email(), password: "abc") }
        #expect(weak?.statusCode == 422)
        #expect(weak?.serverCode == "weak_password")
    }

    @Test("knows the sample's people")
    func seed() async throws {
        let device = try await SharedServer.running().device()
        let session = try await device.auth.signIn(email: "jiwoo@sniffmeet.example", password: "walkies!")
        #expect(session.user.id == UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
    }

    @Test("takes an id token of the provider, and finds the same user again", arguments: [
        (SupabaseIDProvider.apple, "https://appleid.apple.com"),
        (.google, "https://accounts.google.com"),
    ])
    func idToken(provider: SupabaseIDProvider, issuer: String) async throws {
        let shared = try await SharedServer.running()
        let (subject, email) = (Unique.name("subject"), Unique.email())
        let token = try IDToken(issuer: issuer, subject: subject, email: email).text()
        let first = try await shared.device().auth.signIn(idToken: token, provider: provider)
        #expect(first.user.email == email)
        #expect(first.user.appMetadata["provider"] == .string(provider.name))
        let second = try await shared.device().auth.signIn(idToken: token, provider: provider)
        #expect(second.user.id == first.user.id)
        let identities = try await shared.value(
            "SELECT count(*) FROM auth.identities WHERE provider = \(parameter: provider.name) AND provider_id = \(parameter: subject)")
        #expect(identities == "1")
    }

    @Test("compares the nonce's hash")
    func nonce() async throws {
        let shared = try await SharedServer.running()
        let nonce = Unique.name("nonce")
        var token = IDToken(issuer: "https://appleid.apple.com", subject: Unique.name(), email: Unique.email())
        token.nonce = Digest.sha256.hash(Array(nonce.utf8)).hexadecimal
        let text = try token.text()
        let session = try await shared.device().auth.signIn(idToken: text, provider: .apple, nonce: nonce)
        #expect(!session.user.isAnonymous)
        #expect(await refusal { try await shared.device().auth.signIn(idToken: text, provider: .apple, nonce: "other") }?.statusCode == 400)
        #expect(await refusal { try await shared.device().auth.signIn(idToken: text, provider: .apple) }?.statusCode == 400)
    }

    @Test("refuses an id token that is for another app, by another issuer, expired or signed by a stranger")
    func badIDTokens() async throws {
        let shared = try await SharedServer.running()
        let good = IDToken(issuer: "https://appleid.apple.com", subject: Unique.name(), email: Unique.email())
        var (audience, issuer, expired, stranger) = (good, good, good, good)
        audience.audience = "com.other.app"
        issuer.issuer = "https://accounts.google.com"
        expired.life = -10
        stranger.key = JWK(secret: Array("a secret that is not the project's own".utf8))
        for token in [audience, issuer, expired, stranger] {
            let text = try token.text()
            let refusal = await refusal { try await shared.device().auth.signIn(idToken: text, provider: .apple) }
            #expect(refusal?.statusCode == 400)
        }
        #expect(try await shared.value("SELECT count(*) FROM auth.identities WHERE provider_id = \(parameter: good.subject)") == "0")
    }

    @Test("sends a message again without telling whether there is somebody")
    func resend() async throws {
        let auth = try await SharedServer.running().device().auth
        try await auth.resendVerificationEmail(parameter: .init(email: Unique.email()))
        try await auth.resendVerificationEmail(parameter: .init(email: "jiwoo@sniffmeet.example"))
    }
}

/// What a provider's own sign-in would have issued, by the key that stands in for it.
private struct IDToken {
    var issuer: String
    var subject: String
    var email: String
    var audience = SharedServer.clientID
    var nonce: String?
    var life = 600
    var key = JWK.localDemo

    func text() throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        var claims = JSONObject([
            .init("iss", .string(issuer)), .init("sub", .string(subject)), .init("aud", .string(audience)), .init("email", .string(email)),
            .init("email_verified", true), .init("iat", .number("\(now)")), .init("exp", .number("\(now + life)")),
        ])
        if let nonce { claims.set("nonce", .string(nonce)) }
        return try #require(JWT.signed(.object(claims), by: key))
    }
}
