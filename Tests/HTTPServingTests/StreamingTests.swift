import HTTPServing
import Sockets
import Testing

@Suite("Streaming")
struct StreamingTests {
    private static let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)

    @Test("streams a response in chunks, empty ones left out")
    func chunkedResponse() async throws {
        try await withServer { _ in
            Response(Status(200), body: .stream(pieces(["one", "", "two"])))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let reply = try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(reply.field("Transfer-Encoding") == "chunked")
            #expect(reply.text == "onetwo")
            #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "onetwo")
        }
    }

    @Test("ends the connection where a streamed response breaks off, fails or runs short", arguments: ["fails", "short"])
    func brokenResponse(kind: String) async throws {
        struct Broken: Error {}
        let failures = ReportCounter()
        var settings = ServerSettings()
        settings.report = { if case .responseBody(is Broken, _, _) = $0 { failures.increment() } }
        try await withServer(settings) { _ in
            let counter = ReportCounter()
            return Response(
                Status(200),
                body: .stream(
                    BodyStream(length: kind == "short" ? 10 : nil) {
                        if counter.increment() == 1 { return [0x61] }
                        if kind == "short" { return nil }
                        throw Broken()
                    }))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await #expect(throws: RawClient.Closed.self) { try await client.reply() }
            #expect(failures.count == (kind == "short" ? 0 : 1))
        }
    }

    @Test("reads a request while it answers")
    func duplex() async throws {
        try await withServer { request in
            guard case .stream(let stream) = request.body else { return Response(Status(400)) }
            return Response(Status(200), body: .stream(BodyStream(length: stream.length) { try await stream.next() }))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            try await client.send("2\r\nde\r\n0\r\n\r\n")
            #expect(try await client.reply().text == "abcde")
        }
    }

    @Test("streams 50 MB up, no faster than they are read", arguments: [true, false])
    func upload(isChunked: Bool) async throws {
        let largest = ReportCounter()
        try await withServer { request in
            guard case .stream(let stream) = request.body else { return Response(Status(400)) }
            var count = 0
            while let bytes = try await stream.next() {
                count += bytes.count
                if bytes.count > largest.count { largest.increment(by: bytes.count - largest.count) }
            }
            return Response(Status(200), body: .text("\(count) \(stream.length ?? -1)"))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let total = 50 << 20
            try await client.send(
                "PUT / HTTP/1.1\r\nHost: a\r\n\(isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(total)")\r\n\r\n")
            for _ in 0..<50 {
                if isChunked { try await client.send("100000\r\n") }
                try await client.send(Self.megabyte)
                if isChunked { try await client.send("\r\n") }
            }
            if isChunked { try await client.send("0\r\n\r\n") }
            #expect(try await client.reply().text == "\(total) \(isChunked ? -1 : total)")
            // What the server holds of a body is one piece, however much has been sent.
            #expect(largest.count <= 128 << 10)
        }
    }

    @Test("streams 50 MB down, no faster than the client takes them", arguments: [true, false])
    func download(isChunked: Bool) async throws {
        let made = ReportCounter()
        try await withServer { _ in
            Response(
                Status(200),
                body: .stream(BodyStream(length: isChunked ? nil : 50 << 20) { made.increment() <= 50 ? Self.megabyte : nil }))
        } body: { server, loop in
            let client = try await RawClient(server, loop)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // With nobody reading, what is made is what the kernel's buffers hold, not all of it.
            try await Task.sleep(for: .milliseconds(100))
            #expect(made.count < 40)
            var received = 0
            var buffer: [UInt8] = []
            while received < 50 << 20 {
                buffer.removeAll(keepingCapacity: true)
                let count = try await client.socket.receive(appendingTo: &buffer, atMost: 1 << 20, within: RawClient.patience)
                guard count > 0 else { break }
                received += count
            }
            #expect(received >= 50 << 20)
        }
    }

    @Test("sends large bytes as they are", arguments: [100, 16_384, 16_385, 5_000_000])
    func largeBytes(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withServer { _ in
            Response(Status(200), body: .bytes(bytes))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            for _ in 0..<2 {
                #expect(try await client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").body == bytes)
            }
        }
    }

    @Test("lets only one task read a body")
    func oneReader() async throws {
        let (refused, refuse) = AsyncStream<Void>.makeStream()
        try await withServer { request in
            guard case .stream(let stream) = request.body else { return Response(Status(400)) }
            async let first = fails(refuse) { try await stream.next() }
            async let second = fails(refuse) { try await stream.next() }
            let failures = await [first, second].filter { $0 }.count
            return Response(Status(200), body: .text("\(failures)"))
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n")
            for await _ in refused {}
            #expect(try await client.ask("abc").text == "1")
        }
    }
}

private func fails(_ signal: AsyncStream<Void>.Continuation, _ body: @Sendable () async throws -> [UInt8]?) async -> Bool {
    do {
        _ = try await body()
        return false
    } catch {
        signal.finish()
        return true
    }
}
