import HTTPServing
import Sockets
import Synchronization
import Testing

private func text(_ text: String, status: Int = 200) -> Response { Response(Status(status), body: .text(text)) }

/// Answers with what it was asked, the body included.
@Sendable private func echo(_ request: Request) async throws -> Response {
    let body = try await request.body.collected(upTo: 1 << 20)
    return text("\(request.method.rawValue) \(request.target.path) \(String(decoding: body, as: UTF8.self))")
}

@Suite("Connection")
struct ConnectionTests {
    @Test("serves request after request on one connection")
    func keepAlive() async throws {
        try await withServer {
            try await echo($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            for number in 0..<5 {
                #expect(try await client.ask("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n").text == "GET /\(number) ")
            }
            let last = try await client.ask("POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc")
            #expect(last.text == "POST /x abc")
            #expect(last.field("Connection") == "close")
            #expect(last.field("Date") != nil)
            #expect(await client.isAtEnd())
        }
    }

    @Test("answers pipelined requests in their order, bodies of every kind among them")
    func pipelining() async throws {
        try await withServer {
            try await echo($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send(
                """
                GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\
                POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n\
                POST /4 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nGET /5 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n
                """)
            for expected in ["GET /1 ", "POST /2 abc", "POST /3 def", "POST /4 ", "GET /5 "] {
                #expect(try await client.reply().text == expected)
            }
            #expect(await client.isAtEnd())
        }
    }

    @Test("takes a request in single bytes")
    func slowly() async throws {
        try await withServer {
            try await echo($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            for byte in "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8 {
                try await client.send([byte])
            }
            #expect(try await client.reply().text == "POST /x abc")
        }
    }

    @Test("sends the head alone for HEAD, 204 and 304, and goes on")
    func noBodies() async throws {
        try await withServer { request in
            let status = Int(request.target.path.dropFirst()) ?? 200
            return text("body", status: status)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("HEAD /200 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply(isHead: true).field("Content-Length") == "4")
            for status in [204, 304] {
                let reply = try await client.ask("GET /\(status) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(reply.status == status)
                #expect(reply.field("Content-Length") == nil)
                #expect(reply.field("Transfer-Encoding") == nil)
            }
            #expect(try await client.ask("GET /200 HTTP/1.1\r\nHost: a\r\n\r\n").text == "body")
        }
    }

    @Test("speaks HTTP/1.0")
    func version10() async throws {
        try await withServer { request in
            request.target.path == "/stream" ? Response(Status(200), body: .stream(pieces(["ab", "c"]))) : text("known")
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let kept = try await client.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(kept.field("Connection") == "keep-alive")
            let streamed = try await client.ask("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(streamed.field("Transfer-Encoding") == nil)
            #expect(streamed.field("Connection") == "close")
            #expect(streamed.text == "abc")
        }
    }

    @Test("says Continue when the body is first read, and only then")
    func expectContinue() async throws {
        try await withServer { request in
            request.target.path == "/refuse" ? text("no", status: 403) : try await echo(request)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let interim = try await client.ask("POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(interim.head == "HTTP/1.1 100 Continue\r\n")
            #expect(try await client.ask("abc").text == "POST /x abc")
            // The body is there already: nothing to wait for.
            let eager = try await client.ask("POST /y HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
            #expect(eager.text == "POST /y abc")
            let refused = try await client.ask("POST /refuse HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(refused.status == 403)
            #expect(refused.field("Connection") == "close")
            #expect(await client.isAtEnd())
        }
    }

    @Test("throws away what the responder leaves unread of a body, up to a limit")
    func drain() async throws {
        var settings = ServerSettings()
        settings.limits.drainBytes = 1000
        settings.limits.lingerTime = .milliseconds(100)
        try await withServer(settings) { request in
            text(request.target.path)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n")
            #expect(try await client.reply().field("Connection") == nil)
            let next = "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
            #expect(try await client.ask(String(repeating: "x", count: 900) + next).text == "/2")
            #expect(try await client.ask("POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n").field("Connection") == "close")
            #expect(await client.isAtEnd())
        }
    }

    @Test(
        "answers what is no request with its status, in plain words, and closes",
        arguments: [
            ("nonsense\r\n\r\n", 400, "Bad Request"), ("GET / HTTP/1.1\r\n\r\n", 400, "Bad Request"),
            ("GET /\(String(repeating: "a", count: 300)) HTTP/1.1\r\n\r\n", 414, "Request-URI Too Long"),
            ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 300))\r\n\r\n", 431, "Request Header Fields Too Large"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n", 413, "Request Entity Too Large"),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n", 413, "Request Entity Too Large"),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n", 400, "Bad Request"),
            ("GET / HTTP/3.0\r\n\r\n", 505, "HTTP Version Not Supported"),
        ])
    func malformed(request: String, status: Int, words: String) async throws {
        var settings = ServerSettings()
        settings.limits.requestLineBytes = 200
        settings.limits.headBytes = 250
        settings.limits.bodyBytes = 1000
        try await withServer(settings) {
            try await echo($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let reply = try await client.ask(request)
            #expect(reply.status == status)
            #expect(reply.text == words)
            #expect(reply.field("Content-Type") == "text/plain; charset=utf-8")
            #expect(reply.field("Transfer-Encoding") == "chunked")
            #expect(reply.field("Connection") == "close")
            #expect(await client.isAtEnd())
        }
    }

    @Test("lets the application word errors of the protocol")
    func injectedErrors() async throws {
        var settings = ServerSettings()
        settings.protocolErrorResponse = { Response(Status(400), body: .text("{\"code\":\($0.code)}")) }
        try await withServer(settings) {
            try await echo($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            #expect(try await client.ask("GET / HTTP/7.0\r\n\r\n").text == "{\"code\":505}")
        }
    }

    private struct Teapot: ResponseError {
        var response: Response { text("short and stout", status: 418) }
    }

    private struct Unforeseen: Error {}

    @Test("turns the responder's errors into responses, reports the unforeseen, and goes on")
    func errors() async throws {
        let counter = ReportCounter()
        var settings = ServerSettings()
        settings.report = { failure in if case .responder(is Unforeseen, _, _) = failure { counter.increment() } }
        try await withServer(settings) { request in
            switch request.target.path {
            case "/teapot": throw Teapot()
            case "/large": return text(String(try await request.body.collected(upTo: 2).count))
            default: throw Unforeseen()
            }
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            #expect(try await client.ask("GET /teapot HTTP/1.1\r\nHost: a\r\n\r\n").text == "short and stout")
            #expect(try await client.ask("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").status == 413)
            let failed = try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(failed.status == 500)
            #expect(failed.text == "Something went wrong")
            #expect(try await client.ask("GET /teapot HTTP/1.1\r\nHost: a\r\n\r\n").status == 418)
        }
        #expect(counter.count == 1)
    }

    @Test("answers a client that has finished sending")
    func halfClosed() async throws {
        try await withServer { request in
            try await Task.sleep(for: .milliseconds(50))
            return try await echo(request)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
            client.socket.shutdown(.sending)
            #expect(try await client.reply().text == "POST / abc")
            #expect(await client.isAtEnd())
        }
    }

    @Test("cancels what runs for a client that has reset the connection")
    func hangUp() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (cancelled, cancel) = AsyncStream<Void>.makeStream()
        try await withServer { _ in
            start.finish()
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                cancel.finish()
                throw error
            }
            return text("too late")
        } body: { server, loop in
            let client = try await RawClient(server, loop)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in started {}
            client.socket.abort()
            for await _ in cancelled {}
        }
    }

    @Test("does not take pipelined requests for a hang-up")
    func pipelinedWhileRunning() async throws {
        try await withServer { request in
            try await Task.sleep(for: .milliseconds(50))
            return try await echo(request)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
            try await client.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply().text == "GET /1 ")
            #expect(try await client.reply().text == "GET /2 ")
        }
    }

    @Test("keeps to a Content-Length that the service sets, closing when the body is shorter")
    func wrongLengths() async throws {
        try await withServer { request in
            Response(Status(200), headers: Headers([("Content-Length", String(request.target.path.dropFirst()))]), body: .text("abcd"))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            #expect(try await client.ask("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n").text == "ab")
            #expect(try await client.ask("GET /4 HTTP/1.1\r\nHost: a\r\n\r\n").text == "abcd")
            try await client.send("GET /9 HTTP/1.1\r\nHost: a\r\n\r\n")
            await #expect(throws: RawClient.Closed.self) { try await client.reply() }
        }
    }
}

/// Chunks for a streamed response.
func pieces(_ texts: [String]) -> BodyStream {
    let counter = ReportCounter()
    return BodyStream {
        let index = counter.increment() - 1
        return index < texts.count ? Array(texts[index].utf8) : nil
    }
}

final class ReportCounter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    @discardableResult
    func increment(by amount: Int = 1) -> Int { value.add(amount, ordering: .relaxed).newValue }
}
