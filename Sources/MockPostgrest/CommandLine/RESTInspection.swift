import HTTPServing
import JSONText
import PostgresLink
import RESTEngine
import Sockets

/// What `mock-postgrest rest` does instead of serving: it asks the database, or another server, once.
struct RESTInspection {
    private let setup: RESTSetup

    init(_ setup: RESTSetup) {
        self.setup = setup
    }

    /// Without the database's options, where the database cannot be asked: that is said, and no failure.
    func dumpConfiguration() throws -> CInt {
        var configuration = setup.configuration
        if configuration.readsDatabaseConfiguration {
            do {
                configuration = try onLoop { loop in
                    try await withBackend(on: loop) { backend in
                        try await backend.loadConfiguration()
                        return backend.snapshot.configuration
                    }
                }
            } catch ServerFailure.configuration(let message) {
                throw OptionError(message)
            } catch {
                Console.say("Failed to query database settings for the config parameters. \(Failure(error))")
            }
        }
        Log.write(String(ConfigurationDump(setup.process, configuration).text.dropLast()))
        return 0
    }

    func dumpSchema() throws -> CInt {
        do {
            let schema = try onLoop { loop in
                try await withBackend(on: loop) { backend in
                    try await backend.load()
                    return backend.snapshot.schema
                }
            }
            Log.write(schema.map { $0.json.canonical() } ?? [])
            return 0
        } catch ServerFailure.configuration(let message) {
            throw OptionError(message)
        } catch {
            Console.say("The schema cache could not be loaded: \(Failure(error))")
            return 1
        }
    }

    func checkReadiness() throws -> CInt {
        guard let port = setup.process.adminPort else {
            Console.say("ERROR: Admin server is not running. Please check admin-server-port config.")
            return 1
        }
        let host = setup.process.adminHost
        let shown = ["*", "*4", "!4", "*6", "!6"].contains(host) ? "localhost" : host
        let url = "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)/ready"
        do {
            let status = try onLoop { loop in
                guard let address = try ListenCandidate.all(host: host, port: port).first?.address.reachable else { return 0 }
                return try await answer(to: "/ready", at: address, on: loop)
            }
            guard status == 200 else {
                Console.say("ERROR: \(Status(status).phrase)")
                return 1
            }
            Log.write("OK: \(url)")
            return 0
        } catch {
            Console.say("ERROR: no answer from \(url): \(error)")
            return 1
        }
    }

    private func answer(to path: String, at address: Address, on loop: EventLoop) async throws -> Int {
        let limit = Duration.seconds(10)
        let socket = try await Socket.connect(to: address, on: loop, within: limit)
        defer { socket.close() }
        try await socket.send(Array("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8), within: limit)
        var answer: [UInt8] = []
        while answer.count < 12, try await socket.receive(appendingTo: &answer, within: limit) > 0 {}
        // `HTTP/1.1 200 OK`
        return Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
    }

    private func withBackend<R: Sendable>(on loop: EventLoop, _ body: (RESTBackend) async throws -> R) async throws -> R {
        let pool = Pool(setup.process.poolSettings(setup.configuration), on: loop)
        let backend = try RESTBackend(
            pool: pool, source: OptionSource(setup.source, offload: try Offload(threads: 1)), configuration: setup.configuration,
            recovery: .init(isAutomatic: true, givesUp: true), report: { _ in })
        let result: Result<R, any Error>
        do { result = .success(try await body(backend)) } catch { result = .failure(error) }
        await pool.close()
        return try result.get()
    }

    /// Runs until the body is done.
    private func onLoop<R: Sendable>(_ body: @escaping @Sendable (EventLoop) async throws -> R) throws -> R {
        let loop = try EventLoop()
        let outcome = Outcome<R>()
        Task(executorPreference: loop) {
            do { outcome.set(.success(try await body(loop))) } catch { outcome.set(.failure(error)) }
            loop.stop()
        }
        loop.run()
        return try outcome.get()
    }
}
