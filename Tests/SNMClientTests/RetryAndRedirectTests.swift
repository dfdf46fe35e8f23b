import Foundation
import Synchronization
import Testing

@testable import SNMClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Failures that pass, and servers that send requests on.
@Suite("Retries and redirects")
struct RetryAndRedirectTests {
    private struct Request: SNMRequestConvertible {
        var endpoint: Endpoint
        var requestType: SNMRequestType = .header(with: ["apikey": "secret", "Authorization": "Bearer token"])
    }

    private static func request(_ server: TestServer, _ method: HTTPMethod = .get) -> Request {
        Request(endpoint: Endpoint(baseURL: server.config.baseURL, path: "a", method: method))
    }

    @Test(
        "tries again what changes nothing, as often as it may", arguments: [(HTTPMethod.get, 503, 3), (.head, 429, 3), (.post, 503, 1), (.get, 404, 1)])
    func attempts(method: HTTPMethod, status: Int, attempts: Int) async throws {
        try await TestServer.serving({ _ in .json("{}", status: status) }) { server in
            let waits = Mutex<[TimeInterval]>([])
            let provider = RetryingNetworkProvider(
                policy: SupabaseRetryPolicy(attempts: 3, firstDelay: 1), sleep: { seconds in waits.withLock { $0.append(seconds) } })
            await #expect(throws: SNMNetworkError.self) { try await provider.request(with: Self.request(server, method)) }
            #expect(server.requests.count == attempts)
            let taken = waits.withLock { $0 }
            #expect(taken.count == attempts - 1)
            #expect(zip(taken, [1.0, 2.0]).allSatisfy { $0 <= $1 && $0 >= $1 / 2 })
        }
    }

    @Test("returns the answer that comes in the end")
    func recovers() async throws {
        let count = Mutex(0)
        try await TestServer.serving({ _ in
            count.withLock {
                $0 += 1
                return $0 < 3 ? .json("{}", status: 502) : .json("[1]")
            }
        }) { server in
            let answer = try await RetryingNetworkProvider(sleep: { _ in }).request(with: Self.request(server))
            #expect(String(decoding: answer.data, as: UTF8.self) == "[1]")
        }
    }

    @Test(
        "waits as long as the server asks",
        arguments: [("3", 3.0), ("0", 0), ("Thu, 01 Jan 1970 00:00:10 GMT", 10), ("31", nil), ("-5", 0)] as [(String, TimeInterval?)])
    func retryAfter(text: String, delay: TimeInterval?) {
        let error = SNMNetworkError.failedStatusCode(429, header: ["retry-after": text], body: Data())
        #expect(SupabaseRetryPolicy().delay(after: error, 1, now: Date(timeIntervalSince1970: 0)) == delay)
    }

    @Test("ends the waiting with the task")
    func cancelled() async throws {
        try await TestServer.serving({ _ in .json("{}", status: 503) }) { server in
            let task = Task {
                try await RetryingNetworkProvider(policy: SupabaseRetryPolicy(attempts: 9, firstDelay: 20)).request(with: Self.request(server))
            }
            while server.requests.isEmpty { await Task.yield() }
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            #expect(server.requests.count == 1)
        }
    }

    @Test("keeps keys from another origin, and takes them along within one")
    func redirects() async throws {
        try await TestServer.serving({ _ in .json("[]") }) { other in
            let elsewhere = "http://127.0.0.1:\(other.port)/b"
            try await TestServer.serving({ request in
                switch request.path {
                case "/a": TestServer.Response(status: 307, header: ["Location": elsewhere])
                case "/near": TestServer.Response(status: 307, header: ["Location": "/end"])
                default: .json("[]")
                }
            }) { server in
                let provider = SNMNetworkProvider()
                _ = try await provider.request(with: Self.request(server))
                let far = try #require(other.requests.last)
                #expect(far.path == "/b" && far.header["apikey"] == nil && far.header["authorization"] == nil)
                var near = Self.request(server)
                near.endpoint.path = "near"
                _ = try await provider.request(with: near)
                #expect(server.requests.last?.path == "/end" && server.requests.last?.header["apikey"] == "secret")
            }
        }
    }

    @Test("ends a request that takes too long")
    func timeout() async throws {
        try await TestServer.serving({ _ in TestServer.Response(delay: 3) }) { server in
            let provider = SNMNetworkProvider(session: SNMNetworkProvider.privateSession(timeout: 0.5))
            await #expect(throws: SNMNetworkError.self) { try await provider.request(with: Self.request(server)) }
        }
    }
}
