/// Why the bytes of a connection are not a request that we serve. The status answers it, then the connection is closed,
/// because where the next request would begin is no longer certain.
package struct ProtocolError: Error, Hashable, Sendable {
    package var status: Status
    /// For the log; the client sees the status alone.
    package var explanation: String

    package init(_ status: Int, _ explanation: String) {
        self.status = Status(status)
        self.explanation = explanation
    }
}

extension ProtocolError {
    static func malformed(_ explanation: String) -> Self { Self(400, explanation) }

    static let requestLineTooLong = Self(414, "request line too long")
    static let headTooLarge = Self(431, "header fields too large")
    static let tooManyFields = Self(431, "too many header fields")
    static let trailersTooLarge = Self(431, "trailer fields too large")
    static let bodyTooLarge = Self(413, "body too large")
    static let headTooSlow = Self(408, "the head took too long")
    static let unknownExpectation = Self(417, "unknown expectation")
    static let unknownCoding = Self(501, "transfer coding other than chunked")
    static let unknownVersion = Self(505, "HTTP version other than 1.x")
}
