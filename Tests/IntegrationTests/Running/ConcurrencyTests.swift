import Sockets
import TestSupport
import Testing

@Suite("Many at once")
struct ConcurrencyTests {
    @Test("a query of three seconds delays no other request")
    func slowQuery() async throws {
        let shared = try await SharedServer.running()
        async let slow = ContinuousClock().measure {
            // The other roles have a time-out of three seconds.
            let answer = try await shared.request(
                "POST", "/rest/v1/rpc/test_sleep", headers: [("apikey", shared.server.keys.secretKey)], body: #"{"seconds":3}"#)
            #expect(answer.status == 204)
        }
        try await waitUntil(within: .seconds(5)) { try await shared.sleepers() > 0 }
        let start = ContinuousClock.now
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
        let total = ContinuousClock.now - start
        #expect(slowest < .seconds(1))
        let slowTime = try await slow
        #expect(slowTime > total)
    }

    @Test("a client that resets its connection takes its query with it")
    func disconnect() async throws {
        let shared = try await SharedServer.running()
        let mark = "gone \(Unique.name())"
        let socket = try await Socket.connect(to: shared.address, on: TestCluster.loop, within: .seconds(5))
        let body = #"{"seconds":30,"mark":"\#(mark)"}"#
        let request = """
            POST /rest/v1/rpc/test_marked_sleep HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
            apikey: \(shared.server.keys.secretKey)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        try await socket.send(Array(request.utf8))
        let running = { try await shared.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext(\(parameter: mark))::oid") }
        try await waitUntil(within: .seconds(5)) { try await running() == "1" }
        socket.abort()
        try await waitUntil(within: .seconds(2)) { try await running() == "0" }
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
