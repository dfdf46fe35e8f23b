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
        self.method = method
        self.target = Target(target)
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

/// The parts of a request target, undecoded (RFC 9112 §3.2). Of an absolute target only path and query are kept.
package struct Target: Hashable, Sendable {
    /// The path with its percent-encoding, without query.
    package var path: String
    /// What follows the first `?`, undecoded; nil when there is none.
    package var query: String?

    package init(path: String, query: String?) {
        self.path = path
        self.query = query
    }

    package init(_ text: String) {
        var rest = text[...]
        if !rest.hasPrefix("/"), let scheme = rest.range(of: "://") {
            let authority = rest[scheme.upperBound...]
            rest = authority.firstIndex(where: { $0 == "/" || $0 == "?" }).map { authority[$0...] } ?? "/"
        }
        if let mark = rest.firstIndex(of: "?") {
            path = String(rest[..<mark])
            query = String(rest[rest.index(after: mark)...])
        } else {
            path = String(rest)
            query = nil
        }
        if path.isEmpty { path = "/" }
    }
}

extension Substring {
    fileprivate func range(of text: StaticString) -> Range<Index>? {
        var start = startIndex
        let wanted = text.description
        while start < endIndex {
            if self[start...].hasPrefix(wanted) { return start..<index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}
