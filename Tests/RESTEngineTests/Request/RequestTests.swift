import HTTPServing
import JSONText
import RESTEngine
import Testing

/// Whole requests: path, method, schema, ranges, preferences (rest.md 1.2 to 1.4, 1.15, 3.8).
@Suite struct RequestTests {
    @Test(
        "finds the resource of a path",
        arguments: [
            ("/", .inspect(headersOnly: false)), ("/dogs", .read(relation: "dogs", headersOnly: false)),
            ("/Dogs%20x", .read(relation: "Dogs x", headersOnly: false)), ("/a%2Fb", .read(relation: "a/b", headersOnly: false)),
            ("/a+b%zz", .read(relation: "a+b%zz", headersOnly: false)), ("/a%FFb", .read(relation: "a\u{FFFD}b", headersOnly: false)),
            ("/rpc", .read(relation: "rpc", headersOnly: false)), ("/rpc/f", .call(routine: "f", .get)),
            ("/rpc/", .call(routine: "", .get)),
            ("http://host/dogs?id=eq.1", .read(relation: "dogs", headersOnly: false)),
        ] as [(String, APIRequest.Action)])
    func resources(path: String, action: APIRequest.Action) throws {
        #expect(try parse(Request(.get, path)).action == action)
    }

    @Test("refuses a path", arguments: ["/dogs/", "/rpc/f/", "//", "//dogs", "/a/b", "/rpc/f/g"])
    func invalidPaths(path: String) {
        #expect(code(Request(.get, path)) == "PGRST125")
    }

    @Test(
        "refuses a method",
        arguments: [
            ("/dogs", "TRACE", "PGRST117"), ("/", "POST", "PGRST117"), ("/rpc/f", "PUT", "PGRST101"), ("/dogs", "get", "PGRST117"),
        ])
    func methods(path: String, method: String, expected: String) {
        #expect(code(Request(Method(rawValue: method), path)) == expected)
    }

    @Test("turns the root into a function, or off")
    func root() throws {
        var configuration = RESTConfiguration()
        configuration.rootSpec = "api.welcome"
        #expect(try parse(Request(.get, "/"), configuration).action == .call(routine: "welcome", .get))
        configuration.rootSpec = nil
        configuration.openAPIMode = .disabled
        #expect(code(Request(.options, "/"), configuration) == "PGRST126")
    }

