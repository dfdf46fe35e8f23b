/// Reads a `multipart/form-data` body out of its bytes, whatever pieces they come in (RFC 7578, RFC 2046 §5.1).
///
/// As pure as `RequestParser`: bytes in, events out, the same for any cut.
package struct MultipartParser: Sendable {
    package enum Event: Hashable, Sendable {
        case part(MultipartHead)
        /// Bytes of the current part; never empty.
        case bytes([UInt8])
        case partEnd
        /// The closing boundary. What may follow it is ignored.
        case end
    }

    package struct Limits: Sendable {
        /// The fields of one part's head.
        package var headBytes = 16 * 1024
        package var parts = 100
        /// What may stand in front of the first boundary: nothing, really.
        package var preambleBytes = 1024

        package init() {}
    }

    private enum State {
        case preamble
        /// Behind a boundary: the line's end begins a part, two hyphens close the body.
        case boundaryEnd
        case head
        case content
        case finished
    }

    private let limits: Limits
    /// Line end, two hyphens and the boundary. The first boundary has no line end in front of it; one is supplied.
    private let delimiter: [UInt8]
    private var state = State.preamble
    private var buffer: [UInt8] = Array("\r\n".utf8)
    private var start = 0
    private var parts = 0

    /// nil when the boundary is none: 1 to 70 characters (RFC 2046 §5.1.1).
    package init?(boundary: String, limits: Limits = Limits()) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
    }

    package mutating func receive(_ bytes: [UInt8]) {
        buffer.removeSubrange(..<start)
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// nil when more bytes are needed.
    package mutating func next() throws(MultipartError) -> Event? {
        switch state {
        case .preamble:
            guard let boundary = findDelimiter() else {
                guard buffer.count - start <= limits.preambleBytes + delimiter.count else { throw .boundaryMissing }
                return nil
            }
            guard boundary - start <= limits.preambleBytes else { throw .boundaryMissing }
            start = boundary + delimiter.count
            state = .boundaryEnd
            return try boundaryEnd()
        case .boundaryEnd: return try boundaryEnd()
        case .head: return try head()
        case .content: return content()
        case .finished:
            start = buffer.count
            return nil
        }
    }

    private mutating func boundaryEnd() throws(MultipartError) -> Event? {
        // Blanks may pad the line of a boundary.
        while start < buffer.count, buffer[start].isBlank { start += 1 }
        guard buffer.count - start >= 2 else { return nil }
        switch (buffer[start], buffer[start + 1]) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            start += 2
            state = .finished
            return .end
        case (UInt8(ascii: "\r"), UInt8(ascii: "\n")):
            parts += 1
            guard parts <= limits.parts else { throw .tooManyParts }
            // The line end stays: a head without fields is then a line end twice, like any other.
            state = .head
            return try head()
        default: throw .malformedBoundary
        }
    }

    private mutating func head() throws(MultipartError) -> Event? {
        let blankLine = Array("\r\n\r\n".utf8)
        guard let end = buffer[start...].firstRange(of: blankLine)?.lowerBound else {
            guard buffer.count - start <= limits.headBytes else { throw .headTooLarge }
            return nil
        }
        guard end - start <= limits.headBytes else { throw .headTooLarge }
        var headers = Headers()
        var line = start + 2
        while line < end {
            let lineEnd = buffer[line..<end].firstRange(of: blankLine[..<2])?.lowerBound ?? end
            guard let span = try? FieldLine.parse(buffer, line..<lineEnd) else { throw .malformedHead }
            headers.append(String(decoding: buffer[span.name], as: UTF8.self), bytes: Array(buffer[span.value]))
            line = lineEnd + 2
        }
        start = end + 4
        state = .content
        return .part(MultipartHead(headers: headers))
    }

    private mutating func content() -> Event? {
        if let boundary = findDelimiter() {
            if boundary > start { return take(upTo: boundary) }
            start += delimiter.count
            state = .boundaryEnd
            return .partEnd
        }
        // The end may be the beginning of a boundary: from its first carriage return on, it waits.
        let uncertain = max(start, buffer.count - delimiter.count + 1)
        let safe = buffer[uncertain...].firstIndex { $0 == UInt8(ascii: "\r") } ?? buffer.count
        return safe > start ? take(upTo: safe) : nil
    }

    private mutating func take(upTo end: Int) -> Event {
        defer { start = end }
        return .bytes(Array(buffer[start..<end]))
    }

    private func findDelimiter() -> Int? {
        var index = start
        let last = buffer.count - delimiter.count
        while index <= last {
            guard let candidate = buffer[index...last].firstIndex(of: UInt8(ascii: "\r")) else { return nil }
            if buffer[candidate..<(candidate + delimiter.count)].elementsEqual(delimiter) { return candidate }
            index = candidate + 1
        }
        return nil
    }
}

/// What stands in front of a part's content.
package struct MultipartHead: Sendable {
    package var headers: Headers

    package init(headers: Headers) {
        self.headers = headers
    }

    /// The `name` of the form field; clients of storage send an empty one.
    package var name: String? { disposition?["name"] }
    package var fileName: String? { disposition?["filename"] }
    package var contentType: String? { headers["Content-Type"] }

    private var disposition: ParameterList? { headers["Content-Disposition"].map { ParameterList($0) } }
}

extension MultipartHead: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.headers.fields == right.headers.fields }

    package func hash(into hasher: inout Hasher) { hasher.combine(headers.fields) }
}

/// Why a body is no form.
package enum MultipartError: Error, Hashable, Sendable {
    case boundaryMissing
    case malformedBoundary
    case malformedHead
    case headTooLarge
    case tooManyParts
    /// The body ended before its closing boundary.
    case incomplete
}
