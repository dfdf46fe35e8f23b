package import Sockets

/// One HTTP response. The server adds `Date`, framing (`Transfer-Encoding` where no length is known) and `Connection`.
package struct Response: Sendable {
    package var status: Status
    package var headers: Headers
    package var body: ResponseBody

    package init(_ status: Status, headers: Headers = Headers(), body: ResponseBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A status code with its reason phrase (RFC 9112 §4). Any three digits, since functions may set any.
package struct Status: Hashable, Sendable {
    package var code: Int
    /// Raw bytes of the phrase as text; nil for the standard phrase of the code, or an empty one if there is none.
    package var reason: String?

    package init(_ code: Int, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}

/// Bytes of a body, under a name that services can use without the sockets below.
package typealias BodyBytes = Bytes

/// What follows the head.
package enum ResponseBody: Sendable {
    /// Nothing. With a `Content-Length` among the headers that one is sent; without one the body is an empty chunked one,
    /// except where no body is possible (HEAD, 1xx, 204, 304), where nothing is added.
    case empty
    /// Bytes whose owner keeps them alive until they are sent; never copied. `Content-Length` is added when the headers lack one.
    case bytes(any Bytes)
    /// Chunks as they come; nil ends. `length`, when known, becomes `Content-Length`, else chunked framing is used.
    case stream(BodyStream)

    package static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }
}

/// What answers requests: the one protocol that services, the gateway and middleware share.
package protocol Responder: Sendable {
    func respond(to request: Request) async throws -> Response
}

/// An error that knows how it is shown to the client.
package protocol ResponseError: Error {
    var response: Response { get }
}
