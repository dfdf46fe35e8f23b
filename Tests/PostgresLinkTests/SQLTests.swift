import PostgresLink
import Testing

@Suite struct SQLTests {
    @Test(
        "renders placeholders in order",
        arguments: [
            ("SELECT 1" as SQL, "SELECT 1", []),
            ("", "", []),
            ("\(parameter: "a")", "$1", [.text("a")]),
            ("\(parameter: "a")\(parameter: nil)", "$1$2", [.text("a"), .null]),
            ("x = \(parameter: "ä") AND y = \(parameter: .binary([0, 1]))!", "x = $1 AND y = $2!", [.text("ä"), .binary([0, 1])]),
            ("é\("ü\(parameter: "1")" as SQL)ß\(parameter: .utf8([65]))", "éü$1ß$2", [.text("1"), .utf8([65])]),
        ] as [(SQL, String, [SQL.Parameter])])
    func renders(sql: SQL, text: String, parameters: [SQL.Parameter]) {
        let rendered = sql.rendered()
        #expect(rendered.text == text)
        #expect(rendered.parameters == parameters)
    }

    @Test("numbers many parameters")
    func manyParameters() {
        let sql = (1...1234).map { "\(parameter: "\($0)")" as SQL }.joined(separator: ",")
        #expect(sql.rendered().text == (1...1234).map { "$\($0)" }.joined(separator: ","))
        #expect(sql.parameterCount == 1234)
    }

    @Test("the way in which it was built makes no difference")
    func canonical() {
        var built: SQL = "SELECT "
        built += "" + "a"
        built.append(" = \(parameter: "1")")
        #expect(built == "SELECT a = \(parameter: "1")")
        #expect(built.segments == [.text("SELECT a = "), .parameter(.text("1"))])
        #expect((built + built).rendered().text == "SELECT a = $1SELECT a = $2")
        #expect(SQL().segments == [] && SQL().isEmpty && !built.isEmpty)
    }

    @Test(
        "quotes identifiers",
        arguments: [
            ("dog", #""dog""#), ("", #""""#), ("Dog Name", #""Dog Name""#), ("a\"b", "\"a\"\"b\""), ("\";--", "\"\"\";--\""),
            ("a\0b", #""a""#), ("\"\0\"", #""""""#), ("ünï", #""ünï""#), ("\u{301}\"", "\"\u{301}\"\"\""),
        ])
    func quotes(name: String, quoted: String) {
        #expect(Identifier(name).quoted == quoted)
        #expect(("\(identifier: name)" as SQL).rendered().text == quoted)
        #expect(("\(QualifiedName(name, name))" as SQL).rendered().text == "\(quoted).\(quoted)")
    }

    @Test("names are the same if their bytes are")
    func equality() {
        // Swift's strings are equal here.
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        #expect(Identifier(composed) != Identifier(decomposed))
        #expect(QualifiedName(composed, "a") != QualifiedName(decomposed, "a"))
        #expect(Set([QualifiedName("a", composed), QualifiedName("a", decomposed), QualifiedName("a", composed)]).count == 2)
        #expect((Identifier(composed) < Identifier(decomposed)) != (Identifier(decomposed) < Identifier(composed)))
        #expect(QualifiedName("a", "b") < QualifiedName("a", "c") && QualifiedName("a", "c") < QualifiedName("b", "a"))
    }
}
