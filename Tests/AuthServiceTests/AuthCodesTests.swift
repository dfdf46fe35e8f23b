import HTTPServing
import JSONText
import PostgresLink
import Testing
import Tokens

@testable import AuthService

@Suite("Codes, links and factors")
struct AuthCodesTests {
    @Test(
        "makes the codes of RFC 6238",
        arguments: [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (2_000_000_000, "279037")])
    func totp(time: Int, code: String) {
        #expect(TOTP.code(key: Array("12345678901234567890".utf8), step: time / 30) == code)
        let totp = TOTP(secret: Base32.encode(Array("12345678901234567890".utf8)))
        for shift in [-30, 0, 30] { #expect(totp.accepts(code, at: Double(time + shift))) }
        for shift in [-61, 61] { #expect(!totp.accepts(code, at: Double(time + shift))) }
        #expect(!totp.accepts("", at: Double(time)))
    }

    @Test("writes base 32 as RFC 4648", arguments: [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")])
    func base32(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded.lowercased() + "==") == Array(text.utf8))
        #expect(Base32.decode(encoded + "1") == nil)
    }

    @Test("draws a QR code as one SVG document")
    func picture() throws {
        let svg = try #require(QRCode.svg("otpauth://totp/a:b?secret=x"))
        #expect(svg.contains("<svg") && svg.contains("</svg>") && !svg.contains("#"))
        #expect(QRCode.svg(String(repeating: "x", count: 3000)) == nil)
    }

    @Test(
        "takes ids out of paths",
        arguments: [
            ("/admin/users/7", "/admin/users/*", ["7"]), ("/admin/users/7/factors/9/", "/admin/users/*/factors/*", ["7", "9"]),
            ("/admin/users/", "/admin/users", []), ("/user/identities/authorize", "/user/identities/authorize", []),
            ("/user/identities/5", "/user/identities/*", ["5"]), ("/factors/3/verify", "/factors/*/verify", ["3"]), ("/", "/", []),
        ])
    func routes(path: String, route: String, ids: [String]) {
        #expect(RoutePath(path).route == route)
        #expect(RoutePath(path).ids == ids)
    }

    @Test(
        "adds parameters to addresses",
        arguments: [
            ("http://a/x", "http://a/x?code=1+2"), ("http://a/x?z=%26&b=1#f", "http://a/x?b=1&code=1+2&z=%26#f"),
            ("http://a/x?code=9", "http://a/x?code=1+2"), ("myapp://callback", "myapp://callback?code=1+2"),
        ])
    func query(address: String, result: String) {
        #expect(RedirectParameters(["code": "1 2"]).inQuery(of: address) == result)
    }

    @Test("replaces fragments, and encodes them twice as the real service does")
    func fragment() {
        let target = RedirectTarget(url: "http://a/x#old")
        let error = AuthError(403, "otp_expired", "a b: c")
        #expect(
            target.failure(error, inQuery: false)
                == "http://a/x#error=access_denied&error_code=otp_expired&error_description=a+b%253A+c&sb=")
        #expect(
            target.failure(error, inQuery: true).hasPrefix(
                "http://a/x?error=access_denied&error_code=otp_expired&error_description=a+b%3A+c#error="))
    }

    @Test(
        "reads how long a ban is",
        arguments: [
            ("none", BanDuration.lifted), ("24h", .seconds(86400)), ("1h30m", .seconds(5400)), ("1.5s", .seconds(1.5)),
            ("-1h", .seconds(-3600)), ("500ms", .seconds(0.5)), ("0", .seconds(0)), ("876000h", .seconds(3_153_600_000)),
        ])
    func ban(text: String, duration: BanDuration) throws {
        #expect(try BanDuration.parse(text) == duration)
    }

    @Test("refuses bans that are no spans", arguments: ["forever", "1", "h", "1d", ".h", "-", "9999999999999h", "1h x"])
    func noBan(text: String) {
        #expect(throws: AuthError.self) { try BanDuration.parse(text) }
    }

