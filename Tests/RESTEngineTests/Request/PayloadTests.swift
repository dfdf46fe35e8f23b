import HTTPServing
import RESTEngine
import Testing

/// Bodies by their content type (rest.md 1.16).
@Suite struct PayloadTests {
    @Test(
        "reads JSON for a relation",
        arguments: [
            (#" {"b":1,"a":2,"b":3}"#, #" {"b":1,"a":2,"b":3}"#, ["a", "b"], false), ("{}", "{}", [], false), ("[]", "[]", [], true),
            (#"[{"a":1,"b":2},{"b":3,"a":4}]"#, #"[{"a":1,"b":2},{"b":3,"a":4}]"#, ["a", "b"], true), ("5", "[]", [], true),
            ("null", "[]", [], true), (#""x""#, "[]", [], true),
        ])
    func json(body: String, bytes: String, keys: [String], isArray: Bool) throws {
        #expect(try payload(body) == .json(bytes: Array(bytes.utf8), keys: keys, isArray: isArray))
    }

    @Test(
        "refuses a body",
        arguments: [
            ("", nil, "Empty or invalid json"), ("{", nil, "Empty or invalid json"), ("[1,2]", nil, "All object keys must match"),
            (#"[{"a":1},{"b":1}]"#, nil, "All object keys must match"), ("\u{FEFF}{}", nil, "Empty or invalid json"),
            ("x", "text/plain", "Content-Type not acceptable: text/plain"), ("x", "", "Content-Type not acceptable: "),
            ("x", "image/png; a=b", "Content-Type not acceptable: image/png; a=b"),
            ("a,b\n1\n1,2\n", "text/csv", "All lines must have same number of fields"),
            ("", "text/csv", "parse error (not enough input) at \"\""), ("a,b", "text/csv", "parse error (not enough input) at \"\""),
            ("a\nx\"y\n", "text/csv", "parse error (Failed reading: satisfy) at \"\"y\n\""),
            ("a\n\"x\"y\n", "text/csv", "parse error (Failed reading: satisfy) at \"y\n\""),
            ("a\n\"", "text/csv", "parse error (not enough input) at \"\""),
        ] as [(String, String?, String)])
    func refuses(body: String, type: String?, message: String) {
        let error = #expect(throws: RESTError.self) { try payload(body, type: type) }
        #expect(error?.message == message && error?.code == "PGRST102")
    }

    @Test(
        "reads CSV as rows of texts",
        arguments: [
            ("a,b\n1,NULL\n,\"x \"\"y\"\"\"", #"[{"a":"1","b":null},{"a":"","b":"x \"y\""}]"#, ["a", "b"]),
            ("a\r\n1\r2\n\n3", #"[{"a":"1"},{"a":"2"},{"a":"3"}]"#, ["a"]), ("a,b\n", "[]", []),
            ("a,b\n1\n2\n", #"[{"a":"1"},{"a":"2"}]"#, ["a"]),
            ("a,a\n1,2,3\n", #"[{"a":"2"}]"#, ["a"]), ("a\n\"xyz", #"[{"a":"xy"}]"#, ["a"]), ("a\n\"1\n2\"\n", #"[{"a":"1\n2"}]"#, ["a"]),
        ])
    func csv(body: String, rows: String, keys: [String]) throws {
        #expect(try payload(body, type: "text/csv") == .json(bytes: Array(rows.utf8), keys: keys, isArray: true))
    }

    @Test("reads a form as one row, or as arguments")
    func form() throws {
        let type = "application/x-www-form-urlencoded"
        #expect(
            try payload("b=x+y&a=%22&b=2&c", type: type)
                == .json(bytes: Array(#"{"b":"2","a":"\"","c":""}"#.utf8), keys: ["a", "b", "c"], isArray: false))
        #expect(try payload("", type: type) == .json(bytes: Array("{}".utf8), keys: [], isArray: false))
        #expect(try payload("b=x&b=y", type: type, path: "/rpc/f") == .form([.init("b", "x"), .init("b", "y")]))
    }

    @Test("leaves JSON to PostgreSQL where columns are named")
    func columns() throws {
        #expect(try payload("{oops", path: "/dogs?columns=b,a,b") == .json(bytes: Array("{oops".utf8), keys: ["a", "b"], isArray: false))
        #expect(try payload(" [", path: "/rpc/f?columns=a") == .json(bytes: Array(" [".utf8), keys: ["a"], isArray: true))
        #expect(throws: RESTError.self) { try payload("{oops", path: "/dogs?columns=a", method: .put) }
        #expect(
            try payload("b\n1\n", type: "text/csv", path: "/dogs?columns=a")
                == .json(bytes: Array(#"[{"b":"1"}]"#.utf8), keys: ["b"], isArray: true))
    }

    @Test("reads the bodies of function calls")
    func functions() throws {
        #expect(try payload("", path: "/rpc/f") == .json(bytes: [], keys: [], isArray: false))
        #expect(try payload("hi", type: "text/plain", path: "/rpc/f") == .raw(Array("hi".utf8)))
        #expect(try payload("x", path: "/rpc/f", method: .get) == nil)
        #expect(try payload("x", path: "/dogs", method: .delete) == nil)
    }

    @Test("refuses CSV and forms that are not UTF-8", arguments: ["text/csv", "application/x-www-form-urlencoded"])
    func badBytes(type: String) {
        #expect(throws: RESTError.self) {
            try APIRequest(
                Request(.post, "/dogs", headers: Headers([("Content-Type", type)])), body: [0x61, 0x0A, 0xFF, 0x0A],
                configuration: RESTConfiguration(), timezones: [])
        }
    }

    private func payload(
        _ body: String, type: String? = nil, path: String = "/dogs", method: Method = .post
    ) throws(RESTError) -> Payload? {
        let headers = Headers(type.map { [("Content-Type", $0)] } ?? [])
        return try APIRequest(
            Request(method, path, headers: headers), body: Array(body.utf8), configuration: RESTConfiguration(), timezones: []
        ).payload
    }
}
