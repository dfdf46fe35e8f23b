/// What a server and its connections are told by the application.
package struct ServerSettings: Sendable {
    package var limits = Limits()
    /// The value of the `Server` field; nil leaves it out.
    package var serverName: String?
    /// How errors of HTTP itself look: malformed requests, bodies too large, time-outs, and 500 for a responder that failed
    /// with an error that is no response.
    package var protocolErrorResponse: @Sendable (Status) -> Response = Response.plainError
    /// Told of what goes wrong where no client can be told.
    package var report: @Sendable (ServingFailure) -> Void = { _ in }

    package init() {}
}

/// What went wrong on a connection, for the log.
package enum ServingFailure: Sendable {
    /// The responder threw something that is no response; the client was told 500.
    case responder(any Error, Method, Target)
    /// A response broke off in its middle, for that reason.
    case responseBody(any Error, Method, Target)
    /// The client sent what is no request.
    case malformedRequest(ProtocolError, peer: String?)
    /// No connection could be accepted.
    case accept(any Error)
}

extension Response {
    /// The answer of PostgREST's HTTP layer to what never reaches PostgREST: a few plain words, chunked.
    package static func plainError(_ status: Status) -> Response {
        let text = status.code == 500 ? "Something went wrong" : status.phrase
        let headers = Headers([("Content-Type", "text/plain; charset=utf-8"), ("Transfer-Encoding", "chunked")])
        return Response(status, headers: headers, body: .text(text))
    }
}
