/// How the end of a response is marked, and whether the connection can carry another afterwards (RFC 9112 §6, §9).
struct ResponseFraming: Equatable, Sendable {
    enum Body: Equatable, Sendable {
        /// Nothing follows the head.
        case none
        /// So many bytes follow: no more are sent, and fewer end the connection.
        case length(Int)
        case chunked
        /// The body ends with the connection: all that HTTP/1.0 offers when the length is not known.
        case untilClose
    }

    var body: Body
    /// A `Content-Length` that the head needs beside the headers of the response.
    var addedLength: Int?
    var keepsAlive: Bool

    /// - Parameters:
    ///   - fields: what the response's own headers say.
    ///   - isHead: whether the request was a HEAD, whose response is all head.
    ///   - keepsAlive: whether client and server would keep the connection.
    init(_ response: Response, fields: FramingFields, isHead: Bool, isVersion10: Bool, keepsAlive: Bool) {
        let length = response.body.length
        self.keepsAlive = keepsAlive && !fields.closes
        if isHead || response.status.hasNoBody {
            body = .none
            // The length of a body that HEAD leaves out is told. An absent body of unknown length gets no header at all.
            addedLength = isHead && !response.status.hasNoBody && fields.contentLength == .absent && !fields.isChunked ? length : nil
            // A client takes 1xx for a prelude and would go on waiting; closing ends that.
            if response.status.code < 200 { self.keepsAlive = false }
            return
        }
        switch (fields.contentLength, length) {
        case (.bytes(let declared), _):
            body = .length(declared)
        case (.invalid, _):
            // Sent as the service wrote it; then nobody can tell where the next response begins.
            body = .untilClose
        case (.absent, let length?) where !fields.isChunked || isVersion10:
            body = .length(length)
            addedLength = length
        case (.absent, _):
            body = isVersion10 ? .untilClose : .chunked
        }
        if body == .untilClose { self.keepsAlive = false }
    }
}

/// What a service's own headers say about framing and about fields that the server would add.
struct FramingFields: Equatable, Sendable {
    enum ContentLength: Equatable, Sendable {
        case absent
        case bytes(Int)
        case invalid
    }

    var contentLength = ContentLength.absent
    /// `Transfer-Encoding` asks for chunks where a length would be sent. It is never sent as written.
    var isChunked = false
    var closes = false
    var hasDate = false
    var hasServer = false

    init(_ headers: Headers) {
        for span in headers.spans {
            switch span.name.count {
            case 4 where headers.matches(span, "date"): hasDate = true
            case 6 where headers.matches(span, "server"): hasServer = true
            case 10 where headers.matches(span, "connection"):
                closes = closes || headers.storage[span.value].listElements.contains { $0.equalsIgnoringCase("close".utf8) }
            case 14 where headers.matches(span, "content-length"): readLength(headers.storage[span.value].trimmed)
            case 17 where headers.matches(span, "transfer-encoding"): isChunked = true
            default: break
            }
        }
    }

    private mutating func readLength(_ text: ArraySlice<UInt8>) {
        guard contentLength == .absent, !text.isEmpty, text.count <= 18, text.allSatisfy({ $0.decimalValue != nil }) else {
            contentLength = .invalid
            return
        }
        contentLength = .bytes(text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
}

extension ResponseBody {
    /// The number of bytes, where it is known. An empty body counts as unknown: a service that means "length 0" says so.
    fileprivate var length: Int? {
        switch self {
        case .empty: nil
        case .bytes(let bytes): bytes.count
        case .stream(let stream): stream.length
        }
    }
}