    @Test(
        "chooses the schema by profile",
        arguments: [
            (Method.get, "Accept-Profile"), (.options, "Accept-Profile"), (.post, "Content-Profile"), (.delete, "Content-Profile"),
        ])
    func profiles(method: Method, header: String) throws {
        var configuration = RESTConfiguration()
        configuration.schemas = ["api", "vet"]
        let vet = try parse(Request(method, "/dogs", headers: Headers([(header, "vet"), (header, "x")])), configuration, body: "{}")
        #expect(vet.schema == "vet" && vet.isNegotiatedByProfile)
        let first = try parse(Request(method, "/dogs"), configuration, body: "{}")
        #expect(first.schema == "api" && first.isNegotiatedByProfile)
        let error = #expect(throws: RESTError.self) {
            try parse(Request(method, "/dogs", headers: Headers([(header, "vet ")])), configuration)
        }
        #expect(error?.message == "Invalid schema: vet " && error?.hint == "Only the following schemas are exposed: api, vet")
        #expect(try parse(Request(.get, "/dogs")).isNegotiatedByProfile == false)
    }

    @Test(
        "reads the page's range",
        arguments: [
            ("", nil, .all), ("limit=5", nil, PageRange(upper: 4)), ("offset=5", nil, PageRange(lower: 5)),
            ("limit=5&offset=5", nil, PageRange(lower: 5, upper: 9)), ("limit=5&offset=-3", nil, PageRange(upper: 1)),
            ("offset=-3", nil, .all), ("limit=0", "5-9", PageRange(upper: -1)), ("limit=x", nil, .all),
            ("limit=%200x10%20", nil, PageRange(upper: 15)), ("limit=((%205))", nil, PageRange(upper: 4)), ("limit=(-%20-1)", nil, .all),
            ("limit=0o17", nil, PageRange(upper: 14)), ("limit=%2B1", nil, .all), ("limit=1e3", nil, .all),
            ("", "0-9", PageRange(upper: 9)), ("", "10-", PageRange(lower: 10)), ("limit=3", "2-", PageRange(lower: 2, upper: 2)),
            ("", "items=0-9", .all), ("", "-5", .all), ("", "5", .all), ("", "", .all),
            ("limit=1&limit=2", nil, PageRange(upper: 1)), ("offset=x&limit=y", nil, PageRange(upper: -1)),
            ("offset=99999999999999999999", nil, PageRange(lower: 99_999_999_999_999_999_999)),
        ] as [(String, String?, PageRange)])
    func ranges(query: String, header: String?, range: PageRange) throws {
        let request = Request(.get, "/dogs?\(query)", headers: Headers(header.map { [("Range", $0)] } ?? []))
        #expect(try parse(request).range == range)
    }

    @Test(
        "refuses a range",
        arguments: [
            (Method.get, "", "9-0", "PGRST103"), (.get, "limit=-1", nil, "PGRST103"), (.get, "limit=0&offset=5", nil, "PGRST103"),
            (.get, "limit=2", "5-9", "PGRST103"), (.put, "limit=1", nil, "PGRST114"), (.put, "limit=0", nil, "PGRST114"),
            (.options, "limit=-1", nil, "PGRST103"),
        ] as [(Method, String, String?, String)])
    func refusedRanges(method: Method, query: String, header: String?, expected: String) {
        #expect(code(Request(method, "/dogs?\(query)", headers: Headers(header.map { [("Range", $0)] } ?? [])), body: "{}") == expected)
    }

    @Test("reads preferences, the first of a kind")
    func preferences() throws {
        let headers = Headers([
            ("Prefer", "return=foo, return=minimal,return=representation"), ("prefer", "count=exact, resolution=merge-duplicates"),
            ("Prefer", "missing=default,handling=strict,timezone=Mars,timezone=UTC, tx=rollback,max-affected=0x10,max-affected=2,,x"),
            ("Prefer", ""),
        ])
        let read = try parse(Request(.get, "/dogs", headers: headers)).preferences
        #expect(read.return == .minimal && read.count == .exact && read.resolution == .mergeDuplicates && read.missing == .default)
        #expect(read.handling == .strict && read.timezone == "UTC" && read.maxAffected == 16 && read.transaction == nil)
        #expect(read.invalid == ["return=foo", "timezone=Mars", "", "x"])
        var configuration = RESTConfiguration()
        configuration.transactionEnd = .commitAllowOverride
        #expect(try parse(Request(.get, "/dogs", headers: headers), configuration).preferences.transaction == .rollback)
    }

    @Test(
        "reads max-affected as a wrapped number",
        arguments: [
            ("18446744073709551617", 1), ("-1", -1), ("9223372036854775808", .min), ("abc", nil), ("", nil), ("(3)", 3),
        ] as [(String, Int?)])
    func maxAffected(text: String, value: Int?) throws {
        let preferences = try parse(Request(.get, "/dogs", headers: Headers([("Prefer", "max-affected=\(text)")]))).preferences
        #expect(preferences.maxAffected == value && preferences.invalid.isEmpty)
    }

    @Test("refuses header values that are read as text and are not UTF-8", arguments: ["Accept-Profile", "Prefer", "Range"])
    func badHeaders(name: String) {
        var headers = Headers()
        headers.append(name, bytes: [0x61, 0xFF])
        #expect(throws: RESTError.self) { try parse(Request(.get, "/dogs", headers: headers)) }
    }

    @Test("knows from the method whether the body is needed")
    func readsBody() {
        let methods: [Method] = [.get, .head, .options, .delete, .post, .put, .patch]
        #expect(methods.filter { APIRequest.readsBody(Request($0, "/dogs")) } == [.post, .put, .patch])
    }

    private func parse(
        _ request: Request, _ configuration: RESTConfiguration = RESTConfiguration(), body: String = ""
    ) throws(RESTError) -> APIRequest {
        try APIRequest(request, body: Array(body.utf8), configuration: configuration, timezones: ["UTC"])
    }

    private func code(_ request: Request, _ configuration: RESTConfiguration = RESTConfiguration(), body: String = "") -> String? {
        do {
            _ = try parse(request, configuration, body: body)
            return nil
        } catch {
            return error.code
        }
    }
}
