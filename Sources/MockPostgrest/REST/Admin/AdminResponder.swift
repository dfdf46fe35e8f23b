import HTTPServing
import PostgresLink
import RESTEngine
import Sockets

/// What the admin port answers (rest.md 13.1): to any method, at exactly these paths, never with a body but for the two that
/// have something to tell.
struct AdminResponder: Responder {
    let backend: RESTBackend
    let pool: Pool
    let poolSize: Int
    /// Where the API listens.
    let address: Address
    let loop: EventLoop

    func respond(to request: Request) async throws -> Response {
        switch request.target.path {
        case "/live": Response(Status(await isLive() ? 200 : 500))
        case "/ready": Response(Status(await readiness()))
        case "/schema_cache": Response(Status(200), body: schemaCache)
        case "/metrics": metrics
        default: Response(Status(404))
        }
    }

    private func readiness() async -> Int {
        guard await isLive() else { return 500 }
        guard backend.isLoaded else { return 503 }
        // A session that listens has shown that the database is there; without one it is asked.
        if backend.snapshot.configuration.listens { return backend.listenerIsUp ? 200 : 503 }
        let isThere = try? await pool.withSession { try await $0.run([Statement("SELECT 1", isPrepared: false)]) }
        return isThere == nil ? 503 : 200
    }

    private func isLive() async -> Bool {
        guard let socket = try? await Socket.connect(to: address.reachable, on: loop, within: .seconds(1)) else { return false }
        socket.close()
        return true
    }

    private var schemaCache: ResponseBody {
        backend.snapshot.schema.map { .bytes($0.json.canonical()) } ?? .empty
    }

    private var metrics: Response {
        let text = Metrics(backend, pool.statistics, poolSize: poolSize).text
        return Response(
            Status(200), headers: Headers([("Content-Type", "text/plain; charset=utf-8"), ("Transfer-Encoding", "chunked")]),
            body: .text(text))
    }
}

extension Address {
    /// Where a client on this machine finds a server that listens on this address: a wildcard is none.
    var reachable: Address {
        switch self {
        case .ipv4(0, let port): .loopback(port: port)
        case .ipv6(let host, let port) where host.high == 0 && host.low == 0: .ipv6(IPv6(high: 0, low: 1), port: port)
        case .ipv4, .ipv6, .unix: self
        }
    }
}
