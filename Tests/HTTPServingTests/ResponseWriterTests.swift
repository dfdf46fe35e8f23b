import Testing

@testable import HTTPServing

@Suite("ResponseWriter")
struct ResponseWriterTests {
    private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

    private func head(_ response: Response, _ request: ResponseWriter.Request = .init(), serverName: String? = nil) -> String {
        var writer = ResponseWriter(serverName: serverName)
        var output: [UInt8] = []
        _ = writer.write(headOf: response, to: request, now: 784_111_777, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func framing(_ response: Response, _ request: ResponseWriter.Request = .init()) -> ResponseFraming {
        var writer = ResponseWriter(serverName: nil)
        var output: [UInt8] = []
        return writer.write(headOf: response, to: request, into: &output)
    }

    private static let unknown = ResponseBody.stream(BodyStream { nil })
    private static let known = ResponseBody.stream(BodyStream(length: 7) { nil })

    @Test("orders a head: framing, connection, date, server, then the response's own fields")
    func order() {
        let response = Response(Status(201), headers: Headers([("Location", "/x"), ("content-type", "a/b")]), body: Self.unknown)
        #expect(
            head(response, .init(keepsAlive: false), serverName: "postgrest/14.17") == """
                HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\(Self.date)Server: postgrest/14.17\r\n\
                Location: /x\r\ncontent-type: a/b\r\n\r\n
                """)
    }

    @Test(
        "writes the status line",
        arguments: [
            (Status(200), "200 OK"), (Status(418), "418 I'm a teapot"), (Status(299), "299 "), (Status(999), "999 "),
            (Status(200, reason: "Fine"), "200 Fine"),
            (Status(200, reason: "a\r\nX: b"), "200 a  X: b"), (Status(1000), "500 Internal Server Error"),
            (Status(7), "500 Internal Server Error"),
            (Status(404, reason: ""), "404 "),
        ])
    func statusLine(status: Status, line: String) {
        #expect(head(Response(status)).hasPrefix("HTTP/1.1 \(line)\r\n"))
    }

    @Test("leaves no way for a value to end its line, and drops names that are none")
    func injection() {
        let headers = Headers([("X", "a\r\nSet-Cookie: b\0"), ("Y\r\nZ", "c"), ("", "d"), ("V", "tab\tstays")])
        #expect(
            head(Response(Status(204), headers: headers))
                == "HTTP/1.1 204 No Content\r\n\(Self.date)X: a  Set-Cookie: b \r\nV: tab\tstays\r\n\r\n")
    }

    @Test("adds no second Date, Server or Connection, and frames by itself")
    func ownFields() {
        let headers = Headers([("date", "x"), ("SERVER", "y"), ("Connection", "Close"), ("Transfer-Encoding", "gzip")])
        #expect(
            head(Response(Status(200), headers: headers), serverName: "s")
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\ndate: x\r\nSERVER: y\r\n\r\n")
    }

    @Test("tells HTTP/1.0 that the connection stays")
    func keepAlive10() {
        let text = head(Response(Status(200), body: .text("a")), .init(isVersion10: true))
        #expect(text == "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\(Self.date)Content-Length: 1\r\n\r\n")
    }

    private static let get = ResponseWriter.Request()
    private static let headRequest = ResponseWriter.Request(isHead: true)
    private static let old = ResponseWriter.Request(isVersion10: true)

    struct FramingCase: Sendable, CustomTestStringConvertible {
        var request = ResponseWriter.Request()
        var status = 200
        var headers: [(String, String)] = []
        var body = ResponseBody.empty
        var expected: ResponseFraming.Body
        var added: Int?
        var keeps = true

        var testDescription: String { "\(status) \(headers) \(body) → \(expected)" }
    }

    @Test(
        "frames",
        arguments: [
            FramingCase(expected: .chunked),
            FramingCase(headers: [("Content-Length", "0")], expected: .length(0)),
            FramingCase(body: .text("abc"), expected: .length(3), added: 3),
            FramingCase(headers: [("content-length", " 3 ")], body: .text("abc"), expected: .length(3)),
            FramingCase(headers: [("Content-Length", "2")], body: .text("abc"), expected: .length(2)),
            FramingCase(headers: [("Content-Length", "x")], body: .text("abc"), expected: .untilClose, keeps: false),
            FramingCase(
                headers: [("Content-Length", "3"), ("Content-Length", "3")], body: .text("abc"), expected: .untilClose, keeps: false),
            FramingCase(headers: [("Transfer-Encoding", "chunked")], body: .text("abc"), expected: .chunked),
            FramingCase(body: unknown, expected: .chunked),
            FramingCase(body: known, expected: .length(7), added: 7),
            FramingCase(headers: [("Connection", "close")], body: .text("a"), expected: .length(1), added: 1, keeps: false),
            // HEAD and statuses without body: nothing is added but the length of what is left out.
            FramingCase(request: headRequest, expected: .none),
            FramingCase(request: headRequest, body: .text("abc"), expected: .none, added: 3),
            FramingCase(request: headRequest, headers: [("Content-Length", "9")], body: .text("abc"), expected: .none),
            FramingCase(request: headRequest, body: unknown, expected: .none),
            FramingCase(request: headRequest, body: known, expected: .none, added: 7),
            FramingCase(request: headRequest, status: 304, body: .text("abc"), expected: .none),
            FramingCase(status: 204, expected: .none),
            FramingCase(status: 204, body: .text("abc"), expected: .none),
            FramingCase(status: 304, headers: [("Content-Length", "3")], body: .text("abc"), expected: .none),
            FramingCase(status: 100, body: .text("abc"), expected: .none, keeps: false),
            // HTTP/1.0 knows no chunks.
            FramingCase(request: old, expected: .untilClose, keeps: false),
            FramingCase(request: old, body: unknown, expected: .untilClose, keeps: false),
            FramingCase(request: old, body: .text("abc"), expected: .length(3), added: 3),
            FramingCase(request: old, headers: [("Transfer-Encoding", "chunked")], body: .text("abc"), expected: .length(3), added: 3),
        ])
    func frames(example: FramingCase) {
        let framing = framing(Response(Status(example.status), headers: Headers(example.headers), body: example.body), example.request)
        #expect(framing.body == example.expected)
        #expect(framing.addedLength == example.added)
        #expect(framing.keepsAlive == example.keeps)
    }
}
