import Sockets
import TestSupport
import Testing

@Suite("Many at once")
struct ConcurrencyTests {
    @Test("a slow query delays no other request")
    func slowQuery() async throws {
        let shared = try await SharedServer.running()
        let slow = try await SlowRequest(to: shared)
        let slowest = try await withThrowingTaskGroup(of: Duration.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let connection = try await PlainHTTP(shared.address, on: TestCluster.loop)
                    defer { connection.close() }
                    var slowest = Duration.zero
                    for _ in 0..<10 {
                        let time = try await ContinuousClock().measure {
                            let answer = try await connection.request("GET", "/rest/v1/golden_owner?id=eq.1")
                            #expect(answer.status == 200)
                        }
                        slowest = max(slowest, time)
                    }
                    return slowest
                }
            }
            return try await group.reduce(.zero) { max($0, $1) }
        }
        // All hundred were answered while it slept; whoever had waited for it would have waited for half a minute. The rest of
        // the time is the machine's, which has other tests to run.
        #expect(try await slow.isRunning)
        #expect(slowest < .seconds(3))
        slow.socket.abort()
    }

    @Test("a client that resets its connection takes its query with it")
    func disconnect() async throws {
        let shared = try await SharedServer.running()
        let slow = try await SlowRequest(to: shared)
        slow.socket.abort()
        try await waitUntil(within: .seconds(2)) { try await !slow.isRunning }
    }

    @Test("a client that has sent everything and half-closed is answered")
    func halfClosed() async throws {
        let shared = try await SharedServer.running()
        let socket = try await Socket.connect(to: shared.address, on: TestCluster.loop, within: .seconds(5))
        defer { socket.close() }
        try await socket.send(Array("GET /rest/v1/golden_owner?id=eq.1 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        socket.shutdown(.sending)
        var bytes: [UInt8] = []
        while case let more = try await socket.receive(within: .seconds(10)), !more.isEmpty { bytes += more }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Kim"))
    }
}

/// A request whose query sleeps for half a minute; it has begun when this is made.
private struct SlowRequest {
    let socket: Socket
    private let shared: SharedServer
    private let mark = Unique.name("slow")

    init(to shared: SharedServer) async throws {
        self.shared = shared
        socket = try await Socket.connect(to: shared.address, on: TestCluster.loop, within: .seconds(5))
        let body = #"{"seconds":30,"mark":"\#(mark)"}"#
        // The other roles have a time-out of a few seconds.
        let request = """
            POST /rest/v1/rpc/test_marked_sleep HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
            apikey: \(shared.server.keys.secretKey)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        try await socket.send(Array(request.utf8))
        try await waitUntil(within: .seconds(10)) { try await isRunning }
    }

    var isRunning: Bool {
        get async throws {
            try await shared.value(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext(\(parameter: mark))::oid") == "1"
        }
    }
}
