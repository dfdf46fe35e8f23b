package import HTTPServing
package import JSONText

/// An error as PostgREST shows it: status and the four-key document (rest.md 10.1). Each error is written once, as a static
/// member beside the stage that raises it.
package struct RESTError: ResponseError, Sendable {
    package var status: Status
    package var code: String
    package var message: String
    package var details: JSON
    package var hint: String?
    /// Headers besides the usual ones: `WWW-Authenticate`, headers of a raised error.
    package var headers: [(name: String, value: String)]

    package init(
        _ status: Int, _ code: String, _ message: String, details: JSON = .null, hint: String? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        self.status = Status(status)
        self.code = code
        self.message = message
        self.details = details
        self.hint = hint
        self.headers = headers
    }

    /// The document, its keys in PostgREST's order.
    package var document: JSON {
        ["code": .string(code), "details": details, "hint": hint.map { .string($0) } ?? .null, "message": .string(message)]
    }

    package var response: Response {
        let body = document.canonical()
        var fields = Headers()
        if status.code == 503 { fields.append("Retry-After", "0") }
        fields.append("Content-Type", "application/json; charset=utf-8")
        fields.append("Content-Length", String(body.count))
        fields.append("Proxy-Status", "PostgREST; error=\(code)")
        for header in headers { fields.append(header.name, header.value) }
        return Response(status, headers: fields, body: .bytes(body))
    }
}
