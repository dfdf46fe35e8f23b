import HTTPServing
import Testing

private let host = "Host: a\r\n"

@Suite("RequestParser")
struct RequestParserTests {
    private func head(_ text: String, limits: Limits = Limits()) throws -> RequestHead? {
        var parser = RequestParser(limits: limits)
        parser.receive(Array(text.utf8))
        guard case .head(let head)? = try parser.next() else { return nil }
        return head
    }

    @Test(
        "splits the request line",
        arguments: [
            ("GET / HTTP/1.1", "/", nil as String?),
            ("GET /dogs?id=eq.1 HTTP/1.1", "/dogs", "id=eq.1"),
            ("GET /dogs? HTTP/1.1", "/dogs", ""),
            ("GET /a?b?c HTTP/1.1", "/a", "b?c"),
            ("GET /a#b HTTP/1.1", "/a#b", nil),
            ("GET http://host/x?y HTTP/1.1", "/x", "y"),
            ("GET HTTPS://host:8080?y HTTP/1.1", "/", "y"),
            ("GET http://host HTTP/1.1", "/", nil),
            ("OPTIONS * HTTP/1.1", "*", nil),
            ("GET /ü HTTP/1.1", "/ü", nil),
            ("GET //x HTTP/1.1", "//x", nil),
            ("BREW /pot HTTP/1.1", "/pot", nil),
        ])
    func splits(line: String, path: String, query: String?) throws {
        let head = try #require(try head("\(line)\r\n\(host)\r\n"))
        #expect(head.target == Target(path: path, query: query))
        #expect(head.method.rawValue == String(line.prefix { $0 != " " }))
    }

    @Test("keeps bytes of a target that are not UTF-8 by encoding them")
    func invalidTarget() throws {
        var parser = RequestParser()
        parser.receive(Array("GET /a".utf8) + [0xFF] + Array("?b=%20".utf8) + [0xC3] + Array(" HTTP/1.1\r\n\(host)\r\n".utf8))
        guard case .head(let head)? = try parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(head.target == Target(path: "/a%FF", query: "b=%20%C3"))
    }

    @Test("keeps the bytes of values, without white space in front and with that behind")
    func values() throws {
        let head = try #require(try head("GET / HTTP/1.1\r\nhOsT: a\r\nX-A: \t one  two \t\r\nX-Empty:\r\nx-a:2\r\n\r\n"))
        #expect(head.headers.fields.map(\.name) == ["hOsT", "X-A", "X-Empty", "x-a"])
        #expect(head.headers.fields.map(\.text) == ["a", "one  two \t", "", "2"])
        #expect(head.headers["x-A"] == "one  two \t")
    }

    @Test(
        "frames the body and decides about the connection",
        arguments: [
            ("", "1.1", RequestHead.Framing.none, true),
            ("Content-Length: 0\r\n", "1.1", .length(0), true),
            ("content-length:\t007 \r\n", "1.1", .length(7), true),
            ("Content-Length: 9223372036854775807\r\n", "1.1", .length(.max), true),
            ("Transfer-Encoding: Chunked \r\n", "1.1", .chunked, true),
            ("Connection: close\r\n", "1.1", .none, false),
            ("Connection: x, Close ,y\r\n", "1.1", .none, false),
            ("Connection: keep-alive\r\nConnection: close\r\n", "1.1", .none, false),
            ("Connection: closed\r\n", "1.1", .none, true),
            ("", "1.0", .none, false),
            ("Connection: Keep-Alive\r\n", "1.0", .none, true),
            ("Content-Length: 3\r\n", "1.0", .length(3), false),
            ("", "1.7", .none, true),
        ])
    func frames(fields: String, version: String, framing: RequestHead.Framing, keepsAlive: Bool) throws {
        let head = try #require(try head("POST / HTTP/\(version)\r\n\(host)\(fields)\r\n"))
        #expect(head.framing == framing)
        #expect(head.keepsAlive == keepsAlive)
    }

    @Test(
        "notices who waits for 100 Continue",
        arguments: [("1.1", "100-continue", true), ("1.1", "100-Continue ", true), ("1.0", "100-continue", false)])
    func expectation(version: String, value: String, isExpected: Bool) throws {
        let head = try head("PUT / HTTP/\(version)\r\n\(host)Expect: \(value)\r\nContent-Length: 1\r\n\r\n")
        #expect(head?.expectsContinue == isExpected)
    }

    @Test("needs no Host in HTTP/1.0, and ignores one empty line in front")
    func lenience() throws {
        #expect(try head("GET / HTTP/1.0\r\n\r\n") != nil)
        #expect(try head("\r\nGET / HTTP/1.0\r\n\r\n") != nil)
    }

