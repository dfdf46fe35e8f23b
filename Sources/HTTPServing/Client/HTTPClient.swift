package import Sockets

/// Sends requests to other servers: hooks and sign-in providers. Plain HTTP/1.1, one connection a request.
///
///     let answer = try await client.send(.post, "http://127.0.0.1:9000/hook", headers: headers, body: bytes, within: .seconds(5))
///
/// There is no TLS: what is asked is on this machine or beside it.
package struct HTTPClient: Sendable {
    private let loop: EventLoop
    private let offload: Offload

    /// - Parameter offload: looks names up, which blocks.
    package init(loop: EventLoop, offload: Offload) {
        self.loop = loop
        self.offload = offload
    }

    /// - Parameter limit: bytes of a body; more is an error.
    package func send(
        _ method: Method, _ url: String, headers: Headers = Headers(), body: [UInt8]? = nil, within time: Duration,
        upTo limit: Int = 1 << 20
    ) async throws -> ClientResponse {
        let target = try ClientTarget(url)
        let request = target.request(method, headers, body)
        do {
            return try await withTimeout(time, on: loop) { try await exchange(request, with: target, method: method, limit: limit) }
        } catch let error as HTTPClientError {
            throw error
        } catch is TimedOut {
            throw HTTPClientError.timedOut
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw HTTPClientError.unreachable("\(error)")
        }
    }

    /// Waits without keeping a thread.
    package func pause(_ time: Duration) async throws {
        try await loop.sleep(for: time)
    }

    private func exchange(_ request: [UInt8], with target: ClientTarget, method: Method, limit: Int) async throws -> ClientResponse {
        let socket = try await connect(to: target)
        defer { socket.close() }
        try await socket.send(request)
        var reader = ClientResponseReader(hasBody: method != .head, bodyLimit: limit)
        while true {
            let bytes = try await socket.receive()
            if let response = try bytes.isEmpty ? reader.end() : reader.add(bytes) { return response }
        }
    }

    private func connect(to target: ClientTarget) async throws -> Socket {
        var failure: any Error = HTTPClientError.unreachable("\(target.host) has no address")
        for address in try await addresses(of: target) {
            do {
                return try await Socket.connect(to: address, on: loop)
            } catch let error as SystemError {
                failure = error
            }
        }
        throw failure
    }

    private func addresses(of target: ClientTarget) async throws -> [Address] {
        // How containers call the machine that they run on, which is this one.
        let host = target.host == "host.docker.internal" ? "localhost" : target.host
        if host == "localhost" {
            return [.loopback(port: target.port), Address(host: "::1", port: target.port)].compactMap { $0 }
        }
        if let address = Address(host: host, port: target.port), host != "*" { return [address] }
        return try await offload.run { try Address.resolve(host, port: target.port) }
    }
}

package enum HTTPClientError: Error, Hashable, Sendable {
    case invalidURL(String)
    /// `https`, above all.
    case unsupportedScheme(String)
    case unreachable(String)
    case timedOut
    case malformedAnswer
    case answerTooLarge
}

/// What another server answered.
package struct ClientResponse: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: [UInt8]
}

/// Where a request goes.
struct ClientTarget: Sendable, Hashable {
    var host: String
    var port: UInt16
    /// As the `Host` field wants it.
    var authority: String
    var path: String

    init(_ url: String) throws(HTTPClientError) {
        guard let colon = url.firstRange(of: "://") else { throw .invalidURL(url) }
        let scheme = url[..<colon.lowerBound].lowercased()
        guard scheme == "http" else { throw .unsupportedScheme(scheme) }
        // No byte of an address may end a line of the request.
        guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .invalidURL(url) }
        let rest = url[colon.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
        self.authority = String(authority)
        guard !authority.isEmpty, !authority.contains("@") else { throw .invalidURL(url) }
        var name = authority
        var digits: Substring?
        if let end = authority.lastIndex(of: ":"), !authority[end...].contains("]") {
            name = authority[..<end]
            digits = authority[authority.index(after: end)...]
        }
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        guard !name.isEmpty, let port = digits.map({ UInt16($0) }) ?? 80, port > 0 else { throw .invalidURL(url) }
        host = name.lowercased()
        self.port = port
    }

    func request(_ method: Method, _ headers: Headers, _ body: [UInt8]?) -> [UInt8] {
        var bytes = Array("\(method.rawValue) \(path) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n".utf8)
        for field in headers.fields where field.value.allSatisfy(\.isFieldContent) && field.name.utf8.allSatisfy(\.isToken) {
            bytes += Array("\(field.name): ".utf8) + field.value + Array("\r\n".utf8)
        }
        if let body { bytes += Array("Content-Length: \(body.count)\r\n".utf8) }
        return bytes + Array("\r\n".utf8) + (body ?? [])
    }
}
