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

@Suite("QueryPairs")
struct QueryPairsTests {
    private func describe(_ query: String?, semicolonSeparates: Bool) -> [String] {
        QueryPairs(query, semicolonSeparates: semicolonSeparates).pairs.map { pair in
            pair.keyText! + (pair.valueText.map { "=" + $0 } ?? "")
        }
    }

    @Test(
        "splits a query",
        arguments: [
            (nil, []), ("", []), ("a=1", ["a=1"]), ("a=1&", ["a=1"]), ("&", [""]), ("&&", ["", ""]), ("a", ["a"]), ("a=", ["a="]),
            ("a=b=c&a=%26+%2", ["a=b=c", "a=& %2"]), ("a+b=c", ["a b=c"]), ("a=1;b=2", ["a=1", "b=2"]),
        ] as [(String?, [String])])
    func splits(query: String?, pairs: [String]) {
        #expect(describe(query, semicolonSeparates: true) == pairs)
    }

    @Test("keeps semicolons unless asked, and bytes that are no text")
    func variants() {
        #expect(describe("a=1;b=2", semicolonSeparates: false) == ["a=1;b=2"])
        #expect(QueryPairs("a=%FF").pairs == [.init(key: [0x61], value: [0xFF])])
        #expect(QueryPairs("a=%FF&b=2")["a"] == nil)
        #expect(QueryPairs("a=1&a=2")["a"] == "1")
    }
}

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

@Suite("HTTPDate")
struct HTTPDateTests {
    @Test(
        "writes and reads",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        ])
    func writes(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "refuses",
        arguments: [
            "", "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        ])
    func refuses(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}

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