    @Test("a challenge is answered by its verifier alone")
    func challenge() throws {
        let verifier = String(repeating: "test", count: 14)
        let s256 = try #require(try CodeChallenge(challenge: "S8b57-goKMvPFcmLDnNE9p341ZciCgj7FgmJ6bp8nmw", method: "S256"))
        #expect(s256.isAnswered(by: verifier) && !s256.isAnswered(by: verifier + "x"))
        let plain = try #require(try CodeChallenge(challenge: verifier, method: "plain"))
        #expect(plain.isAnswered(by: verifier) && !plain.isAnswered(by: ""))
    }

    @Test("knows the functions that hooks name")
    func hookFunctions() {
        #expect(HookFunction("pg-functions://postgres/app/claims")?.name == QualifiedName("app", "claims"))
        for other in ["http://a/b", "pg-functions://postgres/app", "pg-functions://postgres//x", "pg-functions://postgres/a/b/c"] {
            #expect(HookFunction(other) == nil)
        }
    }

    @Test("holds a hook to the claims that others rely on")
    func claims() throws {
        let good: JSONObject = [
            "aud": ["a"], "exp": 2, "iat": 1, "sub": "s", "email": "", "phone": "", "role": "r", "aal": "aal1", "session_id": "i",
            "is_anonymous": "maybe", "plan": "pro",
        ]
        #expect(try CustomClaims(["claims": .object(good)]).claims["plan"] == "pro")
        #expect(throws: AuthError.self) { try CustomClaims([:]) }
        for name in ["aud", "exp", "role", "session_id"] {
            var bad = good
            bad.members.removeAll { $0.name == name }
            #expect(throws: AuthError.self) { try CustomClaims(["claims": .object(bad)]) }
            bad.set(name, true)
            #expect(throws: AuthError.self) { try CustomClaims(["claims": .object(bad)]) }
        }
    }

    @Test("lets nobody ask too often where the limits hold, and forgets")
    func limits() {
        var limits = AuthSettings.RateLimits()
        #expect((0..<100).allSatisfy { RateLimiter(limits).admits(.signUp, from: "1.2.3.4", now: Double($0)) })
        limits.areEnforced = true
        let limiter = RateLimiter(limits)
        #expect((0..<30).allSatisfy { _ in limiter.admits(.signUp, from: "1.2.3.4", now: 0) })
        #expect(!limiter.admits(.signUp, from: "1.2.3.4", now: 1))
        #expect(limiter.admits(.signUp, from: "1.2.3.5", now: 1))
        #expect(limiter.admits(.otp, from: "1.2.3.4", now: 1))
        #expect(limiter.admits(.signUp, from: "1.2.3.4", now: 20))
        limits.emails = 0
        #expect(!RateLimiter(limits).admits(.email, from: "", now: 0))
    }

    @Test("tells hashes apart")
    func hashes() {
        let bcrypt = "$2y$10$abcdefghijklmnopqrstuuHtxQzmH9IpQp4X4B1Qm9YkFBfYhuuoq"
        #expect(PasswordHash(bcrypt) == BcryptHash(bcrypt).map(PasswordHash.bcrypt))
        let argon2 = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$hmTebNAvj3e+Svns7VIsSw"
        #expect(PasswordHash(argon2) == .argon2(argon2, .argon2id))
        #expect(!Argon2.isPassword("secret124", of: argon2, .argon2id))
        if Argon2.isAvailable { #expect(Argon2.isPassword("secret123", of: argon2, .argon2id)) }
        for bad in ["", "nonsense", "$argon2id$v=19$m=9999999,t=1,p=1$c29t$X9u5", "$2a$99$x", "$argon2x$v=19$m=64,t=1,p=1$a$b"] {
            #expect(PasswordHash(bad) == nil)
        }
    }
}
