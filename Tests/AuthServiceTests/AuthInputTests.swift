import HTTPServing
import JSONText
import Testing

@testable import AuthService

@Suite("What clients send")
struct AuthInputTests {
    @Test(
        "knows the version",
        arguments: [
            (nil, .initial), ("", .initial), ("2024-01-01", .dated), (" 2024-01-01 ", .dated), ("2025-06-30", .dated),
            ("2023-12-31", .initial), ("tomorrow", .initial), ("2024-13-01", .initial), ("2024-01-32", .initial), ("20240101", .initial),
            ("2024-1-1", .initial), ("9999-12-31x", .initial),
        ] as [(String?, APIVersion)])
    func version(header: String?, version: APIVersion) {
        #expect(APIVersion(Headers(header.map { [("X-Supabase-Api-Version", $0)] } ?? [])) == version)
    }

    @Test("reads fields: null is missing, case is ignored unless a name fits exactly")
    func fields() throws {
        let fields = try body(#"{"Email":"A","data":null,"create":true,"x":{"y":1},"email":"a","email":"b","NULL":null}"#).fields()
        #expect(try fields.text("email") == "b")
        #expect(try fields.text("missing") == "")
        #expect(try fields.text("null") == "")
        #expect(try fields.object("data") == nil)
        #expect(try fields.object("x") == ["y": 1])
        #expect(try fields.bool("create"))
        #expect(try fields.bool("missing", default: true))
        #expect(try body(#"{"EMAIL":"c"}"#).fields().text("email") == "c")
        #expect(try body("null").fields().text("email") == "")
        #expect(throws: AuthError.self) { try fields.text("x") }
        #expect(throws: AuthError.self) { try fields.object("email") }
        #expect(throws: AuthError.self) { try fields.bool("email") }
        #expect(throws: AuthError.self) { try body(#"{"email":"a\u0000b"}"#).fields().text("email") }
    }

    @Test("refuses a body", arguments: ["", "{", "[]", "1", "\"a\"", "{\"a\":1}x", "\u{FEFF}{}"])
    func badBodies(text: String) {
        do throws(AuthError) {
            _ = try body(text).fields()
            Issue.record("took \(text)")
        } catch {
            guard case .ordinary(400, "bad_json", let message) = error.kind else {
                Issue.record("\(error)")
                return
            }
            #expect(message.hasPrefix("Could not parse request body as JSON: "))
        }
    }

    private func body(_ text: String) -> AuthBody { AuthBody(bytes: Array(text.utf8)) }

    @Test(
        "takes an address",
        arguments: [
            ("a@b.co", "a@b.co"), ("Ann.Lee+x@Example.COM", "ann.lee+x@example.com"), ("a@localhost", "a@localhost"),
            ("!#$%&'*+/=?^_`{|}~-.@b-c.d", "!#$%&'*+/=?^_`{|}~-.@b-c.d"),
        ])
    func emails(text: String, email: String) throws {
        #expect(try Contact(email: text) == .email(email))
    }

    @Test(
        "refuses an address",
        arguments: [
            ("", "An email address is required"), (String(repeating: "a", count: 251) + "@b.co", "An email address is too long"),
        ]
            + [
                "plain", "a@", "@b.co", "a b@c.de", "a@b c.de", "a@-b.co", "a@b-.co", "a@b..co", "a@.b", "ä@example.com", "a@exämple.com",
                "a@b@c.de", "a\n@b.co", "(a)@b.co",
            ]
            .map { ($0, "Unable to validate email address: invalid format") })
    func badEmails(text: String, message: String) {
        #expect(throws: AuthError.validation(message)) { try Contact(email: text) }
    }

    @Test(
        "takes a number",
        arguments: [("+1 555 0101", "15550101"), ("15550101001", "15550101001"), ("12", "12"), ("123456789012345", "123456789012345")])
    func phones(text: String, number: String) throws {
        #expect(try Contact(phone: text) == .phone(number))
    }

    @Test("refuses a number", arguments: ["", "1", "0155", "++1555", "1-555", "bad", "1234567890123456", "+", "１２３"])
    func badPhones(text: String) {
        #expect(throws: AuthError.validation("Invalid phone number format (E.164 required)")) { try Contact(phone: text) }
    }

    @Test(
        "checks a challenge",
        arguments: [
            ("", "", nil), (String(repeating: "a", count: 43), "S256", nil), (String(repeating: "~", count: 128), "plain", nil),
            ("x", "", "PKCE flow requires code_challenge_method and code_challenge"),
            ("", "s256", "PKCE flow requires code_challenge_method and code_challenge"),
            ("short", "s256", "code challenge has to be between 43 and 128 characters"),
            (String(repeating: "a", count: 129), "s256", "code challenge has to be between 43 and 128 characters"),
            (
                String(repeating: "+", count: 50), "s256",
                "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"
            ),
        ] as [(String, String, String?)])
    func challenges(challenge: String, method: String, message: String?) {
        do throws(AuthError) {
            let parsed = try CodeChallenge(challenge: challenge, method: method)
            #expect(message == nil)
            #expect((parsed == nil) == challenge.isEmpty)
        } catch {
            #expect(error == message.map { .validation($0) })
        }
    }

    @Test(
        "finds the client's address",
        arguments: [
            ("1.2.3.4", "9.9.9.9", "1.2.3.4"), ("unknown, 2001:db8::1 , 1.2.3.4", "9.9.9.9", "2001:db8::1"), ("x", "9.9.9.9", "9.9.9.9"),
            ("'; drop", nil, nil), ("1.2.3.4.5", "::1", "::1"), ("1.2.3.4/8", nil, nil),
        ] as [(String, String?, String?)])
    func clients(forwarded: String, peer: String?, address: String?) {
        #expect(Client(Headers([("X-Forwarded-For", forwarded)]), peer: peer).address == address)
    }

    @Test(
        "tells refresh tokens from other texts",
        arguments: [
            ("abcdefghijkl", true), ("abc234abc234", true), ("short", false), ("", false), ("ABCDEFGHIJKL", false), ("abc-efghijkl", false),
            ("abcdefghijklmnop", false), ("ABEREREiIkMzhERVVVVVVVUAI-IcsaseXEKS7q68JAgmU-80L2M", true),
            ("ABEREREiIkMzhERVVVVVVVWsAg7ZC0vLuQzqLzMCy_Bbh8fZrB2g", true), ("ABEREREiIkMzhERVVVVVVVUAI-IcsaseXEKS7q68JAgmU-80L2N", false),
        ])
    func refreshTokens(text: String, isWellFormed: Bool) {
        #expect(RefreshToken.isWellFormed(text) == isWellFormed)
        #expect(RefreshToken.isWellFormed(RefreshToken.random()))
    }

    @Test("hashes codes as the real service does")
    func codes() {
        #expect(
            OneTimeCode("123456", for: "test@example.com", isBound: false).hash
                == "a3f3debf8d4c206eac18c518ad464512d0033123760f8a2c42a1110c")
        #expect(
            OneTimeCode("123456", for: "14155550100", isBound: true).hash == "pkce_0e012fc70e1fd3f3a440ad5493798ff39045b589c4cbbd4558d27382"
        )
        #expect(OneTimeCode.random(for: "a", length: 8, isBound: false).code.utf8.count == 8)
        #expect(OneTimeCode.random(for: "a", length: 3, isBound: false).code.utf8.count == 6)
    }

    @Test(
        "knows bcrypt's hashes",
        arguments: [
            ("$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", true), ("$2b$04$", false), ("", false), ("$2a$32$", false),
            ("$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", true),
            ("$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17l!!", false),
            ("$2x$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", false),
            ("$argon2id$v=19$m=16,t=2,p=1$bG9uZ3NhbHQ$Z5Qm8nJuUr8j0H6qC2w2Vw", false), ("rl/crypt8xyzz", false),
        ])
    func hashes(text: String, isKnown: Bool) {
        #expect((BcryptHash(text) != nil) == isKnown)
        if isKnown { #expect(BcryptHash(text)?.asPgcryptoKnowsIt == "$2a$" + text.dropFirst(4)) }
    }
}
