/// Turns responses into bytes: the head, and the frames around a streamed body.
///
/// The order of a head is that of PostgREST's HTTP layer: framing, `Connection`, `Date`, `Server`, then the response's own
/// fields as the service wrote them.
struct ResponseWriter: Sendable {
    /// What the client's request means for the response.
    struct Request: Sendable {
        var isHead = false
        var isVersion10 = false
        /// Whether client and server would keep the connection.
        var keepsAlive = true
    }

    private let serverLine: [UInt8]
    private var date = DateLine()

    /// - Parameter serverName: the value of `Server`; nil leaves the field out.
    init(serverName: String?) {
        serverLine = serverName.map { Array("Server: \($0)\r\n".utf8) } ?? []
    }

    /// Appends the head to `output`; what must follow is in the result.
    mutating func write(
        headOf response: Response, to request: Request, now: Int = DateLine.clock(), into output: inout [UInt8]
    ) -> ResponseFraming {
        let fields = FramingFields(response.headers)
        let framing = ResponseFraming(
            response, fields: fields, isHead: request.isHead, isVersion10: request.isVersion10, keepsAlive: request.keepsAlive)

        Self.write(response.status, into: &output)
        if framing.body == .chunked { output.append(literal: "Transfer-Encoding: chunked\r\n") }
        if !framing.keepsAlive {
            output.append(literal: "Connection: close\r\n")
        } else if request.isVersion10 {
            output.append(literal: "Connection: keep-alive\r\n")
        }
        if !fields.hasDate { output.append(contentsOf: date.line(at: now)) }
        if !fields.hasServer { output.append(contentsOf: serverLine) }
        if let length = framing.addedLength {
            output.append(literal: "Content-Length: ")
            output.append(decimal: length)
            output.append(literal: "\r\n")
        }
        write(response.headers, leavingOutConnection: fields.closes, into: &output)
        output.append(literal: "\r\n")
        return framing
    }

    private static func write(_ status: Status, into output: inout [UInt8]) {
        if status.code == 200, status.reason == nil {
            output.append(literal: "HTTP/1.1 200 OK\r\n")
            return
        }
        // A code without three digits would not be read as a status line at all (RFC 9112 §4).
        let status = (100...999).contains(status.code) ? status : Status(500)
        output.append(literal: "HTTP/1.1 ")
        output.append(decimal: status.code)
        output.append(UInt8(ascii: " "))
        output.append(fieldText: Array(status.phrase.utf8)[...])
        output.append(literal: "\r\n")
    }

    private func write(_ headers: Headers, leavingOutConnection: Bool, into output: inout [UInt8]) {
        for span in headers.spans {
            let name = headers.storage[span.name]
            // A name that is none cannot be sent in any way that means something.
            guard !name.isEmpty, name.allSatisfy(\.isToken) else { continue }
            if name.count == 17, headers.matches(span, "transfer-encoding") { continue }
            if leavingOutConnection, headers.matches(span, "connection") { continue }
            output.append(contentsOf: name)
            output.append(literal: ": ")
            output.append(fieldText: headers.storage[span.value])
            output.append(literal: "\r\n")
        }
    }

    /// What stands in front of `count` bytes of a chunked body. They are followed by `chunkEnd`.
    static func chunkStart(_ count: Int) -> [UInt8] {
        Array((String(count, radix: 16) + "\r\n").utf8)
    }

    static let chunkEnd: [UInt8] = Array("\r\n".utf8)
    static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)
    static let continueHead: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

extension [UInt8] {
    fileprivate mutating func append(literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    fileprivate mutating func append(decimal number: Int) {
        append(contentsOf: String(number).utf8)
    }

    /// A value, or a phrase, with blanks for what would end the line: functions in the database write headers too, out of
    /// what clients send them.
    fileprivate mutating func append(fieldText text: ArraySlice<UInt8>) {
        if text.allSatisfy({ $0 >= 0x20 }) {
            append(contentsOf: text)
        } else {
            append(contentsOf: text.lazy.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 })
        }
    }
}
