import HTTPServing
import RESTEngine
import Testing

/// Cross-origin headers of the bare server (rest.md 11.3, 11.4).
@Suite struct CORSTests {
    @Test(
        "answers a preflight",
        arguments: [
            (nil, nil), ("", "Authorization, Accept, Accept-Language, Content-Language"),
            ("authorization, , foo", "Authorization, authorization, , foo, Accept, Accept-Language, Content-Language"),
            ("ACCEPT ,x", "Authorization, ACCEPT, x, Accept-Language, Content-Language"),
        ] as [(String?, String?)])
    func preflight(requested: String?, allowed: String?) throws {
        var headers = Headers([("Origin", "http://a"), ("Access-Control-Request-Method", "PATCH")])
        if let requested { headers.append("Access-Control-Request-Headers", requested) }
        let response = try #require(CORS(RESTConfiguration()).preflight(Request(.options, "/any/where", headers: headers)))
        #expect(response.status.code == 200)
        #expect(
            response.headers.fields.map { $0.name + ": " + ($0.text ?? "") } == [
                "Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
            ] + (allowed.map { ["Access-Control-Allow-Headers: \($0)"] } ?? []) + ["Access-Control-Max-Age: 86400"])
    }

    @Test(
        "takes other requests for no preflight",
        arguments: [
            (Method.options, [("Access-Control-Request-Method", "GET")]), (.options, [("Origin", "http://a")]),
            (.options, [("Origin", "http://a"), ("Access-Control-Request-Method", "get")]),
            (.get, [("Origin", "http://a"), ("Access-Control-Request-Method", "GET")]),
        ])
    func noPreflight(method: Method, headers: [(String, String)]) {
        #expect(CORS(RESTConfiguration()).preflight(Request(method, "/", headers: Headers(headers))) == nil)
    }

    @Test(
        "adds headers for the origins that are allowed",
        arguments: [
            (nil, "null", ["*", nil]), (["http://a", "*"], "http://a", ["http://a", "true"]), (["http://a", "*"], "http://A", [nil, nil]),
            ([], "x", ["*", nil]),
        ] as [([String]?, String, [String?])])
    func decorates(origins: [String]?, origin: String, expected: [String?]) {
        var configuration = RESTConfiguration()
        configuration.allowedOrigins = origins
        var response = Response(Status(200))
        CORS(configuration).decorate(&response, for: Request(.get, "/", headers: Headers([("Origin", origin)])))
        #expect(response.headers["Access-Control-Allow-Origin"] == expected[0])
        #expect(response.headers["Access-Control-Allow-Credentials"] == expected[1])
        #expect((response.headers["Access-Control-Expose-Headers"] != nil) == (expected[0] != nil))
    }

    @Test("leaves OPTIONS and requests without origin alone")
    func undecorated() {
        var response = Response(Status(200))
        CORS(RESTConfiguration()).decorate(&response, for: Request(.options, "/", headers: Headers([("Origin", "x")])))
        CORS(RESTConfiguration()).decorate(&response, for: Request(.get, "/"))
        #expect(response.headers.fields.isEmpty)
    }

    @Test("sends the trace header back, first and as it is configured")
    func trace() {
        var configuration = RESTConfiguration()
        configuration.traceHeader = "X-Trace-Id"
        for (sent, expected) in [(Headers([("x-trace-id", "42")]), "42"), (Headers(), "")] {
            var response = Response(Status(200), headers: Headers([("A", "b")]))
            TraceHeader(configuration).decorate(&response, for: Request(.get, "/", headers: sent))
            #expect(response.headers.fields.map(\.name) == ["X-Trace-Id", "A"] && response.headers["X-Trace-Id"] == expected)
        }
    }
}
