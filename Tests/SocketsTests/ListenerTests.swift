#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Sockets
import Testing

#if canImport(Darwin)
    private let descriptorLimit = RLIMIT_NOFILE
#else
    private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif

@Suite("A listener") struct ListenerTests {
    private func temporaryPath(_ name: String) -> String {
        "/tmp/mp-\(getpid())-\(UInt32.random(in: 0 ... .max)).\(name)"
    }

    private func exchange(at address: Address, _ listener: Listener, on loop: EventLoop) async throws {
        let client = try await Socket.connect(to: address, on: loop, within: .seconds(10))
        let server = try await listener.accept()
        try await client.send([1])
        #expect(try await server.receive() == [1])
    }

    @Test("tells the port that the system chose", arguments: Poller.Kind.allCases)
    func port(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            for host in ["127.0.0.1", "*"] {
                let listener = try Listener.bind(try #require(Address(host: host, port: 0)), on: loop)
                let port = try #require(listener.address.port)
                #expect(port != 0)
                try await exchange(at: .loopback(port: port), listener, on: loop)
                listener.close()
            }
        }
    }

    @Test("shares its port only if it was asked to")
    func sharing() async throws {
        try await withLoop { loop in
            let first = try Listener.bind(.loopback(port: 0), on: loop, options: .init(reusesPort: true))
            let second = try Listener.bind(first.address, on: loop, options: .init(reusesPort: true))
            #expect(first.address == second.address)
            let alone = try Listener.bind(.loopback(port: 0), on: loop)
            #expect(throws: SystemError(code: EADDRINUSE, operation: "bind to \(alone.address)")) {
                try Listener.bind(alone.address, on: loop)
            }
        }
    }

    @Test("serves a Unix socket and removes its file", arguments: Poller.Kind.allCases)
    func unix(kind: Poller.Kind) async throws {
        try await withLoop(kind) { loop in
            let path = temporaryPath("sock")
            let address = try Address("unix:\(path)")
            let listener = try Listener.bind(address, on: loop)
            #expect(listener.address == address)
            try await exchange(at: address, listener, on: loop)
            #expect(throws: SystemError(code: EADDRINUSE, operation: "bind to \(address)")) {
                try Listener.bind(address, on: loop)
            }
            listener.close()
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("replaces the socket file of a crashed process, and no other file")
    func deadSocket() async throws {
        try await withLoop { loop in
            let path = temporaryPath("dead")
            let address = Address.unix(path: path)
            // A socket closed without its listener: the file stays.
            var dead: Listener? = try Listener.bind(address, on: loop)
            #expect(dead?.address == address)
            dead = nil
            #expect(access(path, F_OK) == 0)
            let listener = try Listener.bind(address, on: loop)
            try await exchange(at: address, listener, on: loop)
            listener.close()

            let file = open(path, O_CREAT | O_WRONLY, 0o600)
            #expect(file >= 0)
            close(file)
            #expect(throws: SystemError.self) { try Listener.bind(address, on: loop) }
            #expect(access(path, F_OK) == 0)
            unlink(path)
        }
    }

    @Test("refuses a path that would be cut")
    func longPath() async throws {
        try await withLoop { loop in
            let path = "/tmp/" + String(repeating: "x", count: 99)
            #expect(throws: SystemError.self) { try Listener.bind(.unix(path: path), on: loop) }
        }
    }

    @Test("ends a waiting accept when it is closed or the task is cancelled")
    func end() async throws {
        try await withLoop { loop in
            let listener = try Listener.bind(.loopback(port: 0), on: loop)
            let cancelled = Task(executorPreference: loop) { try await listener.accept() }
            await Task.yield()
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let closed = Task(executorPreference: loop) { try await listener.accept() }
            await Task.yield()
            listener.close()
            await #expect(throws: CancellationError.self) { try await closed.value }
        }
    }

    @Test("waits for a descriptor when the process has none left, without spinning")
    func exhaustion() async throws {
        // In a process of its own, whose limit can be lowered.
        await #expect(processExitsWith: .success) {
            try await withLoop { loop in
                let listener = try Listener.bind(.loopback(port: 0), on: loop)
                let client = try await Socket.connect(to: listener.address, on: loop)
                var limit = rlimit(rlim_cur: 128, rlim_max: 128)
                #expect(setrlimit(descriptorLimit, &limit) == 0)
                var hoard: [CInt] = []
                while case let copy = dup(0), copy >= 0 { hoard.append(copy) }
                #expect(errno == EMFILE)

                let accepting = Task(executorPreference: loop) { try await listener.accept() }
                let before = clock()
                try await loop.sleep(for: .milliseconds(200))
                #expect(clock() - before < CLOCKS_PER_SEC / 20)
                for copy in hoard { close(copy) }
                let server = try await accepting.value
                try await client.send([1])
                #expect(try await server.receive() == [1])
            }
        }
    }
}
