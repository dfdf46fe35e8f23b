import Sockets
import Testing

@testable import HTTPServing

@Suite("The HTTP client")
struct HTTPClientTests {
    @Test(
        "reads answers, in whatever pieces they come",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b \r\n\r\nhello", 200, "hello"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: x\r\n\r\n", 200, "hello"),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404, ""),
            ("HTTP/1.0 200 OK\n\nall of it", 200, "all of it"), ("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", 204, ""),
        ])
    func reading(text: String, status: Int, body: String) throws {
        for size in [1, 2, 3, 7, 1000] {
            var reader = ClientResponseReader(hasBody: true, bodyLimit: 100)
            var response: ClientResponse?
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty, response == nil {
                response = try reader.add(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            let found = try response ?? reader.end()
            #expect(found.status == status && String(decoding: found.body, as: UTF8.self) == body)
        }
    }

    @Test(
        "refuses answers that are none",
        arguments: [
            ("hello\r\n\r\n", HTTPClientError.malformedAnswer), ("HTTP/1.1 2000 OK\r\n\r\n", .malformedAnswer),
            ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .malformedAnswer), ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformedAnswer),
            ("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", .answerTooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .malformedAnswer),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", .malformedAnswer),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", .answerTooLarge),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", .malformedAnswer),
            ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 101), .answerTooLarge),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .malformedAnswer),
            (String(repeating: "x", count: 100_000), .malformedAnswer),
        ])
    func refusals(text: String, error: HTTPClientError) {
        #expect(throws: error) {
            var reader = ClientResponseReader(hasBody: true, bodyLimit: 100)
            _ = try reader.add(Array(text.utf8))
        }
    }

    @Test(
        "knows where a request goes",
        arguments: [
            ("http://localhost/a?b=c#d", "localhost", 80, "localhost", "/a?b=c"),
            ("http://127.0.0.1:9000", "127.0.0.1", 9000, "127.0.0.1:9000", "/"),
            ("http://[::1]:1/x", "::1", 1, "[::1]:1", "/x"), ("HTTP://Host?x", "host", 80, "Host", "/?x"),
        ])
    func targets(url: String, host: String, port: Int, authority: String, path: String) throws {
        let target = try ClientTarget(url)
        #expect(target.host == host && target.port == port && target.authority == authority && target.path == path)
    }

    @Test(
        "and where it does not",
        arguments: [
            ("https://a", HTTPClientError.unsupportedScheme("https")), ("a", .invalidURL("a")), ("http://", .invalidURL("http://")),
            ("http://a:b", .invalidURL("http://a:b")), ("http://a:99999", .invalidURL("http://a:99999")),
            ("http://a@b", .invalidURL("http://a@b")),
            ("http://a/\r\nX: y", .invalidURL("http://a/\r\nX: y")),
        ])
    func noTargets(url: String, error: HTTPClientError) {
        #expect(throws: error) { try ClientTarget(url) }
    }

    @Test("asks a real server, and gives up in time")
    func asking() async throws {
        try await withServer(ServerSettings(), Self.echo) { server, loop in
            let client = HTTPClient(loop: loop, offload: try Offload())
            let url = "http://\(server.address)/a?b"
            let answer = try await client.send(
                .post, url, headers: Headers([("X-A", "1"), ("Bad", "a\r\nb")]), body: Array("hi".utf8), within: .seconds(10))
            #expect(answer.status == 201 && String(decoding: answer.body, as: UTF8.self) == "POST /a?b 1 - hi")
            await #expect(throws: HTTPClientError.timedOut) { try await client.send(.get, url + "=slow", within: .milliseconds(50)) }
            await #expect(throws: HTTPClientError.self) { try await client.send(.get, "http://127.0.0.1:1/", within: .seconds(5)) }
            await #expect(throws: HTTPClientError.answerTooLarge) { try await client.send(.get, url, within: .seconds(5), upTo: 3) }
        }
    }

    @Sendable private static func echo(_ request: Request) async throws -> Response {
        if request.target.query == "b=slow" { try await Task.sleep(for: .seconds(20)) }
        let body = String(decoding: try await request.body.collected(upTo: 100), as: UTF8.self)
        let target = "\(request.target.path)?\(request.target.query ?? "")"
        let words = [request.method.rawValue, target, request.headers["X-A"] ?? "", request.headers["Bad"] ?? "-", body]
        return Response(Status(201), body: .text(words.joined(separator: " ")))
    }
}