    @Test(
        "refuses a request line",
        arguments: [
            ("GET /", 400), ("GET  / HTTP/1.1", 400), ("GET /  HTTP/1.1", 400), ("GET / HTTP/1.1 ", 400), (" GET / HTTP/1.1", 400),
            ("GET\t/ HTTP/1.1", 400), ("G@T / HTTP/1.1", 400), ("GET / http/1.1", 400), ("GET / HTTP/1.10", 400),
            ("GET / HTTP/11", 400), ("GET / HTTP/1,1", 400), ("GET / HTTP/a.1", 400), ("GET /a\u{7F} HTTP/1.1", 400),
            ("GET /a\rb HTTP/1.1", 400), ("GET /\0 HTTP/1.1", 400), ("GET x HTTP/1.1", 400), ("GET * HTTP/1.1", 400),
            ("CONNECT host:80 HTTP/1.1", 400), ("GET ftp://host/ HTTP/1.1", 400), ("GET http:///x HTTP/1.1", 400),
            ("GET http:// HTTP/1.1", 400), ("GET ://x/ HTTP/1.1", 400), ("/ HTTP/1.1", 400), ("\u{16}\u{3}\u{1}", 400),
            ("GET / HTTP/2.0", 505), ("PRI * HTTP/2.0", 505), ("GET / HTTP/0.9", 505),
        ])
    func refusesLine(line: String, status: Int) {
        #expect(ParserTrace.of("\(line)\r\n\(host)\r\n") == [.error(status)])
    }

