import Testing

@testable import RESTEngine

@Suite struct ViewTargetTests {
    static func rule(_ entries: String, before: String = ":rtable ({RTE :eref {ALIAS :aliasname d}})") -> String {
        "({QUERY :commandType 1 \(before) :targetList (\(entries)) :groupClause <> :stmt_len 0})"
    }

    static func entry(_ number: Int, _ name: String, _ table: String, _ column: String, expression: String = "{VAR :varno 1}") -> String {
        "{TARGETENTRY :expr \(expression) :resno \(number) :resname \(name) :ressortgroupref 0 :resorigtbl \(table) :resorigcol \(column) :resjunk false}"
    }

    @Test(
        "reads the plain columns of a view",
        arguments: [
            (rule(entry(1, "id", "16385", "1") + " " + entry(2, "n", "0", "0")), [ViewTarget(number: 1, table: 16385, column: 1)]),
            // A column may bear any name, escaped where it would disturb.
            (
                rule(entry(1, #"a\ b\{\}\(\)\\"#, "7", "3") + "\n" + entry(2, ":resno", "7", "4") + entry(3, ":targetList", "7", "5")),
                [
                    ViewTarget(number: 1, table: 7, column: 3), ViewTarget(number: 2, table: 7, column: 4),
                    ViewTarget(number: 3, table: 7, column: 5),
                ]
            ),
            // Lists of queries inside do not count, before or within the list.
            (
                rule(
                    entry(1, "x", "9", "2", expression: "{SUBLINK :subselect \(rule(entry(1, "y", "5", "5")))}"),
                    before: ":rtable ({RTE :subquery \(rule(entry(4, "z", "4", "4"))) :alias \\) })"),
                [ViewTarget(number: 1, table: 9, column: 2)]
            ),
            (rule(entry(1, "id", "4294967295", "1")), [ViewTarget(number: 1, table: 4_294_967_295, column: 1)]),
            (rule(entry(1, "id", "99999999999999999999", "1")), []),
            ("({QUERY :commandType 1 :targetList <>})", []),
            ("<>", []), ("", []), ("(", []), ("({QUERY :targetList ({TARGETENTRY :resno 1 \\", []),
        ] as [(String, [ViewTarget])])
    func reads(rule: String, targets: [ViewTarget]) {
        #expect(ViewTarget.targets(inRule: rule) == targets)
    }

    @Test("any cut or damaged text ends in targets or none, never in a crash")
    func damaged() {
        let text = Array(Self.rule(Self.entry(1, #"a\ b"#, "7", "3") + Self.entry(2, "c", "8", "1")).utf8)
        var random = SystemRandomNumberGenerator()
        for length in text.indices {
            _ = text[..<length].withUnsafeBytes { ViewTarget.targets(inRule: $0) }
            var changed = text
            changed[length] = Array("{}()\\ 0:".utf8).randomElement(using: &random) ?? 0
            _ = changed.withUnsafeBytes { ViewTarget.targets(inRule: $0) }
        }
    }
}

@Suite struct PostgresArrayTests {
    @Test(
        "reads an array",
        arguments: [
            ("{}", []), ("{a}", ["a"]), ("{a,b}", ["a", "b"]), (#"{"a b","c\"d","e\\f",""}"#, ["a b", #"c"d"#, #"e\f"#, ""]),
            ("{a,NULL,\"NULL\"}", ["a", "NULL"]), ("[0:1]={integer,\"character varying\"}", ["integer", "character varying"]),
            ("", []), ("{", []), ("{\"a", []), (#"{"a\}"#, ["a"]),
        ] as [(String, [String])])
    func reads(literal: String, elements: [String]) {
        #expect(PostgresArray.elements(literal) == elements)
    }

    @Test("writes what it reads", arguments: [[], ["a"], ["a b", "\"", "\\", "", "{,}", "NULL", "산책"]])
    func roundTrip(elements: [String]) {
        #expect(PostgresArray.elements(PostgresArray.literal(elements)) == elements)
    }
}
