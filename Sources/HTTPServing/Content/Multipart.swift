/// The parts of a `multipart/form-data` body, one at a time, their contents as they come.
///
///     var form = try Multipart(stream, contentType: request.headers["Content-Type"])
///     while let part = try await form.nextPart() {
///         while let bytes = try await form.nextBytes() { … }
///     }
///
/// One reader. What is left unread of a part is skipped by the next `nextPart`.
package struct Multipart: Sendable {
    private var parser: MultipartParser
    private let source: RequestBody
    private var isSourceRead = false
    private var isInPart = false
    private var isFinished = false

    /// nil when the content type is not `multipart/form-data` with a boundary.
    package init?(_ body: RequestBody, contentType: String?, limits: MultipartParser.Limits = .init()) {
        guard let type = contentType.flatMap({ MediaType($0) }), type.essence == "multipart/form-data",
            let parser = type.parameter("boundary").flatMap({ MultipartParser(boundary: $0, limits: limits) })
        else { return nil }
        self.parser = parser
        source = body
    }

    /// The head of the next part; nil behind the last.
    package mutating func nextPart() async throws -> MultipartHead? {
        while !isFinished {
            switch try await nextEvent() {
            case .part(let head):
                isInPart = true
                return head
            case .bytes: break
            case .partEnd: isInPart = false
            case .end: isFinished = true
            }
        }
        return nil
    }

    /// The next bytes of the current part; nil at its end.
    package mutating func nextBytes() async throws -> [UInt8]? {
        guard isInPart else { return nil }
        guard case .bytes(let bytes) = try await nextEvent() else {
            // In a part, nothing but its end follows its bytes.
            isInPart = false
            return nil
        }
        return bytes
    }

    /// All bytes of the current part, for small fields.
    package mutating func collectedBytes(upTo limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try await nextBytes() {
            guard bytes.count <= limit - all.count else { throw BodyTooLarge(limit: limit) }
            all.append(contentsOf: bytes)
        }
        return all
    }

    private mutating func nextEvent() async throws -> MultipartParser.Event {
        while true {
            if let event = try parser.next() { return event }
            guard let bytes = try await nextPiece() else { throw MultipartError.incomplete }
            parser.receive(bytes)
        }
    }

    private mutating func nextPiece() async throws -> [UInt8]? {
        switch source {
        case .none: return nil
        case .bytes(let bytes):
            defer { isSourceRead = true }
            return isSourceRead ? nil : bytes
        case .stream(let stream): return try await stream.next()
        }
    }
}
