import HTTPServing
import Testing

@Suite("PercentEncoding")
struct PercentEncodingTests {
    @Test(
        "decodes, and leaves what is no code",
        arguments: [
            ("", ""), ("a", "a"), ("%41%5a%5A", "AZZ"), ("a+b", "a+b"), ("%", "%"), ("%4", "%4"), ("%4g", "%4g"), ("%%41", "%A"),
            ("%C3%BC", "ü"), ("%2F%00", "/\0"), ("100%", "100%"),
        ])
    func decodes(encoded: String, text: String) {
        #expect(PercentEncoding.decode(encoded.utf8) == Array(text.utf8))
        #expect(PercentEncoding.text(encoded) == text)
    }

    @Test("reads plus as a blank where asked, and tells bytes that are no text")
    func variants() {
        #expect(PercentEncoding.text("a+%2B", plusIsSpace: true) == "a +")
        #expect(PercentEncoding.text("%FF") == nil)
        #expect(PercentEncoding.lossyText("%FF") == "\u{FFFD}")
        #expect(PercentEncoding.isWellFormed("a%20".utf8))
        #expect(!PercentEncoding.isWellFormed("a%2".utf8))
        #expect(PercentEncoding.encode("a b/ü~".utf8) == "a%20b%2F%C3%BC~")
    }
}
