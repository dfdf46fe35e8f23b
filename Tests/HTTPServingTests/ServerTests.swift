import HTTPServing
import Sockets
import Testing

@Sendable private func hello(_ request: Request) async throws -> Response {
    if request.target.path == "/endless" { try await Task.sleep(for: .seconds(60)) }
    return Response(Status(200), body: .text("hello"))
}

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite("Server")
struct ServerTests {
    @Test("tells its real port, and the peer's address")
    func addresses() async throws {
        try await withServer {
            Response(Status(200), body: .text($0.peer ?? "-"))
        } body: { server, loop in
            #expect(server.address.port ?? 0 > 0)
            var client = try await RawClient(server, loop)
            #expect(try await client.ask(get).text == "127.0.0.1")
        }
    }

    @Test("closes a connection that stays idle, without a word", arguments: [(false, 50), (true, 1000)])
    func idleTimeout(isUsed: Bool, milliseconds: Int) async throws {
        var settings = ServerSettings()
        settings.limits.idleTime = .milliseconds(milliseconds)
        let loop = try EventLoop.started(name: "idle")
        defer { loop.stop() }
        try await withServer(settings, on: loop) {
            try await hello($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            if isUsed { #expect(try await client.ask(get).text == "hello") }
            #expect(await client.isAtEnd())
        }
    }

    @Test(
        "answers 408 to a head or a body that takes too long",
        arguments: [
            "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na",
        ])
    func slowRequest(text: String) async throws {
        var settings = ServerSettings()
        settings.limits.headTime = .milliseconds(80)
        settings.limits.bodyTime = .milliseconds(80)
        try await withServer(settings) { request in
            _ = try await request.body.collected(upTo: 100)
            return try await hello(request)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            #expect(try await client.ask(text).status == 408)
            #expect(await client.isAtEnd())
        }
    }

    @Test("counts the time of a head from its first byte, not from its last")
    func trickle() async throws {
        var settings = ServerSettings()
        settings.limits.headTime = .milliseconds(150)
        try await withServer(settings) {
            try await hello($0)
        } body: { server, loop in
            var client = try await RawClient(server, loop)
            let trickle = Task { [client] in
                for byte in "GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8 {
                    try? await client.send([byte])
                    try await Task.sleep(for: .milliseconds(30))
                }
            }
            #expect(try await client.reply().status == 408)
            trickle.cancel()
        }
    }

    @Test("gives up on a client that does not take its response")
    func slowReader() async throws {
        var settings = ServerSettings()
        settings.limits.writeTime = .milliseconds(80)
        let (ended, end) = AsyncStream<Void>.makeStream()
        try await withServer(settings) { _ in
            let guardian = Guardian { end.finish() }
            return Response(
                Status(200),
                body: .stream(
                    BodyStream {
                        _ = guardian
                        return [UInt8](repeating: 0, count: 1 << 20)
                    }))
        } body: { server, loop in
            let client = try await RawClient(server, loop)
            try await client.send(get)
            for await _ in ended {}
        }
    }

    @Test("holds a thousand idle connections and serves another")
    func manyIdle() async throws {
        try await withServer {
            try await hello($0)
        } body: { server, loop in
            var idle: [RawClient] = []
            for _ in 0..<1000 { idle.append(try await RawClient(server, loop)) }
            var client = try await RawClient(server, loop)
            #expect(try await client.ask(get).text == "hello")
            for index in stride(from: 0, to: idle.count, by: 50) {
                #expect(try await idle[index].ask(get).text == "hello")
            }
        }
    }

    @Test("accepts no more connections than its limit until one closes")
    func connectionLimit() async throws {
        var settings = ServerSettings()
        settings.limits.connections = 2
        try await withServer(settings) {
            try await hello($0)
        } body: { server, loop in
            var first = try await RawClient(server, loop)
            var second = try await RawClient(server, loop)
            #expect(try await first.ask(get).status == 200)
            #expect(try await second.ask(get).status == 200)
            var third = try await RawClient(server, loop)
            try await third.send(get)
            try await Task.sleep(for: .milliseconds(50))
            first.socket.close()
            #expect(try await third.reply().status == 200)
        }
    }

    @Test("stops: idle connections at once, running requests when they are done")
    func gracefulStop() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        var settings = ServerSettings()
        settings.limits.graceTime = .seconds(60)
        try await withServer(settings) { request in
            if request.target.path == "/slow" {
                start.finish()
                for await _ in released {}
            }
            return try await hello(request)
        } body: { server, loop in
            var idle = try await RawClient(server, loop)
            #expect(try await idle.ask(get).status == 200)
            var busy = try await RawClient(server, loop)
            try await busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in started {}
            server.stop()
            #expect(await idle.isAtEnd())
            release.finish()
            let reply = try await busy.reply()
            #expect(reply.text == "hello")
            #expect(reply.field("Connection") == "close")
            #expect(await busy.isAtEnd())
            await #expect(throws: SystemError.self) { _ = try await RawClient(server, loop) }
        }
    }

