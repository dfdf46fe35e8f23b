/// Makes an answer of the bytes that come (RFC 9112 §6), in whatever pieces. Without I/O, so that it is tested without a socket.
struct ClientResponseReader {
    private enum Part {
        case head
        /// Bytes that are missing.
        case length(Int)
        case chunkSize
        case chunk(Int)
        case trailer
        case untilEnd
    }

    private let hasBody: Bool
    private let bodyLimit: Int
    private var part = Part.head
    private var buffer: [UInt8] = []
    private var position = 0
    private var response = ClientResponse(status: 0, headers: Headers(), body: [])

    init(hasBody: Bool, bodyLimit: Int) {
        self.hasBody = hasBody
        self.bodyLimit = bodyLimit
    }

    private static let lineLimit = 8 * 1024
    private static let fieldLimit = 200

    /// The answer, when these bytes complete it.
    mutating func add(_ bytes: [UInt8]) throws(HTTPClientError) -> ClientResponse? {
        buffer.removeFirst(position)
        position = 0
        buffer += bytes
        while true {
            switch part {
            case .head:
                guard let head = try head() else { return nil }
                // 100 Continue and its like come before the answer.
                guard head.status >= 200 else { continue }
                response = head
                part = try bodyPart()
                if case .length(0) = part { return response }
            case .length(let missing):
                let count = take(missing)
                part = .length(missing - count)
                if count == missing { return response }
                return nil
            case .chunkSize:
                guard let line = try line() else { return nil }
                let digits = line.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
                guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0, digits.first != UInt8(ascii: "+")
                else {
                    throw .malformedAnswer
                }
                guard size <= bodyLimit - response.body.count else { throw .answerTooLarge }
                part = size == 0 ? .trailer : .chunk(size)
            case .chunk(let missing):
                let count = take(missing)
                part = .chunk(missing - count)
                guard count == missing, let end = try line() else { return nil }
                guard end.isEmpty else { throw .malformedAnswer }
                part = .chunkSize
            case .trailer:
                guard let line = try line() else { return nil }
                if line.isEmpty { return response }
            case .untilEnd:
                guard buffer.count - position <= bodyLimit - response.body.count else { throw .answerTooLarge }
                _ = take(buffer.count - position)
                return nil
            }
        }
    }

    /// The connection has ended.
    func end() throws(HTTPClientError) -> ClientResponse {
        guard case .untilEnd = part else { throw .malformedAnswer }
        return response
    }

    private mutating func take(_ most: Int) -> Int {
        let count = min(most, buffer.count - position)
        response.body += buffer[position..<position + count]
        position += count
        return count
    }

    /// A line without its end; nil when it is not complete.
    private mutating func line() throws(HTTPClientError) -> ArraySlice<UInt8>? {
        guard let end = buffer[position...].firstIndex(of: 0x0A) else {
            guard buffer.count - position <= Self.lineLimit else { throw .malformedAnswer }
            return nil
        }
        let line = buffer[position..<end]
        position = end + 1
        return line.last == 0x0D ? line.dropLast() : line
    }

    private mutating func head() throws(HTTPClientError) -> ClientResponse? {
        let start = position
        guard let first = try line() else { return nil }
        var fields: [ArraySlice<UInt8>] = []
        while true {
            guard let line = try line() else {
                position = start
                guard buffer.count - start <= Self.lineLimit * 8 else { throw .malformedAnswer }
                return nil
            }
            if line.isEmpty { break }
            guard fields.count < Self.fieldLimit else { throw .malformedAnswer }
            fields.append(line)
        }
        let words = first.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3,
            let status = Int(String(decoding: words[1], as: UTF8.self)), 100...999 ~= status
        else { throw .malformedAnswer }
        var headers = Headers()
        for field in fields {
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")), colon > field.startIndex else { throw .malformedAnswer }
            headers.append(String(decoding: field[..<colon], as: UTF8.self), bytes: Array(field[(colon + 1)...].trimmed))
        }
        return ClientResponse(status: status, headers: headers, body: [])
    }

    private func bodyPart() throws(HTTPClientError) -> Part {
        guard hasBody, response.status != 204, response.status != 304 else { return .length(0) }
        if let coding = response.headers["Transfer-Encoding"] {
            guard coding.equalsIgnoringCase("chunked") else { throw .malformedAnswer }
            return .chunkSize
        }
        guard let text = response.headers["Content-Length"] else { return .untilEnd }
        guard let length = Int(text), length >= 0 else { throw .malformedAnswer }
        guard length <= bodyLimit else { throw .answerTooLarge }
        return .length(length)
    }
}
