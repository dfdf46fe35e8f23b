/// Reads requests out of the bytes of a connection, whatever pieces they come in.
///
/// A pure value: bytes go in with `receive`, events come out of `next` until it returns nil for "more bytes". The same
/// bytes give the same events (pieces of body aside) and the same error, however they are cut. Once it has failed it
/// stays failed: after an error nobody knows where the next request begins.
///
/// Strict where leniency would let two readers of the same bytes disagree about where a message ends: bare line feeds,
/// folded lines, white space before colons, lengths that are repeated, signed or doubled, codings other than chunked.
package struct RequestParser: Sendable {
    package enum Event: Sendable {
        case head(RequestHead)
        /// Bytes of the body; never empty.
        case body([UInt8])
        /// The request is complete. The next event belongs to the next request.
        case end
    }

    private enum State {
        case head
        case fixedBody(remaining: Int)
        case chunkSize
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case end
    }

    private let limits: Limits
    private var state = State.head
    private var failure: ProtocolError?

    /// Received and not yet consumed are the bytes from `start`; `line` is where the current line begins (a head is
    /// consumed as a whole, so its lines lie behind `start`), and there is no line feed between `line` and `scanned`.
    var buffer: [UInt8] = []
    private var start = 0
    private var line = 0
    private var scanned = 0

    private var head = HeadBuilder()
    private var body = BodyCount()

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether it stands between two requests, with nothing of the next received.
    package var isIdle: Bool {
        if case .head = state { start == buffer.count && failure == nil } else { false }
    }

    /// Bytes received that no event has given out yet.
    package var bufferedCount: Int { buffer.count - start }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        compact()
        buffer.append(contentsOf: bytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    package mutating func next() throws(ProtocolError) -> Event? {
        if let failure { throw failure }
        do {
            switch state {
            case .head: return try nextHead()
            case .fixedBody(let remaining): return nextBytes(of: remaining)
            case .chunkSize, .chunkData, .chunkEnd, .trailers: return try nextChunks()
            case .end:
                state = .head
                return .end
            }
        } catch {
            failure = error
            throw error
        }
    }

    /// The rest of the current request's body when all of it has been received; the request is then complete.
    mutating func completeBody() -> [UInt8]? {
        guard case .fixedBody(let remaining) = state, remaining <= bufferedCount else { return nil }
        let bytes = Array(buffer[start..<(start + remaining)])
        consume(remaining)
        state = .head
        return bytes
    }

    /// What has been received behind the last event, for a protocol that takes over the connection.
    package mutating func takeBuffered() -> [UInt8] {
        let rest = Array(buffer[start...])
        consume(rest.count)
        return rest
    }

    // MARK: Head

    private mutating func nextHead() throws(ProtocolError) -> Event? {
        while let content = try nextLine() {
            if head.method == nil {
                if content.isEmpty {
                    // RFC 9112 §2.2: an empty line in front of a request is ignored. One: not a stream of them.
                    guard !head.skippedLine else { throw .malformed("empty lines") }
                    head.skippedLine = true
                    consume(2)
                } else {
                    try head.readRequestLine(buffer, content)
                }
            } else if content.isEmpty {
                return try finishHead()
            } else {
                guard head.spans.count < limits.headerFields else { throw .tooManyFields }
                try head.readField(buffer, content, start: start)
            }
        }
        return nil
    }

    private mutating func finishHead() throws(ProtocolError) -> Event {
        let bytes = Array(buffer[start..<line])
        consume(line - start)
        let finished = try head.finished(storage: bytes)
        head = HeadBuilder()
        body = BodyCount()
        switch finished.framing {
        case .none: state = .end
        case .length(let length):
            if let limit = limits.bodyBytes, length > limit { throw .bodyTooLarge }
            state = .fixedBody(remaining: length)
        case .chunked: state = .chunkSize
        }
        return .head(finished)
    }

    // MARK: Body

    private mutating func nextBytes(of remaining: Int) -> Event? {
        guard remaining > 0 else {
            state = .head
            return .end
        }
        let count = min(remaining, bufferedCount)
        guard count > 0 else { return nil }
        let bytes = Array(buffer[start..<(start + count)])
        consume(count)
        state = .fixedBody(remaining: remaining - count)
        return .body(bytes)
    }

    /// Joins the data of all chunks at hand, so that a body in tiny chunks does not become as many events.
    private mutating func nextChunks() throws(ProtocolError) -> Event? {
        var data: [UInt8] = []
        do {
            while try readChunkPart(into: &data) {}
        } catch {
            // The good bytes in front of the error come first, as they would have in other pieces.
            guard !data.isEmpty else { throw error }
            failure = error
        }
        if !data.isEmpty { return .body(data) }
        guard case .end = state else { return nil }
        state = .head
        return .end
    }

    /// One step through a chunked body (RFC 9112 §7.1). False when bytes are missing or the body is complete.
    private mutating func readChunkPart(into data: inout [UInt8]) throws(ProtocolError) -> Bool {
        switch state {
        case .chunkSize:
            guard let content = try nextLine() else { return false }
            let size = try body.chunkSize(buffer, content, limits: limits)
            consume(line - start)
            state = size == 0 ? .trailers : .chunkData(remaining: size)
            return true
        case .chunkData(let remaining):
            let count = min(remaining, bufferedCount)
            guard count > 0 else { return false }
            data.append(contentsOf: buffer[start..<(start + count)])
            consume(count)
            state = count == remaining ? .chunkEnd : .chunkData(remaining: remaining - count)
            return true
        case .chunkEnd:
            guard bufferedCount > 0 else { return false }
            guard buffer[start] == UInt8(ascii: "\r") else { throw .malformed("end of chunk") }
            guard bufferedCount > 1 else { return false }
            guard buffer[start + 1] == UInt8(ascii: "\n") else { throw .malformed("end of chunk") }
            consume(2)
            state = .chunkSize
            return true
        case .trailers:
            guard let content = try nextLine() else { return false }
            // Checked and dropped: no service has a use for them, and merging them into the head is a known hole.
            if !content.isEmpty { _ = try FieldLine.parse(buffer, content) }
            body.trailerBytes += line - start
            consume(line - start)
            if content.isEmpty { state = .end }
            return !content.isEmpty
        case .head, .fixedBody, .end: return false
        }
    }

    // MARK: Bytes

    /// The next line without its CRLF; `line` then stands behind it. nil when its end has not come yet.
    private mutating func nextLine() throws(ProtocolError) -> Range<Int>? {
        var index = max(scanned, line)
        while index < buffer.count, buffer[index] != UInt8(ascii: "\n") { index += 1 }
        scanned = index
        // Complete or not, a line is refused by the same count, so that pieces do not matter.
        let isComplete = index < buffer.count
        try checkLimit(lineBytes: isComplete ? index + 1 - line : index - line)
        guard isComplete else { return nil }
        guard index > line, buffer[index - 1] == UInt8(ascii: "\r") else { throw .malformed("bare line feed") }
        defer { line = index + 1 }
        return line..<(index - 1)
    }

    private func checkLimit(lineBytes: Int) throws(ProtocolError) {
        switch state {
        case .head:
            if head.method == nil, lineBytes > limits.requestLineBytes { throw .requestLineTooLong }
            if line - start + lineBytes > limits.headBytes { throw .headTooLarge }
        case .chunkSize: if lineBytes > limits.chunkLineBytes { throw .malformed("chunk line too long") }
        case .trailers: if body.trailerBytes + lineBytes > limits.trailerBytes { throw .trailersTooLarge }
        case .fixedBody, .chunkData, .chunkEnd, .end: break
        }
    }

    private mutating func consume(_ count: Int) {
        start += count
        line = start
        scanned = start
    }

    /// Forgets consumed bytes before new ones come. A buffer that one large request has grown is given back.
    mutating func compact() {
        guard start > 0 else { return }
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        } else {
            buffer.removeSubrange(..<start)
        }
        line -= start
        scanned -= start
        start = 0
    }

    private static let keptCapacity = 4096
}

