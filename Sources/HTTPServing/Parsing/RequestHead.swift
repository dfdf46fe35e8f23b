/// The head of one request: what the responder sees of it, and how its body and connection continue.
package struct RequestHead: Sendable {
    /// How the body is delimited (RFC 9112 §6.3).
    package enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    package var method: Method
    package var target: Target
    package var headers: Headers
    package var framing: Framing
    /// Whether the client speaks HTTP/1.0: no chunks, no interim responses, no persistence unless asked for.
    package var isVersion10: Bool
    /// Whether the client wants to send another request on this connection.
    package var keepsAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package var expectsContinue: Bool
}
