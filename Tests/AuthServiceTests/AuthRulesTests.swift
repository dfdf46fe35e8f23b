import HTTPServing
import JSONText
import PostgresLink
import Testing
import Tokens

@testable import AuthService

@Suite("Rules")
struct AuthRulesTests {
    @Test(
        "judges a password",
        arguments: [
            (.none, 6, "123456", []), (.none, 6, "12345", ["length"]), (.none, 1, "12345", ["length"]), (.none, 8, "1234567", ["length"]),
            (.none, 6, "ééé", []), (.none, 6, "éé", ["length"]), (.none, 6, "      ", []), (.lettersDigits, 6, "abcdef", ["characters"]),
            (.lettersDigits, 6, "abcde1", []), (.lettersDigits, 6, "abc", ["length", "characters"]),
            (.lowerUpperLettersDigits, 6, "abcde1", ["characters"]), (.lowerUpperLettersDigits, 6, "Abcde1", []),
            (.lowerUpperLettersDigitsSymbols, 6, "Abcde1", ["characters"]), (.lowerUpperLettersDigitsSymbols, 6, #"Abcd1\"#, []),
            (.lowerUpperLettersDigitsSymbols, 6, "Abcd1:", []), (.lowerUpperLettersDigitsSymbols, 6, "Abcd1é", ["characters"]),
        ] as [(AuthSettings.PasswordRequirements, Int, String, [String])])
    func passwords(requirements: AuthSettings.PasswordRequirements, minimum: Int, password: String, reasons: [String]) throws {
        var settings = AuthSettings()
        settings.passwordRequirements = requirements
        settings.minimumPasswordLength = minimum
        let rules = PasswordRules(settings)
        #expect(rules.weakness(of: password)?.reasons ?? [] == reasons)
        if reasons.isEmpty { try rules.check(password) } else { #expect(throws: AuthError.self) { try rules.check(password) } }
    }

    @Test("words what is wrong with a password")
    func passwordTexts() {
        var settings = AuthSettings()
        settings.passwordRequirements = .lettersDigits
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        #expect(
            PasswordRules(settings).weakness(of: "!")?.message
                == "Password should be at least 6 characters. Password should contain at least one character of each: \(letters), 0123456789."
        )
        #expect(throws: AuthError.validation("Password cannot be longer than 72 characters")) {
            try PasswordRules(settings).check(String(repeating: "p", count: 73))
        }
    }

