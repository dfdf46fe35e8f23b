import Foundation
import SNMClient
import Testing

/// Requests over real sockets.
@Suite struct NetworkProviderTests {
    struct Call: SNMRequestConvertible {
        var endpoint: Endpoint
        var requestType: SNMRequestType = .plain
    }

    static func call(_ server: TestServer, _ path: String, _ method: HTTPMethod = .get, _ type: SNMRequestType = .plain) -> Call {
        Call(endpoint: Endpoint(baseURL: server.config.baseURL, path: path, method: method), requestType: type)
    }

    @Test("counts as a success", arguments: [200, 201, 202, 204, 206, 226, 299, 304])
    func success(status: Int) async throws {
        try await TestServer.serving { _ in
            .init(status: status, header: ["X-Note": "hi"])
        } body: { server in
            let response = try await SNMNetworkProvider().request(with: Self.call(server, "x"))
            #expect(response.statusCode == status)
            #expect(response.value(ofHeader: "x-nOTE") == "hi")
        }
    }

    @Test(
        "carries status, header and body of a failure, whatever the status",
        arguments: [400, 401, 404, 409, 416, 418, 422, 429, 499, 500, 520, 544, 599])
    func failure(status: Int) async throws {
        try await TestServer.serving { _ in
            .init(status: status, header: ["X-Note": "hi"], body: Data(#"{"code":"C","message":"words"}"#.utf8))
        } body: { server in
            do {
                _ = try await SNMNetworkProvider().request(with: Self.call(server, "x"))
                Issue.record("no error")
            } catch let error as SNMNetworkError {
                guard case .failedStatusCode(let code, let header, let body) = error else { throw error }
                #expect(code == status && header["X-Note"] == "hi" && body == Data(#"{"code":"C","message":"words"}"#.utf8))
                #expect(error.serverCode == "C" && error.serverMessage == "words" && error.statusCode == status)
            }
        }
    }

    @Test("sends method, path, query, header and body as they were built")
    func arrives() async throws {
        try await TestServer.serving { _ in
            .init()
        } body: { server in
            for method in [HTTPMethod.post, .put, .patch, .delete] {
                let body = Data((0...255).map { UInt8($0) })
                var call = Self.call(server, "a b/ü", method, .compositePlain(header: ["X-A": "b", "Content-Type": "x/y"], body: body))
                call.endpoint.query = [.init("q", "a+b&c;d=\"é\" (x)"), .init("q", "2")]
                _ = try await SNMNetworkProvider().request(with: call)
                let request = try #require(server.requests.last)
                #expect(request.method == method.rawValue)
                #expect(request.target == "/a%20b/%C3%BC?q=a%2Bb%26c%3Bd%3D%22%C3%A9%22%20(x)&q=2")
                #expect(request.header["x-a"] == "b" && request.header["content-type"] == "x/y" && request.body == body)
            }
        }
    }

    @Test("reports an unreachable server as a network failure")
    func unreachable() async throws {
        // The port was ours a moment ago and has no listener now.
        let call = try await TestServer.serving { _ in
            .init()
        } body: {
            Self.call($0, "x")
        }
        await #expect {
            try await SNMNetworkProvider().request(with: call)
        } throws: { error in
            if case SNMNetworkError.urlError = error { true } else { false }
        }
    }

    @Test("a cancelled task ends with CancellationError, soon")
    func cancelled() async throws {
        try await TestServer.serving { _ in
            .init(delay: 2)
        } body: { server in
            let task = Task { try await SNMNetworkProvider().request(with: Self.call(server, "x")) }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            let start = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(ContinuousClock.now - start < .seconds(1))
        }
    }

    @Test("keeps no cookies between requests")
    func cookies() async throws {
        try await TestServer.serving { _ in
            .init(header: ["Set-Cookie": "a=b; Path=/"])
        } body: { server in
            let provider = SNMNetworkProvider()
            _ = try await provider.request(with: Self.call(server, "x"))
            _ = try await provider.request(with: Self.call(server, "x"))
            #expect(server.requests.count == 2 && server.requests.allSatisfy { $0.header["cookie"] == nil })
        }
    }

    @Test("many requests at once all arrive")
    func many() async throws {
        try await TestServer.serving {
            .init(body: Data($0.target.utf8))
        } body: { server in
            let provider = SNMNetworkProvider()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        try await provider.request(with: Self.call(server, "\(index)")).data == Data("/\(index)".utf8)
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }
}
