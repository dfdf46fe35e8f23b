/// The method of a request. The raw value is the word on the wire.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether a request with this method may carry a body.
    ///
    /// A body on GET or HEAD has no meaning (RFC 9110 §9.3.1), and servers and caches between disagree on what to do with one.
    public var allowsBody: Bool { self != .get && self != .head }
}
