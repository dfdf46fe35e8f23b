package import Sockets

/// A client that sends exactly the bytes it is told to and hides nothing of the answer: what tests of a server need.
package final class PlainHTTP: Sendable {
    package struct Answer: Sendable {
        package var status: Int
        package var reason: String
        /// As received, in order.
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]
        /// The server will close the connection.
        package var closes: Bool

        package subscript(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let socket: Socket

    package init(_ address: Address, on loop: EventLoop) async throws {
        socket = try await Socket.connect(to: address, on: loop, within: .seconds(10))
    }

    package func close() { socket.close() }

    package func send(_ bytes: [UInt8]) async throws { try await socket.send(bytes, within: .seconds(30)) }

    /// Sends one request; the path and the headers go out as they stand.
    package func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> Answer {
        var text = "\(method) \(path) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.0.lowercased() == "host" }) { text += "Host: localhost\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body {
            text += "Content-Length: \(body.count)\r\n"
        } else if ["POST", "PUT", "PATCH"].contains(method) {
            text += "Content-Length: 0\r\n"
        }
        try await send(Array((text + "\r\n").utf8) + (body ?? []))
        return try await answer(to: method)
    }

    /// The next answer on the connection.
    package func answer(to method: String = "GET") async throws -> Answer {
        var reader = Reader(socket: socket)
        let statusLine = try await reader.line()
        let parts = statusLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let status = Int(parts[1]) else { throw Failure(description: "no status line: \(statusLine)") }
        var answer = Answer(status: status, reason: parts.count > 2 ? String(parts[2]) : "", headers: [], body: [], closes: false)
        while case let line = try await reader.line(), !line.isEmpty {
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            answer.headers.append((String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " })))
        }
        answer.closes = answer["Connection"]?.lowercased() == "close"
        if method == "HEAD" || (100..<200).contains(status) || status == 204 || status == 304 { return answer }
        if answer["Transfer-Encoding"] == "chunked" {
            while true {
                guard let size = Int(try await reader.line(), radix: 16) else { throw Failure(description: "no chunk size") }
                answer.body += try await reader.bytes(size)
                _ = try await reader.line()
                if size == 0 { break }
            }
        } else if let length = answer["Content-Length"].flatMap({ Int($0) }) {
            answer.body = try await reader.bytes(length)
        } else {
            answer.body = try await reader.rest()
        }
        return answer
    }

    private struct Reader {
        let socket: Socket
        var buffer: [UInt8] = []
        var position = 0

        mutating func fill() async throws {
            let more = try await socket.receive(atMost: 65536, within: .seconds(30))
            if more.isEmpty { throw Failure(description: "the connection ended") }
            buffer += more
        }

        mutating func line() async throws -> String {
            while true {
                if let end = buffer[position...].firstIndex(of: 10) {
                    defer { position = end + 1 }
                    let line = buffer[position..<end]
                    return String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
                }
                try await fill()
            }
        }

        mutating func bytes(_ count: Int) async throws -> [UInt8] {
            while buffer.count - position < count { try await fill() }
            defer { position += count }
            return Array(buffer[position..<position + count])
        }

        mutating func rest() async throws -> [UInt8] {
            while case let more = try await socket.receive(atMost: 65536, within: .seconds(30)), !more.isEmpty { buffer += more }
            return Array(buffer[position...])
        }
    }
}
