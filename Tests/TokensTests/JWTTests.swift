import JSONText
import Testing

@testable import Tokens

@Suite("Tokens")
struct JWTTests {
    static let secret = "super-secret-jwt-token-with-at-least-32-characters-long"
    static let anon =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0"

    @Test(
        "verifies the RFCs' tokens",
        arguments: [(Examples.octet, Examples.hs256Token), (Examples.ec256, Examples.es256Token)])
    func examples(key: String, token: String) throws {
        let claims = try JWTVerifier(keys: KeySet(secret: key)).claims(of: token)
        #expect(claims["iss"] == "joe")
        #expect(claims["exp"] == 1_300_819_380)
        #expect(throws: ClaimError.expired) { try claims.check(now: 1_800_000_000, audience: nil) }
    }

    @Test("verifies the RFCs' signatures of other texts")
    func signatures() throws {
        // The payload of RFC 8037 §A.4 is no JSON: the signature is good, the claims are not.
        #expect(throws: JWTError.claimsNotObject) {
            try JWTVerifier(keys: KeySet(secret: Examples.ed25519)).claims(of: Examples.edDSAToken)
        }
        // EdDSA has one signature for a text.
        let key = try Examples.key(Examples.ed25519)
        let signed = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
        #expect(
            key.signature(of: Array(signed.utf8), by: .eddsa)
                == Base64URL.decode(Examples.edDSAToken.dropFirst(signed.count + 1)))
        // And so has RSA in this form: RFC 7515 §A.2.
        let rsa = try Examples.key(Examples.rsa)
        let message = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature = try Base64URL.encode(#require(rsa.signature(of: Array(message.utf8), by: .rs256)))
        #expect(
            signature.hasPrefix(
                "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
            ))
    }

    @Test("makes the Supabase CLI's anon key")
    func anonKey() throws {
        let key = JWK(secret: Array(Self.secret.utf8))
        #expect(JWT.signed(["iss": "supabase-demo", "role": "anon", "exp": 1_983_812_996], by: key) == Self.anon)
        #expect(try JWTVerifier(keys: KeySet(secret: Self.secret)).claims(of: Self.anon)["role"] == "anon")
    }

    @Test("signs and verifies with every algorithm", arguments: SignatureAlgorithm.allCases)
    func roundTrip(algorithm: SignatureAlgorithm) throws {
        let keys = try [Examples.octet, Examples.rsa, Examples.ec256, Examples.ec521, Examples.ed25519].map(Examples.key)
        guard let key = keys.first(where: { $0.fits(algorithm, keyID: nil) }) else {
            #expect(algorithm == .es384, "the RFCs print no P-384 key")
            return
        }
        let token = try #require(JWT.signed(["role": "a", "n": .number("1.5")], by: key, algorithm: algorithm))
        #expect(try JWT(token).algorithm == algorithm)
        #expect(
            try JWTVerifier(keys: KeySet(keys)).claims(of: token).object == JSONObject([.init("role", "a"), .init("n", .number("1.5"))]))
    }

    @Test(
        "refuses a token",
        arguments: [
            ("", .partCount(1)), ("a", .partCount(1)), ("a.b", .partCount(2)), ("a.b.c.d", .partCount(4)), ("....", .partCount(5)),
            ("..", .malformed), ("a.b.c", .malformed),
            (compact("[]"), .malformed), (compact(#""HS256""#), .malformed), (compact("{}"), .malformed), (compact("{"), .malformed),
            (compact(#"{"alg":"hs256"}"#), .malformed), (compact(#"{"alg":"PS256"}"#), .malformed),
            (compact(#"{"alg":"dir"}"#), .malformed),
            (compact(#"{"alg":1}"#), .malformed), (compact(#"{"alg":null}"#), .malformed),
            (compact(#"{"alg":"HS256","kid":1}"#), .malformed),
            (compact(#"{"alg":"HS256","typ":{}}"#), .malformed), (compact(#"{"alg":"HS256","enc":"A128GCM"}"#), .malformed),
            (compact(#"{"alg":"HS256","alg":"none"}"#), .badSignature), (compact(#"{"alg":"none","alg":"HS256"}"#), .unsecured),
            (compact(#"{"alg":"none"}"#), .unsecured), (compact(#"{"alg":"none"}"#, signature: ""), .unsecured),
            (compact(#"{"alg":"None"}"#), .malformed), (compact(#"{"alg":"HS256","kid":null,"typ":null,"crit":["x"]}"#), .badSignature),
            (compact(#"{"alg":"HS256"}"#, signature: ""), .badSignature), (compact(#"{"alg":"HS512"}"#), .noSuitableKey),
            (compact(#"{"alg":"RS256"}"#), .noSuitableKey), (compact(#"{"alg":"ES256"}"#), .noSuitableKey),
            (compact(#"{"alg":"HS256","kid":"x"}"#), .noSuitableKey), (anon + " ", .malformed), (anon + "=", .malformed),
            (anon + ",", .malformed), ("\u{FEFF}" + anon, .malformed), (anon.replacing(".", with: "=."), .malformed),
        ] as [(String, JWTError)])
    func refuses(token: String, error: JWTError) throws {
        let verifier = try JWTVerifier(keys: KeySet(secret: Self.secret))
        #expect(throws: error) { try verifier.claims(of: token) }
    }

    static func compact(_ header: String, signature: String = "c2ln") -> String {
        Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array("{}".utf8)) + "." + signature
    }

    @Test("refuses claims that are not an object", arguments: ["", "[]", "1", "null", "{", "{\"a\":1}x"])
    func claims(payload: String) throws {
        let key = JWK(secret: Array(Self.secret.utf8))
        let text = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
        let signature = try #require(key.signature(of: Array(text.utf8), by: .hs256))
        #expect(throws: JWTError.claimsNotObject) {
            try JWTVerifier(keys: KeySet([key])).claims(of: text + "." + Base64URL.encode(signature))
        }
    }

    @Test("finds every changed character", arguments: [Examples.octet, Examples.rsa, Examples.ec256, Examples.ec521, Examples.ed25519])
    func tampering(json: String) throws {
        let key = try Examples.key(json)
        let verifier = JWTVerifier(keys: KeySet([key]))
        let token = try Array(#require(JWT.signed(["role": "anon", "exp": 4_102_444_800], by: key)).utf8)
        for position in token.indices where position % (token.count > 300 ? 7 : 1) == 0 {
            var changed = token
            changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JWTError.self, "position \(position)") { try verifier.claims(of: String(decoding: changed, as: UTF8.self)) }
        }
        for length in 0..<token.count where length % 11 == 0 {
            #expect(throws: JWTError.self) { try verifier.claims(of: String(decoding: token.prefix(length), as: UTF8.self)) }
        }
    }

    @Test("takes no public key for a shared secret")
    func confusion() throws {
        for json in [Examples.rsa, Examples.ec256, Examples.ed25519] {
            let key = try Examples.key(json)
            let shown = try #require(key.publicJSON)
            for secret in [shown.serialized(), shown.canonical(), Array(json.utf8)] {
                let forged = try #require(JWT.signed(["role": "service_role"], by: JWK(secret: secret)))
                #expect(throws: JWTError.noSuitableKey) { try JWTVerifier(keys: KeySet([key])).claims(of: forged) }
                let verifier = try JWTVerifier(keys: KeySet(secret: secret))
                #expect(throws: JWTError.noSuitableKey) { try verifier.claims(of: forged) }
            }
        }
    }

    @Test("refuses an ECDSA signature in DER, of zeros, or of another length")
    func ellipticForms() throws {
        let key = try Examples.key(Examples.ec256)
        let message: [UInt8] = [1]
        let good = try #require(key.signature(of: message, by: .es256))
        let der = DER.sequence(DER.integer(Array(good.prefix(32))), DER.integer(Array(good.suffix(32))))
        for bad in [der, [UInt8](repeating: 0, count: 64), good + [0], Array(good.dropLast()), []] {
            #expect(!key.verifies(bad, of: message, by: .es256))
        }
        #expect(key.verifies(good, of: message, by: .es256))
    }

    @Test("remembers verified tokens within its bound, and no others")
    func cache() throws {
        let key = JWK(secret: Array(Self.secret.utf8))
        let verifier = JWTVerifier(keys: KeySet([key]))
        let nobody = JWTVerifier(keys: KeySet())
        let tokens = try (0..<100).map { try #require(JWT.signed(["n": .number(String($0))], by: key)) }
        var cache = VerifiedTokens(capacity: 10)
        for (number, token) in tokens.enumerated() {
            #expect(try cache.claims(of: tokens[0], verifier: verifier)["n"] == 0)
            #expect(try cache.claims(of: token, verifier: verifier)["n"]?.int == number)
            #expect(cache.count <= 10)
        }
        // What is used stays: no key is needed any more.
        #expect(try cache.claims(of: tokens[0], verifier: nobody)["n"] == 0)
        #expect(try cache.claims(of: tokens[99], verifier: nobody)["n"] == 99)
        #expect(throws: JWTError.noSuitableKey) { try cache.claims(of: tokens[1], verifier: nobody) }
        #expect(throws: JWTError.partCount(1)) { try cache.claims(of: "x", verifier: verifier) }
        cache.removeAll()
        #expect(throws: JWTError.noSuitableKey) { try cache.claims(of: tokens[0], verifier: nobody) }
        var none = VerifiedTokens(capacity: 0)
        _ = try none.claims(of: tokens[0], verifier: verifier)
        #expect(none.count == 0)
    }
}
