import Testing

/// Names are bytes to PostgreSQL, and characters to Swift (rest.md 1.7).
@Suite("Reading names")
struct ReadingNameTests {
    @Test(
        "tells names apart that Swift takes for equal: é and e with an accent, K and the Kelvin sign",
        arguments: [
            ("/accents?select=%C3%A9->a", #"200 0-0/* [{"a":1}]"#),
            ("/accents?select=%22e%CC%81%22,id", "200 0-0/* [{\"e\u{301}\":\"two\",\"id\":1}]"),
            ("/accents?select=id&%22e%CC%81%22=eq.two", #"200 0-0/* [{"id":1}]"#),
            // A text, so that a path needs a conversion; the other is json, which has no equality.
            ("/accents?select=%22e%CC%81%22->a", #"200 0-0/* [{"a":null}]"#),
            ("/accents?select=id&%C3%A9=eq.1", "404 42883 operator does not exist: json = unknown"),
            ("/accents?select=K&%E2%84%AA=eq.six", #"200 0-0/* [{"K":5}]"#),
            ("/%C3%A9", #"200 0-0/* [{"id":1,"a":2}]"#),
            ("/e%CC%81?select=b,accents(K)", #"200 0-0/* [{"b":3,"accents":{"K": 5}}]"#),
            ("/accents?select=id,%22e%CC%81%22(b)", "200 0-0/* [{\"id\":1,\"e\u{301}\":{\"b\": 3}}]"),
            ("/accents?select=id,%C3%A9(b)", "400 PGRST200 Could not find a relationship between 'accents' and 'é' in the schema cache"),
            // Two embeds whose aliases differ in bytes only.
            (
                "/accents?select=id,%C3%A9:%22e%CC%81%22(b),%22e%CC%81%22:%22e%CC%81%22(id)&%C3%A9.b=eq.0&%22e%CC%81%22=not.is.null",
                "200 0-0/* [{\"id\":1,\"é\":null,\"e\u{301}\":{\"id\": 1}}]"
            ),
            (
                "/accents?select=id,%C3%A9:%22e%CC%81%22(b),%22e%CC%81%22:%22e%CC%81%22(id)&%C3%A9.b=eq.0&%C3%A9=not.is.null",
                "200 */* []"
            ),
        ])
    func bytes(path: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)").utf8.elementsEqual(answer.utf8))
    }

    @Test(
        "reads relations and columns of any name",
        arguments: [
            (
                "/odd,%20(na%22me)?select=%22a.b%22,%22c,d%22,%22e:f%22,%22(g)%22,%22h%5C%22i%22,%22->%22,sp%20ace,%22order%22",
                #"[{"a.b":"A","c,d":"C","e:f":"E","(g)":"G","h\"i":"H","->":"arrow","sp ace":8,"order":7}]"#
            ),
            (
                "/odd,%20(na%22me)?select=id&%22a.b%22=eq.A&or=(%22(g)%22.eq.G,%22e:f%22.eq.x)&%22order%22=eq.7&order=%22h%5C%22i%22.desc",
                #"[{"id":1}]"#
            ),
            // A text is cut at the first NUL, a name in quotes too.
            ("/odd,%20(na%22me)?select=%22id%00zz%22&id=eq.1%00zz", #"[{"id":1}]"#),
            ("/empty_row", "[{}]"), ("/empty_row?select=count()", #"[{"count":1}]"#),
        ])
    func odd(path: String, body: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == "200 0-0/* \(body)")
    }

    @Test("a name with a line break writes no header of its own")
    func lineBreak() async throws {
        let answer = try await ReadingServer.shared().answer("GET /line%0Abreak")
        #expect(answer.status == 200 && answer["Content-Location"] == "/line break" && answer["break"] == nil)
    }
}
