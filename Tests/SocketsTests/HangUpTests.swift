import Sockets
import Synchronization
import Testing

@Suite("A hang-up") struct HangUpTests {
    /// Waits for a hang-up while `body` runs; tells whether it was seen by then.
    private func sees(_ socket: Socket, _ body: @Sendable () async throws -> Void) async throws -> Bool {
        let isSeen = Flag()
        return try await withThrowingTaskGroup { group in
            group.addTask {
                try await socket.waitForHangUp()
                isSeen.set()
            }
            try await body()
            try await socket.loop.sleep(for: .milliseconds(5))
            group.cancelAll()
            return isSeen.isSet
        }
    }

    @Test("is a closed peer of a local socket", arguments: Poller.Kind.allCases)
    func localClose(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            #expect(try await sees(near) { far.close() })
        }
    }

    @Test("is a reset", arguments: Poller.Kind.allCases)
    func reset(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (client, server) = try await tcpPair(on: loop)
            #expect(try await sees(server) { client.abort() })
        }
    }

    @Test("is not a peer that only finished sending, and its bytes stay", arguments: Poller.Kind.allCases)
    func halfClose(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (client, server) = try await tcpPair(on: loop)
            let isSeen = try await sees(server) {
                try await client.send([1, 2, 3])
                client.shutdown(.sending)
            }
            #expect(!isSeen)
            #expect(try await receive(3, from: server) == [1, 2, 3])
            #expect(try await server.receive() == [])
            try await server.send([4])
            #expect(try await client.receive() == [4])
        }
    }

    @Test("wakes readers, writers and those who wait for it", arguments: Poller.Kind.allCases)
    func wakesAll(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (client, server) = try await tcpPair(on: loop)
            _ = try fill(server)
            async let reading: Void = loop.wait(for: .readable, on: server.descriptor)
            async let writing: Void = loop.wait(for: .writable, on: server.descriptor)
            async let hangUp: Void = server.waitForHangUp()
            try await loop.sleep(for: .milliseconds(2))
            client.abort()
            _ = try await (reading, writing, hangUp)
        }
    }

    @Test("is seen beside bytes that nobody reads, by whoever asks later too", arguments: Poller.Kind.allCases)
    func unreadBytes(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let (near, far) = try Socket.pair(on: loop)
            async let bytes = near.receive(atMost: 1)
            try await far.send([1, 2, 3])
            #expect(try await bytes == [1])
            #expect(try await !sees(near) {})
            far.close()
            try await loop.sleep(for: .milliseconds(3))
            try await near.waitForHangUp()
            #expect(try await near.receive() == [2, 3])
        }
    }
}
