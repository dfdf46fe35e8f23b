/// One HTTP request whose head has been read; the body arrives as it is asked for.
package struct Request: Sendable {
    package var method: Method
    /// The target exactly as received: origin-form (`/dogs?id=eq.1`), absolute-form or `*`.
    package var target: Target
    package var headers: Headers
    package var body: RequestBody
    /// The client's address as text without port, for logs and `x-forwarded-for`; nil for Unix sockets.
    package var peer: String?

    package init(_ method: Method, _ target: String, headers: Headers = Headers(), body: RequestBody = .none, peer: String? = nil) {
        self.init(method, target: Target(target), headers: headers, body: body, peer: peer)
    }

    package init(_ method: Method, target: Target, headers: Headers = Headers(), body: RequestBody = .none, peer: String? = nil) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.peer = peer
    }
}

/// A request method. Compared exactly: methods are case-sensitive (RFC 9110 §9.1).
package struct Method: Hashable, Sendable, RawRepresentable {
    package var rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let get = Self(rawValue: "GET")
    package static let head = Self(rawValue: "HEAD")
    package static let post = Self(rawValue: "POST")
    package static let put = Self(rawValue: "PUT")
    package static let patch = Self(rawValue: "PATCH")
    package static let delete = Self(rawValue: "DELETE")
    package static let options = Self(rawValue: "OPTIONS")
}
