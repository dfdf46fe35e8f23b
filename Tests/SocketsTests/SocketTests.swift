#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
@testable import Sockets
import Testing

@Suite("A socket") struct SocketTests {
    @Test("delivers what is sent, whole and in order, however slowly it is taken", arguments: Poller.Kind.allCases)
    func backPressure(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (client, server) = try await tcpPair(on: loop)
            let bytes = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            async let sent: Void = {
                try await client.send(bytes)
                client.shutdown(.sending)
            }()
            var received: [UInt8] = []
            received.reserveCapacity(bytes.count)
            var turn = 0
            while try await server.receive(appendingTo: &received, atMost: 1 + turn % 100_000) > 0 {
                turn += 9973
                if turn % 7 == 0 { try await loop.sleep(for: .zero) }
            }
            try await sent
            #expect(received == bytes)
        }
    }

    @Test("sends pieces as if they were one", arguments: [[], [0], [0, 0], [1], [3, 0, 2], [0, 5], Array(repeating: 3, count: 200)])
    func pieces(lengths: [Int]) async throws {
        try await withLoop { loop in
            let (near, far) = try Socket.pair(on: loop)
            let pieces = lengths.enumerated().map { [UInt8](repeating: UInt8($0.offset % 256), count: $0.element) }
            try await near.send(pieces)
            near.close()
            #expect(try await receive(.max, from: far) == Array(pieces.joined()))
        }
    }

    @Test("sends large pieces from where the system stopped")
    func largePieces() async throws {
        try await withLoop { loop in
            let (near, far) = try Socket.pair(on: loop)
            let pieces: [[UInt8]] = (0..<9).map { [UInt8](repeating: UInt8($0), count: 100_003 * ($0 % 3)) }
            async let sent: Void = near.send(pieces)
            let count = pieces.reduce(0) { $0 + $1.count }
            #expect(try await receive(count, from: far) == Array(pieces.joined()))
            try await sent
        }
    }

    @Test("stops a send that nobody takes when its time is over")
    func sendLimit() async throws {
        try await withLoop { loop in
            let (near, far) = try Socket.pair(on: loop)
            _ = try fill(near)
            await #expect(throws: TimedOut.self) { try await near.send([1], within: .milliseconds(2)) }
            far.close()
        }
    }

    @Test("reports a peer that has gone as an error, not as a signal")
    func brokenPipe() async throws {
        try await withLoop { loop in
            let (near, far) = try Socket.pair(on: loop)
            far.close()
            await #expect(throws: SystemError(code: EPIPE, operation: "send")) { try await near.send([1]) }
            let (client, server) = try await tcpPair(on: loop)
            client.abort()
            await #expect(throws: SystemError(code: ECONNRESET, operation: "recv")) { try await server.receive() }
        }
    }

    @Test("connects to nobody with an error")
    func refused() async throws {
        try await withLoop { loop in
            let listener = try Listener.bind(.loopback(port: 0), on: loop)
            let address = listener.address
            listener.close()
            await #expect(throws: SystemError(code: ECONNREFUSED, operation: "connect to \(address)")) {
                try await Socket.connect(to: address, on: loop)
            }
        }
    }

    @Test("wakes by an error those who wait on it when it is closed, and works no more")
    func close() async throws {
        try await withLoop { loop in
            let (near, far) = try Socket.pair(on: loop)
            let reader = Task(executorPreference: loop) { try await near.receive() }
            await Task.yield()
            near.close()
            near.close()
            await #expect(throws: CancellationError.self) { try await reader.value }
            await #expect(throws: SystemError.self) { try await near.receive() }
            await #expect(throws: SystemError.self) { try await near.send([1]) }
            #expect(try await far.receive() == [])
        }
    }

    @Test("is closed with its last reference, so that descriptors do not run out")
    func release() async throws {
        try await withLoop { loop in
            let listener = try Listener.bind(.loopback(port: 0), on: loop)
            // More than the descriptors that a process usually has.
            for _ in 0..<3000 {
                let (near, far) = try Socket.pair(on: loop)
                withExtendedLifetime(near) {}
                _ = far
            }
            for _ in 0..<200 {
                let client = try await Socket.connect(to: listener.address, on: loop)
                let server = try await listener.accept()
                #expect(server.descriptor < 20_000)
                #expect(try client.localAddress == server.peerAddress)
            }
        }
    }

    @Test("sends at once, without waiting to fill a packet")
    func noDelay() async throws {
        try await withLoop { loop in
            let (client, server) = try await tcpPair(on: loop)
            for socket in [client, server] {
                var value: CInt = 0
                var length = socklen_t(MemoryLayout<CInt>.size)
                #expect(getsockopt(socket.descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &value, &length) == 0)
                #expect(value != 0)
                #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
                #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
            }
        }
    }
}