    @Test(
        "matches a pattern",
        arguments: [
            ("http://localhost:3000", "http://localhost:3000", true), ("http://localhost:3000", "http://localhost:3000/docs", false),
            ("http://*.other.dev:3000", "http://sub.other.dev:3000", true), ("http://*.dev:3000", "http://foo.bar.dev:3000", false),
            ("http://*.*.dev:3000", "http://foo.bar.dev:3000", true), ("http://test.dev:3000/*", "http://test.dev:3000/bar/foo", false),
            ("http://test.dev:3000/*/*", "http://test.dev:3000/bar/foo", true),
            ("http://localhost:8000/*", "http://localhost:8000/path?param=1", true), ("myapp://**", "myapp://login-callback", true),
            ("com.example.app://**", "com.example.app://sign-in/v2", true), ("a?c", "abc", true), ("a?c", "a/c", false),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a]x", "bx", true), ("[!a]x", "ax", false), ("{one,two}/x", "two/x", true),
            ("{one,two}/x", "six/x", false), ("a{,b{c,d}}", "abd", true), ("a{,b{c,d}}", "a", true), (#"a\*"#, "a*", true),
            (#"a\*"#, "ab", false),
            ("[a", "[a", true), ("{a", "{a", true), ("a}", "a}", true), ("[]", "[]", true), ("", "", true), ("**", "", true),
            ("*a*b*", "xxaxxbxx", true),
        ])
    func patterns(pattern: String, text: String, matches: Bool) {
        #expect(URLPattern(pattern).matches(text) == matches)
    }

    @Test("matches a hostile text in reasonable time")
    func hostile() {
        let text = String(repeating: "a", count: 2_000)
        #expect(!URLPattern("**a**a**a**a**a**a**a**a**b").matches(text))
    }

    @Test(
        "lets a redirect lead",
        arguments: [
            ("", false), ("/relative", false), ("http://127.0.0.1:3000", true), ("http://127.0.0.1:3000/a?b#c", true),
            ("http://127.0.0.1:9999/x", true), ("https://127.0.0.1:3000", true), ("http://localhost:3000", false),
            ("http://[::1]:8080/x", true),
            ("https://evil.example", false), ("http://10.0.0.1", false), ("http://2130706433", false), ("http://0x7f.1", false),
            ("http://127.0.0.1@evil.example/", false), ("http://evil.example#http://127.0.0.1:3000", false),
            (#"http://evil.example\@127.0.0.1:3000"#, false), ("http://127.0.0.1:3000 ", false), ("http://-a.example.org", false),
            ("https://x.example.org/welcome", true), ("https://x.y.example.org/welcome", false), ("https://x.example.org/welcome#at", true),
            ("myapp://cb", true), ("MYAPP://cb", false), ("javascript:alert(1)", false), ("http://127.0.0.1:x", false),
        ])
    func redirects(url: String, isAllowed: Bool) {
        var settings = AuthSettings()
        settings.redirectURLs += ["myapp://**", "https://*.example.org/welcome"]
        #expect(RedirectRules(settings).allows(url) == isAllowed)
    }

    @Test("takes the site's port for granted only where it is local")
    func site() {
        var settings = AuthSettings()
        settings.siteURL = "https://app.example.com"
        settings.redirectURLs = []
        let rules = RedirectRules(settings)
        #expect(rules.allows("https://app.example.com/any/path?x"))
        #expect(rules.allows("https://APP.example.com"))
        #expect(!rules.allows("https://app.example.com:444"))
        #expect(!rules.allows("http://app.example.com"))
    }

    @Test(
        "decides what a refresh token is worth",
        arguments: [
            (state(), .rotate), (state(isRevoked: true), .refuse), (state(isRevoked: true, isFresh: true), .rotate),
            (state(isRevoked: true, child: "new"), .repeatNewest("new")),
            (state(isRevoked: true, isFresh: true, child: "new"), .repeatNewest("new")),
            (state(isExpired: true), .expired), (state(isInactive: true), .inactive),
            (state(isRevoked: true, child: "n", isExpired: true), .expired),
        ] as [(RefreshState, RefreshState.Decision)])
    func refresh(state: RefreshState, decision: RefreshState.Decision) {
        #expect(state.decision == decision)
    }

    static func state(
        isRevoked: Bool = false, isFresh: Bool = false, child: String? = nil, isExpired: Bool = false, isInactive: Bool = false
    ) -> RefreshState {
        RefreshState(
            isRevoked: isRevoked, isFresh: isFresh, child: child, isExpired: isExpired, isInactive: isInactive, references: [])
    }

    @Test("shows an error in both versions")
    func errors() throws {
        let error = AuthError(422, "user_already_exists", "User already registered")
        #expect(try text(error, .dated) == #"{"code":"user_already_exists","message":"User already registered"}"#)
        #expect(try text(error, .initial) == #"{"code":422,"error_code":"user_already_exists","msg":"User already registered"}"#)
        #expect(error.response(.dated).headers["x-sb-error-code"] == "user_already_exists")
        #expect(error.response(.dated).headers["X-Supabase-Api-Version"] == "2024-01-01")
        #expect(error.response(.initial).headers["X-Supabase-Api-Version"] == nil)
        let weak = AuthError(.weakPassword(message: "m", reasons: ["length"]))
        #expect(try text(weak, .dated) == #"{"code":"weak_password","message":"m","weak_password":{"reasons":["length"]}}"#)
        #expect(try text(AuthError(.oauth(error: "invalid request", description: "")), .initial) == #"{"error":"invalid request"}"#)
    }

    @Test("shows a trigger's report to clients of the first version only")
    func reports() throws {
        let raised = PostgresError(sqlState: "P0001", message: "no dogs", detail: "at all", hint: "")
        let error = AuthError(.server(raised), "Database error saving new user")
        #expect(try text(error, .dated) == #"{"code":"unexpected_failure","message":"Database error saving new user"}"#)
        #expect(try text(error, .initial) == #"{"code":"P0001","message":"no dogs","detail":"at all"}"#)
        #expect(AuthError(.server(.init(sqlState: "PT418", message: "tea")), "x").response(.initial).status.code == 418)
        #expect(AuthError(.server(.init(sqlState: "PTxyz", message: "tea")), "x").response(.initial).status.code == 500)
        let hidden = try text(AuthError(.server(.init(sqlState: "42P01", message: "secret")), "x"), .initial)
        #expect(hidden.hasPrefix(#"{"code":500,"error_code":"unexpected_failure","msg":"x","error_id":""#))
        #expect(!hidden.contains("secret"))
        #expect(AuthError(.server(.init(sqlState: "57014", message: "")), "x").response(.dated).status.code == 504)
    }

    private func text(_ error: AuthError, _ version: APIVersion) throws -> String {
        guard case .bytes(let bytes) = error.response(version).body else { return "" }
        return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
