package import HTTPServing

/// Cross-origin rules of the server on its own, without a gateway in front (rest.md 11.4).
///
/// Only requests with an `Origin` are treated; a refused one is answered as if there were no such rules, without the headers.
package struct CORS: Sendable {
    /// nil: every origin.
    private let allowedOrigins: [String]?

    package init(_ configuration: RESTConfiguration) {
        let origins = configuration.allowedOrigins ?? []
        allowedOrigins = origins.isEmpty ? nil : origins
    }

    /// The answer to a preflight, which is given before anything else is looked at; nil if the request is none.
    package func preflight(_ request: Request) -> Response? {
        guard request.method == .options, let origin = allowedOrigin(of: request),
            let method = request.headers["Access-Control-Request-Method"], Self.methods.contains(method)
        else { return nil }
        var headers = Headers()
        appendOrigin(origin, to: &headers)
        headers.append("Access-Control-Allow-Methods", Self.methods.joined(separator: ", "))
        if let requested = request.headers["Access-Control-Request-Headers"] {
            headers.append("Access-Control-Allow-Headers", Self.allowedHeaders(requested: requested))
        }
        headers.append("Access-Control-Max-Age", "86400")
        return Response(Status(200), headers: headers)
    }

    /// Adds what a browser needs to show the answer to the page that asked.
    package func decorate(_ response: inout Response, for request: Request) {
        guard request.method != .options, let origin = allowedOrigin(of: request) else { return }
        appendOrigin(origin, to: &response.headers)
        response.headers.append("Access-Control-Expose-Headers", Self.exposedHeaders)
    }

    private func allowedOrigin(of request: Request) -> String? {
        guard let origin = request.headers["Origin"] else { return nil }
        guard let allowedOrigins else { return origin }
        return allowedOrigins.contains { $0.utf8.elementsEqual(origin.utf8) } ? origin : nil
    }

    private func appendOrigin(_ origin: String, to headers: inout Headers) {
        if allowedOrigins == nil {
            headers.append("Access-Control-Allow-Origin", "*")
        } else {
            headers.append("Access-Control-Allow-Origin", origin)
            headers.append("Access-Control-Allow-Credentials", "true")
        }
    }

    /// The requested ones as sent, between those that are always allowed.
    private static func allowedHeaders(requested: String) -> String {
        let names =
            requested.isEmpty
            ? [] : requested.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpace() }
        let always = ["Accept", "Accept-Language", "Content-Language"].filter { name in
            !names.contains { $0.equalsIgnoringCase(name) }
        }
        return (["Authorization"] + names + always).joined(separator: ", ")
    }

    private static let methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"]

    private static let exposedHeaders =
        "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit"
}
