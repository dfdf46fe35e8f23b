import PostgresLink
import Testing

@testable import RESTEngine

@Suite struct ConfiguredFunctionTests {
    @Test(
        "divides at the first dot and quotes each part",
        arguments: [
            ("pre", nil, "pre", #""pre""#), ("auth.pre", "auth", "pre", #""auth"."pre""#), ("a.b.c", "a", "b.c", #""a"."b.c""#),
            ("A\"b.c", "A\"b", "c", #""A""b"."c""#), ("", nil, "", #""""#),
        ] as [(String, String?, String, String)])
    func divides(text: String, schema: String?, name: String, sql: String) {
        let function = ConfiguredFunction(text)
        #expect(function.schema == schema && function.name == name && function.sql.rendered().text == sql)
    }
}
