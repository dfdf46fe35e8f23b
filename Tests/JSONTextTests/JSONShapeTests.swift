import Testing

@testable import JSONText

@Suite("The shape of a request body")
struct JSONShapeTests {
    @Test(
        "tells the keys",
        arguments: [
            ("{}", .object(keys: [])),
            (#" {"b":1,"a":{"x":[1,{"y":2}]},"b":3} "#, .object(keys: ["b", "a"])),
            (#"{"\u0061":1,"a":2,"":3}"#, .object(keys: ["a", ""])),
            ("{\"é\":1,\"e\u{301}\":2}", .object(keys: ["é", "e\u{301}"])),
            ("[]", .array(keys: [], isEmpty: true)),
            (" [ ] ", .array(keys: [], isEmpty: true)),
            ("[{}]", .array(keys: [], isEmpty: false)),
            ("[{},{}]", .array(keys: [], isEmpty: false)),
            (#"[{"a":1,"b":2},{"a":{"c":1},"b":[]}]"#, .array(keys: ["a", "b"], isEmpty: false)),
            (#"[{"a":1,"b":2},{"b":1,"a":2},{"\u0061":1,"b":0,"a":3}]"#, .array(keys: ["a", "b"], isEmpty: false)),
            (#"[{"a":1},{"b":1}]"#, .mismatchedKeys),
            (#"[{"a":1},{"a":1,"b":1}]"#, .mismatchedKeys),
            (#"[{"a":1,"b":1},{"a":1,"a":1}]"#, .mismatchedKeys),
            (#"[{"a":1},1]"#, .mismatchedKeys),
            (#"[{"a":1},[]]"#, .mismatchedKeys),
            (#"[{"a":1},{}]"#, .mismatchedKeys),
            (#"[1,{"a":1}]"#, .mismatchedKeys),
            ("[[]]", .mismatchedKeys),
            ("[null]", .mismatchedKeys),
            ("[[1,[2]],{\"a\":[]}]", .mismatchedKeys),
            ("1", .scalar), (#""a""#, .scalar), ("null", .scalar), ("true", .scalar),
        ] as [(String, PayloadShape)])
    func shape(body: String, shape: PayloadShape) throws {
        let found = try JSONShape.scan(Array(body.utf8))
        #expect(found == shape)
        // `==` on strings is too kind for names.
        if case .object(let keys) = found, case .object(let expected) = shape {
            #expect(keys.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test(
        "reports a syntax error before a mismatch", arguments: [#"[{"a":1},{"b":1}"#, #"[1,2,{"a"}]"#, #"[{"a":1},2,]"#, "[[1,]]", "[{}]x"])
    func syntaxFirst(body: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONShape.scan(Array(body.utf8)) }
    }
}
