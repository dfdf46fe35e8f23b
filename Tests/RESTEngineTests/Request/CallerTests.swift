import HTTPServing
import JSONText
import RESTEngine
import Testing
import Tokens

/// Callers and what SQL sees of a request (rest.md 9).
@Suite struct CallerTests {
    private let key = JWK(secret: Array("reallyreallyreallyreallyverysafe".utf8))

    @Test("takes who comes without a token for the anonymous role", arguments: [nil, "Basic x", "Bearereyj", "", "bearerx y"])
    func anonymous(header: String?) throws {
        let caller = try caller(header)
        #expect(caller == Caller(role: "anon", claims: Array(#"{"role":"anon"}"#.utf8), isAuthenticated: false))
    }

    @Test(
        "finds role and claims in a token",
        arguments: [
            (#"{"role":"bob","z":1.50,"a":{"y":1,"x":2},"z":3}"#, "bob", #"{"a":{"x":2,"y":1},"role":"bob","z":1.5}"#, true),
            (#"{"sub":"x"}"#, "anon", #"{"role":"anon","sub":"x"}"#, false), (#"{"role":"anon"}"#, "anon", #"{"role":"anon"}"#, false),
            (#"{"role":5}"#, "5", #"{"role":"5"}"#, true), (#"{"role":""}"#, "", #"{"role":""}"#, true),
        ])
    func claims(text: String, role: String, claims: String, isAuthenticated: Bool) throws {
        let token = try #require(JWT.signed(try JSON(text: text), by: key))
        for scheme in ["Bearer ", "bearer \t "] {
            #expect(try caller(scheme + token) == Caller(role: role, claims: Array(claims.utf8), isAuthenticated: isAuthenticated))
        }
    }

    @Test(
        "refuses a token",
        arguments: [
            ("Bearer", 401, "PGRST301", "Empty JWT is sent in Authorization header"),
            ("Bearer  ", 401, "PGRST301", "Empty JWT is sent in Authorization header"),
            ("Bearer a.b", 401, "PGRST301", "Expected 3 parts in JWT; got 2"),
            ("Bearer a.b.c", 401, "PGRST301", "JWT cryptographic operation failed"),
        ])
    func refuses(header: String, status: Int, code: String, message: String) {
        let error = #expect(throws: RESTError.self) { try caller(header) }
        #expect(error?.status.code == status && error?.code == code && error?.message == message)
        #expect(error?.response.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\", error_description=\"\(message)\"")
    }

    @Test("refuses claims whose time is over, at each use")
    func expired() throws {
        let token = try #require(JWT.signed(["role": "bob", "exp": 1000], by: key))
        var tokens = KnownCallers(capacity: 10)
        let request = Request(.get, "/", headers: Headers([("Authorization", "Bearer \(token)")]))
        let authenticator = Authenticator(configuration)
        #expect(try authenticator.caller(of: request, now: 1030, callers: &tokens).role == "bob")
        let error = #expect(throws: RESTError.self) { try authenticator.caller(of: request, now: 1031, callers: &tokens) }
        #expect(error?.code == "PGRST303" && error?.message == "JWT expired" && tokens.count == 1)
    }

    @Test("refuses strangers where there is no anonymous role, and tokens where there is no secret")
    func unconfigured() throws {
        var bare = RESTConfiguration()
        let disabled = #expect(throws: RESTError.self) { try caller(nil, bare) }
        #expect(disabled?.code == "PGRST302" && disabled?.response.headers["WWW-Authenticate"] == "Bearer")
        bare.anonymousRole = "anon"
        let noSecret = #expect(throws: RESTError.self) { try caller("Bearer x", bare) }
        #expect(noSecret?.code == "PGRST300" && noSecret?.status.code == 500 && noSecret?.headers.isEmpty == true)
    }

    @Test("shows the headers to SQL: sorted, in lower case, the last of a name, without cookies")
    func headers() throws {
        let context = try RequestContext(
            Request(.get, "/", headers: Headers([("X-B", "1"), ("Host", "a\"b"), ("x-b", "é "), ("Cookie", "c=1"), ("Accept", "")])))
        #expect(String(decoding: context.headers, as: UTF8.self) == #"{"accept":"","host":"a\"b","x-b":"é "}"#)
    }

    @Test(
        "shows the cookies to SQL",
        arguments: [
            (nil, "{}"), ("a=1; b=\"x y\"; a=2", #"{"a":"2","b":"x y"}"#), ("a = 1", #"{"a ":" 1"}"#), ("a", #"{"a":""}"#),
            ("", #"{"":""}"#), ("a=%41=;;", #"{"":"","a":"%41="}"#), ("a=\"", #"{"a":"\""}"#),
        ] as [(String?, String)])
    func cookies(header: String?, json: String) throws {
        let context = try RequestContext(Request(.get, "/", headers: Headers(header.map { [("cookie", $0)] } ?? [])))
        #expect(String(decoding: context.cookies, as: UTF8.self) == json)
    }

    @Test("refuses headers and cookies that are not UTF-8", arguments: ["X-A", "Cookie"])
    func badBytes(name: String) {
        var headers = Headers()
        headers.append(name, bytes: [0xC3])
        #expect(throws: RESTError.self) { try RequestContext(Request(.get, "/", headers: headers)) }
    }

    private var configuration: RESTConfiguration {
        var configuration = RESTConfiguration()
        configuration.anonymousRole = "anon"
        configuration.keys = KeySet([key])
        return configuration
    }

    private func caller(_ header: String?, _ other: RESTConfiguration? = nil) throws(RESTError) -> Caller {
        var tokens = KnownCallers(capacity: 0)
        let headers = Headers(header.map { [("Authorization", $0)] } ?? [])
        return try Authenticator(other ?? configuration).caller(of: Request(.get, "/", headers: headers), now: 0, callers: &tokens)
    }
}