/// What a body's framing has cost so far.
private struct BodyCount: Sendable {
    private var bytes = 0
    private var extensionBytes = 0
    var trailerBytes = 0

    /// Reads `1F ; name=value`. Only digits make a size: no sign, no `0x`, no white space, nothing that could overflow.
    mutating func chunkSize(_ buffer: [UInt8], _ content: Range<Int>, limits: Limits) throws(ProtocolError) -> Int {
        var size = 0
        var index = content.lowerBound
        while index < content.upperBound, let digit = buffer[index].hexValue {
            guard size <= Int.max >> 4 else { throw .malformed("chunk size") }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard index > content.lowerBound else { throw .malformed("chunk size") }
        extensionBytes += content.upperBound - index
        guard extensionBytes <= limits.chunkExtensionBytes else { throw .malformed("chunk extensions too long") }
        try checkExtension(buffer, index..<content.upperBound)
        guard size <= (limits.bodyBytes ?? .max) - bytes else { throw .bodyTooLarge }
        bytes += size
        return size
    }

    private func checkExtension(_ buffer: [UInt8], _ rest: Range<Int>) throws(ProtocolError) {
        guard !rest.isEmpty else { return }
        let text = buffer[rest]
        guard text.first(where: { !$0.isBlank }) == UInt8(ascii: ";"), text.allSatisfy(\.isFieldContent) else {
            throw .malformed("chunk extension")
        }
    }
}