    @Test(
        "refuses fields",
        arguments: [
            // Names and lines.
            ("A : b\r\n", 400), ("A\t: b\r\n", 400), (": b\r\n", 400), ("A\r\n", 400), ("A b: c\r\n", 400), ("ä: b\r\n", 400),
            ("A: b\r\n c\r\n", 400), ("A: b\r\n\tc\r\n", 400), (" A: b\r\n", 400), ("A: b\n", 400), ("A: b\nC: d\r\n", 400),
            ("A: b\rc\r\n", 400), ("A: b\0\r\n", 400), ("A: \u{1}\r\n", 400), ("A: \u{7F}\r\n", 400), ("A: b\r\r\n", 400),
            // Hosts.
            ("Host: b\r\n", 400), ("Host: a\r\nhost: a\r\n", 400),
            // Lengths.
            ("Content-Length: +1\r\n", 400), ("Content-Length: -1\r\n", 400), ("Content-Length: 1, 1\r\n", 400),
            ("Content-Length: 1\r\nContent-Length: 1\r\n", 400), ("Content-Length: 1\r\nContent-Length: 2\r\n", 400),
            ("Content-Length:\r\n", 400), ("Content-Length: 0x1\r\n", 400), ("Content-Length: 1 2\r\n", 400),
            ("Content-Length: 1.0\r\n", 400), ("Content-Length: ١\r\n", 400), ("Content-Length: 9223372036854775808\r\n", 413),
            ("Content-Length: 99999999999999999999999\r\n", 413),
            // Codings.
            ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400), ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Transfer-Encoding: gzip\r\n", 400), ("Transfer-Encoding: chunked, gzip\r\n", 400), ("Transfer-Encoding:\r\n", 400),
            ("Transfer-Encoding: identity\r\n", 400), ("Transfer-Encoding: xchunked\r\n", 400), ("Transfer-Encoding: chunked;a\r\n", 400),
            ("Transfer-Encoding: \"chunked\"\r\n", 400), ("Transfer-Encoding: \u{B}chunked\r\n", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400), ("Transfer-Encoding: gzip, chunked\r\n", 501),
            ("Transfer-Encoding: chunked, chunked\r\n", 501), ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Expect: miracles\r\n", 417),
        ])
    func refusesFields(fields: String, status: Int) {
        let text = "POST / HTTP/1.1\r\n\(host)\(fields)\r\nabc"
        #expect(ParserTrace.of(text) == [.error(status)])
        #expect(ParserTrace.of(text.utf8.map { [$0] }) == [.error(status)])
    }

    @Test("refuses a Host that is none", arguments: ["a b", "a/b", "u@h", "a?b", "a#b", "a\\b", "<a>", "ä"])
    func refusesHost(value: String) {
        #expect(ParserTrace.of("GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n") == [.error(400)])
    }

    @Test(
        "refuses a request without Host, with chunks in HTTP/1.0, or with bare line feeds",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\n", "\nGET / HTTP/1.0\r\n\r\n", "\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        ])
    func refuses(text: String) {
        #expect(ParserTrace.of(text) == [.error(400)])
    }

    @Test("accepts hosts", arguments: ["a", "a:80", "[::1]:80", "a_b.c-d", "", "127.0.0.1:54321"])
    func acceptsHost(value: String) throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n") != nil)
    }

    @Test(
        "reads chunks",
        arguments: [
            ("0\r\n\r\n", ""), ("3\r\nabc\r\n0\r\n\r\n", "abc"), ("1\r\na\r\n2\r\nbc\r\n00\r\n\r\n", "abc"),
            ("a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"), ("003\r\nabc\r\n0\r\n\r\n", "abc"),
            ("3;x=y\r\nabc\r\n0;z\r\n\r\n", "abc"), ("3 ; x=\"y z\"\r\nabc\r\n0\r\n\r\n", "abc"),
            ("3\r\nabc\r\n0\r\nA: b\r\nContent-Length: 7\r\n\r\n", "abc"), ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
        ])
    func chunks(encoded: String, body: String) {
        let trace = ParserTrace.of("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n\(encoded)")
        #expect(Array(trace.dropFirst()) == (body.isEmpty ? [.end] : [.body(Array(body.utf8)), .end]))
    }

    @Test(
        "refuses chunks",
        arguments: [
            "\r\nabc", "g\r\n", "0x3\r\nabc\r\n", "+3\r\nabc\r\n", "-1\r\n", " 3\r\nabc\r\n", "3 \r\nabc\r\n", "3x\r\nabc\r\n",
            "3\nabc\r\n",
            "3\r\nabcd\r\n", "3\r\nabc\n0\r\n\r\n", "3\r\nabc\r0\r\n\r\n", "8000000000000000\r\n", "fffffffffffffffff\r\n",
            "3;a\rb\r\nabc\r\n",
            "3,\r\nabc\r\n", "0\r\nA : b\r\n\r\n", "0\r\n A: b\r\n\r\n", "0\r\nA: b\n\r\n", "0\r\n\n",
        ])
    func refusesChunks(encoded: String) {
        let text = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n\(encoded)"
        let trace = ParserTrace.of(text)
        #expect(trace.last == .error(400))
        #expect(ParserTrace.of(text.utf8.map { [$0] }) == trace)
    }

    @Test(
        "holds to its limits",
        arguments: [
            ("GET /\(String(repeating: "a", count: 200)) HTTP/1.1\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 300))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\n" + String(repeating: "A:b\r\n", count: 9), 431),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 101\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n65\r\n", 413),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "a", count: 40))\r\n", 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n" + String(repeating: "1;aaaaaaaaaa\r\nx\r\n", count: 8), 400),
            ("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "A:b\r\n", count: 9), 431),
        ])
    func limits(text: String, status: Int) {
        var limits = Limits()
        limits.requestLineBytes = 100
        limits.headBytes = 250
        limits.headerFields = 8
        limits.bodyBytes = 100
        limits.chunkLineBytes = 32
        limits.chunkExtensionBytes = 64
        limits.trailerBytes = 40
        #expect(ParserTrace.of(text, limits: limits).last == .error(status))
        #expect(ParserTrace.of(text.utf8.map { [$0] }, limits: limits) == ParserTrace.of(text, limits: limits))
    }

    @Test("refuses a line that does not end before it is read further")
    func endless() {
        let line = Array("GET /".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: Limits().requestLineBytes)
        #expect(ParserTrace.of([line]) == [.error(414)])
        let field = Array("GET / HTTP/1.1\r\nA: ".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: Limits().headBytes)
        #expect(ParserTrace.of([field]) == [.error(431)])
    }

    @Test("stays failed")
    func staysFailed() {
        var parser = RequestParser()
        parser.receive(Array("nonsense\r\n\r\nGET / HTTP/1.0\r\n\r\n".utf8))
        for _ in 0..<3 { #expect(throws: ProtocolError.self) { try parser.next() } }
        #expect(!parser.isIdle)
    }

    @Test("knows when it stands between requests, and hands over what it has not used")
    func idleness() throws {
        var parser = RequestParser()
        #expect(parser.isIdle)
        parser.receive(Array("GET / HTTP/1.1\r\n\(host)".utf8))
        if try parser.next() != nil { Issue.record("a head too early") }
        #expect(!parser.isIdle)
        parser.receive(Array("\r\nrest".utf8))
        _ = try parser.next()
        #expect(!parser.isIdle)
        guard case .end? = try parser.next() else {
            Issue.record("no end")
            return
        }
        #expect(parser.takeBuffered() == Array("rest".utf8))
        #expect(parser.isIdle)
    }
}
