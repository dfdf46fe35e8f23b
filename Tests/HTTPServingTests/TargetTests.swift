import HTTPServing
import Testing

@Suite("Target")
struct TargetTests {
    @Test(
        "keeps path and query of every form",
        arguments: [
            ("/", "/", nil), ("", "/", nil), ("/a?b", "/a", "b"), ("?b", "/", "b"), ("http://h/a?b", "/a", "b"), ("http://h?b", "/", "b"),
            ("*", "*", nil), ("/x?u=http://h/y", "/x", "u=http://h/y"),
        ] as [(String, String, String?)])
    func forms(text: String, path: String, query: String?) {
        #expect(Target(text) == Target(path: path, query: query))
    }
}
