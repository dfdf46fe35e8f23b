package import HTTPServing

/// The header by which a client follows its request through the logs: sent back on every answer (rest.md 11.3).
package struct TraceHeader: Sendable {
    private let name: String?

    package init(_ configuration: RESTConfiguration) {
        name = configuration.traceHeader
    }

    /// Puts the field before the others, with the configured spelling; empty when the request has none.
    package func decorate(_ response: inout Response, for request: Request) {
        guard let name else { return }
        var headers = Headers()
        headers.append(name, bytes: request.headers.first(name)?.value ?? [])
        for field in response.headers.fields { headers.append(field.name, bytes: field.value) }
        response.headers = headers
    }
}
