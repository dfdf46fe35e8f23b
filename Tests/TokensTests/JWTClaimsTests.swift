import JSONText
import Testing

@testable import Tokens

@Suite("Claims")
struct JWTClaimsTests {
    @Test(
        "checks times and audience at second 1000",
        arguments: [
            ("{}", nil), (#"{"exp":null,"nbf":null,"iat":null,"aud":null}"#, nil),
            (#"{"exp":970}"#, nil), (#"{"exp":969}"#, .expired), (#"{"exp":"1"}"#, .expiryNotNumber), (#"{"exp":[]}"#, .expiryNotNumber),
            (#"{"exp":1e3}"#, nil), (#"{"exp":9.9e2}"#, nil), (#"{"exp":1000.0}"#, nil), (#"{"exp":1000.5}"#, .expired),
            (#"{"exp":1e400}"#, .expired),
            (#"{"exp":9223372036854775807}"#, nil), (#"{"exp":9223372036854775808}"#, .expired),
            (#"{"exp":-9223372036854775808}"#, .expired),
            (#"{"exp":1e-400}"#, .expired), (#"{"exp":1e99999999999999999999}"#, .expired),
            (#"{"exp":true,"nbf":true}"#, .expiryNotNumber), (#"{"nbf":true}"#, .notBeforeNotNumber), (#"{"nbf":1030}"#, nil),
            (#"{"nbf":1031}"#, .notYetValid), (#"{"nbf":1e400}"#, nil), (#"{"iat":{}}"#, .issuedAtNotNumber), (#"{"iat":1030}"#, nil),
            (#"{"iat":1031}"#, .issuedInFuture), (#"{"aud":1}"#, .audienceNotText), (#"{"aud":["me",1]}"#, .audienceNotText),
            (#"{"aud":"me"}"#, nil), (#"{"aud":"you"}"#, .otherAudience), (#"{"aud":[]}"#, nil), (#"{"aud":["you","me"]}"#, nil),
            (#"{"aud":["you"]}"#, .otherAudience), (#"{"aud":""}"#, .otherAudience), (#"{"exp":900,"aud":1}"#, .expired),
            (#"{"exp":1000,"exp":0}"#, nil),
        ] as [(String, ClaimError?)])
    func check(json: String, error: ClaimError?) throws {
        let claims = try JWTClaims(#require(JSON(text: json).object))
        do throws(ClaimError) {
            try claims.check(now: 1000, audience: "me")
            #expect(error == nil)
        } catch let thrown {
            #expect(thrown == error)
        }
    }

    @Test("asks for an audience only if one is configured, and for a well-formed one always")
    func noAudience() throws {
        try JWTClaims(JSONObject([.init("aud", "you")])).check(now: 0, audience: nil)
        #expect(throws: ClaimError.audienceNotText) { try JWTClaims(JSONObject([.init("aud", 1)])).check(now: 0, audience: nil) }
    }

    static let claims = """
        {"role":"r","empty":"","number":5,"truth":true,"nothing":null,"list":["db_a","x","db_b",7,"b_end"],"realm":{"roles":[{"name":"deep"}]},
         "https://x.org/role":"url","$ref":"dollar","@at":"at","größe":"groß","roles":{"a":1.50}}
        """

    @Test(
        "finds the role",
        arguments: [
            (".role", "r"), (".empty", ""), (".number", "5"), (".truth", "true"), (".nothing", "null"), (".missing", nil),
            (".role.deeper", nil), (".list[0]", "db_a"), (".list[3]", "7"), (".list[9]", nil), (".list.x", nil), (".role[0]", nil),
            (".realm.roles[0].name", "deep"), (#"."https://x.org/role""#, "url"), (".$ref", "dollar"), (".@at", "at"), (".größe", "groß"),
            (".realm.roles", #"[{"name":"deep"}]"#), (".roles", #"{"a":1.5}"#), (".list[99999999999999999999]", "invalid"),
            (#".list[?(@ == "x")]"#, "x"), (#".list[?(@ != "db_a")]"#, "x"), (#".list[?(@ ^== "db_")]"#, "db_a"),
            (#".list[?(@ ==^ "_b")]"#, "db_b"), (#".list[?(@ *== "_e")]"#, "b_end"), (#".list[?(@=="y")]"#, nil),
            (#".list[?(@*=="")]"#, "db_a"),
            (#".role[?(@ == "r")]"#, nil), (#".list[?(@  ==  "7")]"#, nil),
            ("", "invalid"), ("role", "invalid"), (".", "invalid"), (".role.", "invalid"), (".a-b", "invalid"), (".list[]", "invalid"),
            (".list[-1]", "invalid"), (".list[0", "invalid"), (#"."open"#, "invalid"), (#".a[?(@ == "x")].b"#, "invalid"),
            (#".a[?(@ > "x")]"#, "invalid"), (#".a[?(@ == x)]"#, "invalid"), (".role ", "invalid"), (#"[?(@ == "x")]"#, "invalid"),
        ] as [(String, String?)])
    func role(path: String, role: String?) throws {
        guard role != "invalid" else {
            #expect(throws: RoleClaimPathError.self) { try RoleClaimPath(path) }
            return
        }
        #expect(try RoleClaimPath(path).role(in: JSON(text: Self.claims)) == role)
    }

    @Test("looks for .role by default")
    func standard() throws {
        #expect(try RoleClaimPath(".role") == .role)
    }
}
