import Testing

@testable import MockPostgrest

@Suite("TOML")
struct TOMLParserTests {
    private static func text(_ content: TOML.Content) -> String {
        switch content {
        case .string(let text): "\"\(text)\""
        case .integer(let number): String(number)
        case .float(let number): "\(number)f"
        case .bool(let flag): String(flag)
        case .date(let text): "@\(text)"
        case .array(let elements): "[" + elements.map { Self.text($0.content) }.joined(separator: ",") + "]"
        case .table(let table): Self.text(table)
        }
    }

    private static func text(_ table: TOML.Table) -> String {
        "{" + table.names.map { "\($0)=\(table[$0].map { Self.text($0.content) } ?? "")" }.joined(separator: ",") + "}"
    }

    @Test(
        "reads values",
        arguments: [
            (#""a\tb\\\"\u00e9\U0001F600""#, "\"a\tb\\\"é😀\""), (#"'C:\no'"#, #""C:\no""#), (#""""#, #""""#), ("''", #""""#),
            ("\"\"\"\na\n  b\\\n   c\"\"\"", "\"a\n  bc\""), ("\"\"\"x\"\"\"\"\"", "\"x\"\"\""), ("'''\r\na\r\n'b'''", "\"a\n'b\""),
            ("\"\"\"a \\  \n\n  b\"\"\"", "\"a b\""), ("\"env(NAME)\"", "\"env(NAME)\""),
            ("0", "0"), ("+17", "17"), ("-1_000", "-1000"), ("0xdead_BEEF", "3735928559"), ("0o17", "15"), ("0b101", "5"),
            ("9223372036854775807", "9223372036854775807"), ("1.5", "1.5f"), ("-2e3", "-2000.0f"), ("6.26e-34", "6.26e-34f"),
            ("inf", "inff"), ("-inf", "-inff"), ("nan", "nanf"), ("true", "true"), ("false", "false"),
            ("1979-05-27T07:32:00Z", "@1979-05-27T07:32:00Z"), ("1979-05-27 07:32:00.5-07:00", "@1979-05-27 07:32:00.5-07:00"),
            ("1979-05-27", "@1979-05-27"), ("07:32:00", "@07:32:00"),
            ("[]", "[]"), ("[1, 2,\n # two\n 3,]", "[1,2,3]"), ("[[1], ['a']]", "[[1],[\"a\"]]"), ("{}", "{}"),
            ("{ a = 1, b.c = 'x' }", "{a=1,b={c=\"x\"}}"), ("[{a=1}, {a=2}]", "[{a=1},{a=2}]"),
        ])
    func values(text: String, value: String) throws {
        let table = try TOML.Table(parsing: "key = \(text) # and a comment\n")
        #expect(Self.text(table) == "{key=\(value)}")
    }

    @Test(
        "reads tables",
        arguments: [
            ("", "{}"), ("\u{FEFF}# c\r\na = 1\r\n", "{a=1}"), ("a.b.c = 1\na.b.d = 2\n'x.y' = 3", "{a={b={c=1,d=2}},x.y=3}"),
            ("[a.b]\nc = 1\n[a]\nd = 2\n[a.b.e]", "{a={b={c=1,e={}},d=2}}"), ("[ a . \"b c\" ]\nd=1", "{a={b c={d=1}}}"),
            ("[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\n[[a.e]]\n[[a.e]]", "{a=[{b=1,c={d=2}},{e=[{},{}]}]}"),
            ("[a]\nb.c = 1\n[a.b.d]\ne = 2", "{a={b={c=1,d={e=2}}}}"), ("1 = 2\n-_ = 3", "{1=2,-_=3}"),
        ])
    func tables(text: String, value: String) throws {
        #expect(try Self.text(TOML.Table(parsing: text)) == value)
    }

    @Test(
        "says what is wrong and where",
        arguments: [
            ("a = 1\nb", 2, "expected '=' after a key, found the end of the text"),
            ("a = \n", 1, "expected a value, found the end of the line"),
            ("a = yes", 1, "'yes' is no value: a text needs quotes"), ("a = 01", 1, "'01' is no value: a text needs quotes"),
            ("a = 1__0", 1, "'1__0' is no value: a text needs quotes"), ("a = 0b12", 1, "'0b12' is no number of base 2"),
            ("a = 9223372036854775808", 1, "the integer 9223372036854775808 has more than 64 bits"),
            ("a = \"x", 1, "a text that begins here does not end"), ("a = \"x\n\"", 1, "a text does not end on its line"),
            ("\n\na = '''x\ny", 3, "a text that begins here does not end"), (#"a = "\q""#, 1, "a backslash before 'q' means nothing"),
            (#"a = "\ud800""#, 1, "\\u and \\U stand before the number of a character"),
            ("a = 1 b = 2", 1, "expected the end of the line, found 'b'"), ("a = 1\n\na = 2", 3, "a is there already"),
            ("[a]\n[b]\n[a]", 3, "a is there already"), ("a = 1\n[a.b]", 2, "a is no table that can be added to"),
            ("a = {b = 1}\n[a.c]", 2, "a is no table that can be added to"), ("a = {b = 1}\na.c = 2", 2, "nothing can be added to a here"),
            ("[a]\nb.c = 1\n[a.b]", 3, "a.b is there already"), ("[a.b.c]\n[a]\nb.d = 1", 3, "nothing can be added to b here"),
            ("a = [1]\n[[a]]", 2, "a is there already"), ("a = [{b = 1}]\n[[a]]", 2, "a is there already"),
            ("[[a]]\n[a]", 2, "a is there already"), ("[a", 1, "expected ']' after the name of a table, found the end of the text"),
            ("[[a]\n", 1, "expected ']' after the name of a table, found the end of the line"), ("= 1", 1, "expected a key, found '='"),
            ("a. = 1", 1, "expected a key, found '='"), ("\"\"\"a\"\"\" = 1", 1, "a key cannot have several lines"),
            ("a = [1\n2]", 2, "expected ',' or ']' in an array, found '2'"), ("a = {b = 1,}", 1, "expected a key, found '}'"),
            ("a = {b = 1\n}", 1, "expected ',' or '}' in a table on one line, found the end of the line"),
            ("a = 1 # \u{7}", 1, "a control character in a comment"), ("a = \"\u{0}\"", 1, "a control character in a text"),
            ("a = é", 1, "expected a value, found 'é'"),
        ])
    func errors(text: String, line: Int, reason: String) {
        #expect(throws: TOMLError(line: line, reason: reason)) { try TOML.Table(parsing: text) }
    }

    @Test("refuses depth instead of ending the process")
    func depth() {
        for text in [
            "a = " + String(repeating: "[", count: 100_000), "a = " + String(repeating: "{a=", count: 100_000),
            String(repeating: "a.", count: 100_000) + "a = 1", "[" + String(repeating: "a.", count: 100_000) + "a]",
        ] {
            #expect(throws: TOMLError.self) { try TOML.Table(parsing: text) }
        }
    }

    @Test("ends for any input")
    func randomInput() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let pieces = [
            "a", "=", "[", "]", "{", "}", ".", ",", "\"", "'", "\"\"\"", "'''", "\\", "\n", "\r\n", " ", "#", "1", "0x", "-", "é", "\\u",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            _ = try? TOML.Table(parsing: text)
        }
    }
}
