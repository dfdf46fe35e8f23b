import HTTPServing
import Testing

@Suite("Headers")
struct HeadersTests {
    @Test("keeps order, spelling and repetition")
    func order() {
        var headers = Headers([("A", "1"), ("b", "2"), ("a", "3")])
        headers.append("C", bytes: [0xFF])
        #expect(headers.fields.map(\.name) == ["A", "b", "a", "C"])
        #expect(headers.all("A").map(\.text) == ["1", "3"])
        #expect(headers["a"] == "1")
        #expect(headers.first("c")?.text == nil)
        #expect(headers["c"] == "\u{FFFD}")
        #expect(headers["d"] == nil)
    }

    @Test("removes and replaces every field of a name")
    func changes() {
        var headers = Headers([("A", "1"), ("b", "2"), ("a", "3")])
        headers.set("a", "4")
        #expect(headers.fields.map(\.text) == ["2", "4"])
        headers.remove("B")
        #expect(headers.count == 1)
        headers.append(contentsOf: Headers([("x", "y")]))
        #expect(headers.fields.map(\.name) == ["a", "x"])
        #expect(headers.contains("X"))
    }
}
