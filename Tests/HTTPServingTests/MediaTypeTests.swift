import HTTPServing
import Testing

@Suite("MediaType")
struct MediaTypeTests {
    @Test(
        "reads a type with parameters",
        arguments: [
            ("text/plain", "text/plain"), ("Text/HTML; Charset=UTF-8", "text/html; charset=UTF-8"),
            ("a/b;c=d;e=\"f g\"", "a/b; c=d; e=\"f g\""),
            ("a/b; c=\"x\\\"y\"", "a/b; c=\"x\\\"y\""), (" a/b ;; c=d ", "a/b; c=d"), ("*/*", "*/*"), ("a/b; c", "a/b"),
            ("a/b; c=\"open", "a/b"),
            ("a/b; c=", "a/b; c=\"\""), ("application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json"),
        ])
    func reads(text: String, description: String) {
        #expect(MediaType(text)?.description == description)
    }

    @Test("refuses what is none", arguments: ["", "text", "/", "a/", "/b", "a/b/c", "a b/c", ";a=b"])
    func refuses(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test("finds parameters without regard to case")
    func parameters() {
        #expect(MediaType("multipart/form-data; Boundary=\"a;b\"")?.parameter("boundary") == "a;b")
        #expect(ParameterList("form-data; name=\"\"; filename=\"ä.png\"")["FILENAME"] == "ä.png")
        #expect(ParameterList("form-data; name=\"\"").value == "form-data")
    }
}