    @Test("cancels what still runs after the time of grace")
    func graceEnds() async throws {
        let loop = try EventLoop.started(name: "grace")
        defer { loop.stop() }
        var settings = ServerSettings()
        settings.limits.graceTime = .milliseconds(100)
        let server = try Server.bind(.loopback(port: 0), on: loop, settings: settings, responder: ClosureResponder(body: hello))
        let running = Task(executorPreference: loop) { await server.run() }
        var client = try await RawClient(server, loop)
        try await client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
        try await Task.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        server.stop()
        await running.value
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(await client.isAtEnd())
    }

    @Test("ends at once when its task is cancelled")
    func cancellation() async throws {
        let loop = try EventLoop.started(name: "cancel")
        defer { loop.stop() }
        let server = try Server.bind(.loopback(port: 0), on: loop, responder: ClosureResponder(body: hello))
        let running = Task(executorPreference: loop) { await server.run() }
        var client = try await RawClient(server, loop)
        try await client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
        try await Task.sleep(for: .milliseconds(20))
        running.cancel()
        await running.value
        #expect(await client.isAtEnd())
    }

    @Test("shares a port among servers on several loops")
    func reusePort() async throws {
        let loops = [try EventLoop.started(name: "one"), try EventLoop.started(name: "two")]
        defer { for loop in loops { loop.stop() } }
        let first = try Server.bind(.loopback(port: 0), on: loops[0], listening: .init(reusesPort: true), responder: ClosureResponder(body: hello))
        let second = try Server.bind(first.address, on: loops[1], listening: .init(reusesPort: true), responder: ClosureResponder(body: hello))
        let running = [
            Task(executorPreference: loops[0]) { await first.run() }, Task(executorPreference: loops[1]) { await second.run() },
        ]
        for _ in 0..<20 {
            var client = try await RawClient(first, loops[0])
            #expect(try await client.ask(get).text == "hello")
        }
        for task in running {
            task.cancel()
            await task.value
        }
    }

    @Test("serves a Unix socket")
    func unixSocket() async throws {
        let loop = try EventLoop.started(name: "unix")
        defer { loop.stop() }
        let address = try Address.unix(checking: "/tmp/http-\(UInt32.random(in: .min ... .max)).sock")
        let server = try Server.bind(address, on: loop, responder: ClosureResponder { Response(Status(200), body: .text($0.peer ?? "-")) })
        let running = Task(executorPreference: loop) { await server.run() }
        var client = try await RawClient(server, loop)
        #expect(try await client.ask(get).text == "-")
        server.stop()
        await running.value
    }

    @Test("stays healthy under random bytes")
    func noise() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        var settings = ServerSettings()
        settings.limits.lingerTime = .milliseconds(20)
        try await withServer(settings) { request in
            _ = try await request.body.collected(upTo: 1000)
            return try await hello(request)
        } body: { server, loop in
            for _ in 0..<300 {
                var bytes = Array("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
                for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random) }
                let client = try await RawClient(server, loop)
                try await client.send(bytes)
                client.socket.close()
            }
            var client = try await RawClient(server, loop)
            #expect(try await client.ask(get).text == "hello", "seed \(seed)")
        }
    }
}

/// Tells when it is let go.
private final class Guardian: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
