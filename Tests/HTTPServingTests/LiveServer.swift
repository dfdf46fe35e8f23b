import HTTPServing
import Sockets
import Testing

/// A responder made of a closure.
struct ClosureResponder: Responder {
    let body: @Sendable (Request) async throws -> Response

    func respond(to request: Request) async throws -> Response { try await body(request) }
}

/// One loop for all live tests: as in the product, one thread serves everything.
private let sharedLoop = Result { try EventLoop.started(name: "test") }

/// Runs a server on a port of the system's choice for the time of `body`; on a loop of its own where time is short.
func withServer<R: Sendable>(
    _ settings: ServerSettings = ServerSettings(), on loop: EventLoop? = nil,
    _ respond: @escaping @Sendable (Request) async throws -> Response,
    body: (Server, EventLoop) async throws -> R
) async throws -> R {
    let loop = try loop ?? sharedLoop.get()
    let server = try Server.bind(.loopback(port: 0), on: loop, settings: settings, responder: ClosureResponder(body: respond))
    let running = Task(executorPreference: loop) { await server.run() }
    // The client runs on the loop as well: tests that only compute may keep every other thread busy for seconds.
    let result = await withTaskExecutorPreference(loop) { () -> Result<R, any Error> in
        do { return .success(try await body(server, loop)) } catch { return .failure(error) }
    }
    running.cancel()
    await running.value
    return try result.get()
}

/// A client that says exactly what it is told to.
struct RawClient {
    let socket: Socket
    private var buffer: [UInt8] = []

    struct Reply: Sendable {
        var status: Int
        var head: String
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
        }
    }

    struct Closed: Error {}

    static let patience: Duration = .seconds(30)

    init(_ server: Server, _ loop: EventLoop) async throws {
        socket = try await Socket.connect(to: server.address, on: loop)
    }

    func send(_ text: String) async throws {
        try await socket.send(Array(text.utf8), within: Self.patience)
    }

    func send(_ bytes: [UInt8]) async throws {
        try await socket.send(bytes, within: Self.patience)
    }

    mutating func ask(_ text: String) async throws -> Reply {
        try await send(text)
        return try await reply()
    }

    /// The next response; `isHead` when it has no body whatever its head says.
    mutating func reply(isHead: Bool = false) async throws -> Reply {
        while firstBlankLine() == nil { try await more() }
        let end = firstBlankLine() ?? 0
        let head = String(decoding: buffer[..<(end + 2)], as: UTF8.self)
        buffer.removeFirst(end + 4)
        var reply = Reply(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: [])
        if isHead || reply.status < 200 || [204, 304].contains(reply.status) { return reply }
        if let length = reply.field("Content-Length").flatMap({ Int($0) }) {
            reply.body = try await take(length)
        } else if reply.field("Transfer-Encoding") == "chunked" {
            var size = try await chunkSize()
            while size > 0 {
                reply.body += try await take(size)
                _ = try await take(2)
                size = try await chunkSize()
            }
            _ = try await take(2)
        } else {
            while (try? await more()) != nil {}
            reply.body = try await take(buffer.count)
        }
        return reply
    }

    /// Whether the server has closed the connection, in an orderly way or not, and sent nothing before.
    mutating func isAtEnd() async -> Bool {
        guard buffer.isEmpty else { return false }
        return (try? await more()) == nil
    }

    private mutating func chunkSize() async throws -> Int {
        var line: [UInt8] = []
        while !line.hasSuffix("\r\n") { line += try await take(1) }
        return Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) ?? -1
    }

    private mutating func take(_ count: Int) async throws -> [UInt8] {
        while buffer.count < count { try await more() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func more() async throws {
        guard try await socket.receive(appendingTo: &buffer, within: Self.patience) > 0 else { throw Closed() }
    }

    private func firstBlankLine() -> Int? {
        buffer.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
