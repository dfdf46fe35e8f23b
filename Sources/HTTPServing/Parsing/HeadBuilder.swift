/// Gathers the lines of a request head and, at its end, decides how the message is framed (RFC 9112 §3, §6).
struct HeadBuilder: Sendable {
    private(set) var method: Method?
    private(set) var spans: [Headers.Span] = []
    /// Whether an empty line stood in front of the request line.
    var skippedLine = false

    private var target = Target(path: "/", query: nil)
    private var isVersion10 = false
    private var hasHost = false
    private var contentLength: Int?
    private var transferEncoding: TransferEncoding?
    private var closes = false
    private var keepsAlive = false
    private var expectsContinue = false

    private enum TransferEncoding { case chunked, unknown }

    // MARK: Request line

    mutating func readRequestLine(_ bytes: [UInt8], _ line: Range<Int>) throws(ProtocolError) {
        var methodEnd = line.lowerBound
        while methodEnd < line.upperBound, bytes[methodEnd].isToken { methodEnd += 1 }
        guard methodEnd > line.lowerBound, methodEnd < line.upperBound, bytes[methodEnd] == UInt8(ascii: " ") else {
            throw .malformed("method")
        }
        var targetEnd = methodEnd + 1
        while targetEnd < line.upperBound, bytes[targetEnd] > 0x20, bytes[targetEnd] != 0x7F { targetEnd += 1 }
        guard targetEnd > methodEnd + 1, targetEnd < line.upperBound, bytes[targetEnd] == UInt8(ascii: " ") else {
            throw .malformed("request target")
        }
        let method = Method(rawValue: String(decoding: bytes[line.lowerBound..<methodEnd], as: UTF8.self))
        isVersion10 = try Self.isVersion10(bytes[(targetEnd + 1)..<line.upperBound])
        target = try Self.target(bytes[(methodEnd + 1)..<targetEnd], of: method)
        self.method = method
        spans.reserveCapacity(12)
    }

    private static func isVersion10(_ text: ArraySlice<UInt8>) throws(ProtocolError) -> Bool {
        let start = text.startIndex
        guard text.count == 8, text.starts(with: "HTTP/".utf8), text[start + 6] == UInt8(ascii: "."),
            let major = text[start + 5].decimalValue, let minor = text[start + 7].decimalValue
        else { throw .malformed("HTTP version") }
        guard major == 1 else { throw .unknownVersion }
        return minor == 0
    }

    /// RFC 9112 §3.2: a path, a whole URL, or `*` with OPTIONS. CONNECT's form is for proxies.
    private static func target(_ text: ArraySlice<UInt8>, of method: Method) throws(ProtocolError) -> Target {
        if text.first == UInt8(ascii: "/") { return Target(bytes: text) }
        if method == .options, text.elementsEqual("*".utf8) { return Target(path: "*", query: nil) }
        guard let authority = Target.authorityStart(text) else { throw .malformed("request target") }
        let scheme = text[..<(authority - 3)]
        guard scheme.equalsIgnoringCase("http".utf8) || scheme.equalsIgnoringCase("https".utf8),
            let first = text[authority...].first, first != UInt8(ascii: "/"), first != UInt8(ascii: "?")
        else { throw .malformed("request target") }
        return Target(bytes: text)
    }

    // MARK: Fields

    mutating func readField(_ bytes: [UInt8], _ line: Range<Int>, start: Int) throws(ProtocolError) {
        let span = try FieldLine.parse(bytes, line)
        try interpret(bytes[span.name], bytes[span.value])
        spans.append(
            Headers.Span(
                name: (span.name.lowerBound - start)..<(span.name.upperBound - start),
                value: (span.value.lowerBound - start)..<(span.value.upperBound - start)))
    }

