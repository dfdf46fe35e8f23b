import JSONText
import Testing
import Tokens

@testable import AuthService

@Suite("Tokens of the service")
struct AuthTokensTests {
    static let settings = AuthSettings()
    static let now = 1_800_000_000

    static func user(_ changes: JSONObject = [:]) -> User {
        var record: JSONObject = [
            "id": "11111111-2222-4333-8444-555555555555", "aud": "authenticated", "role": "authenticated", "email": "a@b.co", "phone": "",
            "app_metadata": ["provider": "email"], "user_metadata": ["n": .number("1.50")], "is_anonymous": false,
            "identities": [["id": "1", "email": nil, "identity_data": ["x": nil, "email_verified": false]]], "confirmed_at": "t",
            "_password_hash": "secret",
        ]
        for member in changes.members { record.set(member.name, member.value) }
        return User(record)
    }

    @Test("signs access tokens with the built-in key, with exactly these claims")
    func accessToken() throws {
        let tokens = AccessTokens(Self.settings)
        let made = tokens.claims(
            for: Self.user(), session: "s",
            references: [.init(method: "totp", timestamp: 2), .init(method: "password", timestamp: 1)], now: Self.now)
        let response = try tokens.response(made, for: Self.user(), refreshToken: "r", now: Self.now)
        #expect(response["expires_at"]?.int == Self.now + 3600)
        #expect(response["expires_in"] == 3600)
        #expect(response["refresh_token"] == "r")
        let text = try #require(response["access_token"]?.string)
        let token = try JWT(text)
        #expect(token.header.members.map(\.name) == ["alg", "kid", "typ"])
        #expect(token.algorithm == .es256)
        let claims = try JWTVerifier(keys: Self.settings.verificationKeys).claims(of: text).object
        #expect(
            Set(claims.members.map(\.name)) == [
                "aud", "exp", "iat", "iss", "sub", "email", "phone", "app_metadata", "user_metadata", "role", "aal", "amr", "session_id",
                "is_anonymous",
            ])
        #expect(claims["aal"] == "aal2")
        #expect(claims["iss"] == "http://127.0.0.1:54321/auth/v1")
        #expect(claims["amr"] == [["method": "totp", "timestamp": 2], ["method": "password", "timestamp": 1]])
        #expect(claims["user_metadata"] == ["n": .number("1.50")])
    }

    @Test("shows of a user what is not null and not secret")
    func userJSON() {
        let json = Self.user(["invited_at": nil]).json
        #expect(json["_password_hash"] == nil)
        #expect(json["invited_at"] == nil)
        #expect(json["identities"] == [["id": "1", "identity_data": ["x": nil, "email_verified": false]]])
        let fresh = Self.user().justConfirmed(.email).json
        #expect(fresh["confirmed_at"] == nil)
        #expect(fresh["identities"] == [["id": "1", "identity_data": ["x": nil, "email_verified": true]]])
    }

    @Test("publishes the public half of the built-in key")
    func publicKeys() throws {
        let keys = try #require(Self.settings.publicKeys["keys"]?.array)
        #expect(keys.count == 1)
        #expect(keys[0]["d"] == nil)
        #expect(keys[0]["key_ops"] == ["verify"])
        #expect(keys[0]["kid"] == "b81269f1-21d8-4f2e-b719-c2240a840d90")
    }

    @Test(
        "accepts and refuses a caller's token",
        arguments: [
            (.signed(.shared, nil, exp: 10), nil), (.signed(.local, nil, exp: 10), nil), (.signed(.shared, "unknown", exp: 10), nil),
            (.signed(.shared, nil, exp: nil), nil), (.signed(.shared, nil, exp: 0), "token has invalid claims: token is expired"),
            (.signed(.local, nil, exp: -10), "token has invalid claims: token is expired"),
            (.signed(.shared, nil, exp: 10, nbf: 5), "token has invalid claims: token is not valid yet"),
            (.signed(.stranger, nil, exp: 10), "token signature is invalid: signature is invalid"),
            (.signed(.shared, nil, exp: 10, algorithm: .hs512), "token signature is invalid: signing method HS512 is invalid"),
            (
                .signed(.strangeCurve, "unknown", exp: 10),
                "token is unverifiable: error while executing keyfunc: unrecognized JWT kid unknown for algorithm ES256"
            ),
            (
                .signed(.strangeCurve, nil, exp: 10),
                "token is unverifiable: error while executing keyfunc: unrecognized JWT kid <nil> for algorithm ES256"
            ),
            (
                .signed(.strangeCurve, "b81269f1-21d8-4f2e-b719-c2240a840d90", exp: 10),
                "token signature is invalid: crypto/ecdsa: verification error"
            ),
            (.text("a.b"), "token is malformed: token contains an invalid number of segments"),
            (.text("eyJhbGciOiJub25lIn0.e30."), "token signature is invalid: signing method none is invalid"),
            (.text("!.e30."), "token is malformed: could not base64 decode header"),
        ] as [(Sample, String?)])
    func bearer(sample: Sample, detail: String?) throws {
        let expected = detail.map { AuthError.badToken("invalid JWT: unable to parse or verify signature, \($0)") }
        do throws(AuthError) {
            _ = try BearerTokens(Self.settings).claims(of: sample.token(now: Self.now), now: Double(Self.now))
            #expect(expected == nil)
        } catch {
            #expect(error == expected)
        }
    }

    enum Sample: Sendable, CustomTestStringConvertible {
        enum Signer: Sendable { case shared, local, stranger, strangeCurve }

        case text(String)
        indirect case signed(Signer, String?, exp: Int?, nbf: Int? = nil, algorithm: SignatureAlgorithm? = nil)

        func token(now: Int) -> String {
            switch self {
            case .text(let text): return text
            case .signed(let signer, let keyID, let expiry, let start, let algorithm):
                var key =
                    switch signer {
                    case .shared: AuthTokensTests.settings.sharedKey
                    case .local: JWK.localDemo
                    case .stranger: JWK(secret: Array("somebody else's secret, which is long enough".utf8))
                    case .strangeCurve: JWK.newP256()
                    }
                if signer != .local { key.keyID = keyID }
                if algorithm != nil { key.algorithm = nil }
                var claims = JSONObject()
                if let expiry { claims.set("exp", .number(String(now + expiry))) }
                if let start { claims.set("nbf", .number(String(now + start))) }
                return JWT.signed(.object(claims), by: key, algorithm: algorithm) ?? ""
            }
        }

        var testDescription: String { token(now: 0) }
    }

    @Test("believes id tokens of the local key in a provider's name")
    func idTokens() throws {
        let tokens = IDTokens(Self.settings)
        func token(_ claims: JSON, by key: JWK = .localDemo) throws -> String { try #require(JWT.signed(claims, by: key)) }
        let good = try token(["iss": "https://appleid.apple.com", "sub": "1", "exp": 1_800_000_001])
        #expect(IDTokens.unverifiedIssuer(of: good) == "https://appleid.apple.com")
        #expect(tokens.claims(of: good, issuer: .apple, now: 1_800_000_000)?["sub"] == "1")
        #expect(tokens.claims(of: good, issuer: .apple, now: 1_800_000_001) == nil)
        #expect(tokens.claims(of: good, issuer: IDTokens.Issuer.all[1], now: 1_800_000_000) == nil)
        #expect(tokens.claims(of: try token(["iss": "https://appleid.apple.com"]), issuer: .apple, now: 0) == nil)
        #expect(
            tokens.claims(of: try token(["iss": "https://appleid.apple.com", "exp": 9], by: .newP256()), issuer: .apple, now: 0) == nil)
        // The shared secret is known to every client of a project that verifies by itself.
        #expect(
            tokens.claims(
                of: try token(["iss": "https://appleid.apple.com", "exp": 9], by: Self.settings.sharedKey), issuer: .apple, now: 0)
                == nil)
    }

    @Test("takes a provider's claims as they are stored")
    func profiles() {
        let google = ExternalProfile(
            JWTClaims(["iss": "https://accounts.google.com", "email": "Ann@X.co", "email_verified": true, "name": "Ann", "picture": "p"]),
            provider: "google", subject: "123")
        #expect(google.email == "ann@x.co")
        #expect(
            google.claims == [
                "iss": "https://accounts.google.com", "sub": "123", "name": "Ann", "picture": "p", "email": "ann@x.co",
                "email_verified": true, "phone_verified": false, "full_name": "Ann", "avatar_url": "p", "provider_id": "123",
            ])
        let apple = ExternalProfile(JWTClaims(["email": "a@b.co"]), provider: "apple", subject: "1")
        #expect(apple.isEmailVerified)
        #expect(!ExternalProfile(JWTClaims(["email": "a@b.co"]), provider: "google", subject: "1").isEmailVerified)
        #expect(!ExternalProfile(JWTClaims(["sub": "1"]), provider: "apple", subject: "1").isEmailVerified)
    }
}
