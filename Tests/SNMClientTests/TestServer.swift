import Foundation
import SNMClient
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A small HTTP/1.1 server on a port of the system's choice, with threads of its own. It answers what a closure says and remembers
/// what it was asked.
final class TestServer: Sendable {
    struct Request: Sendable {
        var method: String
        var target: String
        var header: [String: String]
        var body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var path: String { String(target.prefix { $0 != "?" }) }
    }

    struct Response: Sendable {
        var status = 200
        var header: [String: String] = [:]
        var body = Data()
        /// How long the answer is held back.
        var delay: TimeInterval = 0

        static func json(_ text: String, status: Int = 200) -> Self {
            Self(status: status, header: ["Content-Type": "application/json"], body: Data(text.utf8))
        }
    }

    let port: UInt16
    private let listener: Int32
    private let log = Mutex<[Request]>([])
    private let isStopped = Mutex(false)
    private let respond: @Sendable (Request) -> Response

    private init(respond: @escaping @Sendable (Request) -> Response) throws {
        self.respond = respond
        listener = Self.makeSocket()
        var address = Self.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
    }

    var requests: [Request] { log.withLock { $0 } }

    var config: SupabaseConfig {
        SupabaseConfig(baseURL: URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/"), apiKey: "key", bucket: "image")
    }

    /// Runs a server for the time of the body.
    @discardableResult
    static func serving<Result: Sendable>(
        _ respond: @escaping @Sendable (Request) -> Response,
        body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let server = try TestServer(respond: respond)
        Thread { server.acceptLoop() }.start()
        defer { server.stop() }
        return try await body(server)
    }

    /// Ends the accepting thread by a connection of our own; only that thread closes the listener. Closing it here would let its number
    /// be given to another test's server while the thread still accepts on it.
    private func stop() {
        isStopped.withLock { $0 = true }
        let knock = Self.makeSocket()
        defer { close(knock) }
        var address = Self.loopback(port: port)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(knock, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func acceptLoop() {
        defer { close(listener) }
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            if isStopped.withLock({ $0 }) {
                close(connection)
                return
            }
            Thread { [self] in
                serve(connection)
                close(connection)
            }.start()
        }
    }

    private static func makeSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func serve(_ connection: Int32) {
        guard let request = Self.read(from: connection) else { return }
        log.withLock { $0.append(request) }
        let response = respond(request)
        if response.delay > 0 { Thread.sleep(forTimeInterval: response.delay) }
        var head = "HTTP/1.1 \(response.status) Test\r\nConnection: close\r\n"
        if response.status != 304 && response.status != 204 { head += "Content-Length: \(response.body.count)\r\n" }
        for (name, value) in response.header { head += "\(name): \(value)\r\n" }
        Self.write(Data((head + "\r\n").utf8) + response.body, to: connection)
    }

    private static func read(from connection: Int32) -> Request? {
        var bytes = Data()
        let end = Data("\r\n\r\n".utf8)
        while bytes.range(of: end) == nil {
            guard let more = receive(connection) else { return nil }
            bytes += more
        }
        guard let headEnd = bytes.range(of: end) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var header: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            header[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        var body = Data(bytes[headEnd.upperBound...])
        let length = header["content-length"].flatMap { Int($0) } ?? 0
        while body.count < length {
            guard let more = receive(connection) else { return nil }
            body += more
        }
        return Request(method: String(words[0]), target: String(words[1]), header: header, body: body)
    }

    private static func receive(_ connection: Int32) -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    private static func write(_ data: Data, to connection: Int32) {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