    /// Looks at the fields that decide about the message itself. The length of the name rules out nearly all others.
    private mutating func interpret(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws(ProtocolError) {
        switch name.count {
        case 4 where name.equalsIgnoringCase("host".utf8): try readHost(value.trimmed)
        case 6 where name.equalsIgnoringCase("expect".utf8): try readExpect(value.trimmed)
        case 10 where name.equalsIgnoringCase("connection".utf8): readConnection(value)
        case 14 where name.equalsIgnoringCase("content-length".utf8): try readContentLength(value.trimmed)
        case 17 where name.equalsIgnoringCase("transfer-encoding".utf8): try readTransferEncoding(value)
        default: break
        }
    }

    private mutating func readHost(_ value: ArraySlice<UInt8>) throws(ProtocolError) {
        // RFC 9112 §3.2: more than one Host, or one that is no host, is refused.
        guard !hasHost, value.allSatisfy(\.isHostByte) else { throw .malformed("Host") }
        hasHost = true
    }

    private mutating func readExpect(_ value: ArraySlice<UInt8>) throws(ProtocolError) {
        guard value.equalsIgnoringCase("100-continue".utf8) else { throw .unknownExpectation }
        expectsContinue = true
    }

    private mutating func readConnection(_ value: ArraySlice<UInt8>) {
        for option in value.listElements {
            if option.equalsIgnoringCase("close".utf8) { closes = true }
            if option.equalsIgnoringCase("keep-alive".utf8) { keepsAlive = true }
        }
    }

    private mutating func readContentLength(_ value: ArraySlice<UInt8>) throws(ProtocolError) {
        // Digits, once. RFC 9112 §6.3 would allow to take equal repetitions as one; refusing cannot be misread.
        guard contentLength == nil, !value.isEmpty else { throw .malformed("Content-Length") }
        var length = 0
        for byte in value {
            guard let digit = byte.decimalValue else { throw .malformed("Content-Length") }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(digit))
            guard !overflow, !carry else { throw .bodyTooLarge }
            length = sum
        }
        contentLength = length
    }

    private mutating func readTransferEncoding(_ value: ArraySlice<UInt8>) throws(ProtocolError) {
        let codings = value.listElements
        guard transferEncoding == nil, let last = codings.last, last.equalsIgnoringCase("chunked".utf8) else {
            // RFC 9112 §6.3: when chunked is not the last coding, the length cannot be determined.
            throw .malformed("Transfer-Encoding")
        }
        transferEncoding = codings.count == 1 ? .chunked : .unknown
    }

    // MARK: The whole

    func finished(storage: [UInt8]) throws(ProtocolError) -> RequestHead {
        guard let method else { throw .malformed("method") }
        guard hasHost || isVersion10 else { throw .malformed("Host missing") }
        return RequestHead(
            method: method, target: target, headers: Headers(storage: storage, spans: spans), framing: try framing(),
            isVersion10: isVersion10, keepsAlive: !closes && (!isVersion10 || keepsAlive),
            // RFC 9110 §10.1.1: ignored from HTTP/1.0 clients.
            expectsContinue: expectsContinue && !isVersion10)
    }

    private func framing() throws(ProtocolError) -> RequestHead.Framing {
        switch (transferEncoding, contentLength) {
        case (nil, nil): return .none
        case (nil, let length?): return .length(length)
        // RFC 9112 §6.1: both lengths, or chunks from HTTP/1.0, are how requests are smuggled.
        case (.some, .some): throw .malformed("Content-Length with Transfer-Encoding")
        case (.some, nil) where isVersion10: throw .malformed("Transfer-Encoding in HTTP/1.0")
        case (.chunked, nil): return .chunked
        case (.unknown, nil): throw .unknownCoding
        }
    }
}

extension UInt8 {
    /// What a host with port is written with (RFC 3986 §3.2.2): no user, no path, no blanks.
    fileprivate var isHostByte: Bool {
        PercentEncoding.isUnreserved(self) || "!$&'()*+,;=%:[]".utf8.contains(self)
    }
}
