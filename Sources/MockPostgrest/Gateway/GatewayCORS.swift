import HTTPServing

/// Cross-origin rules as the hosted gateway has them for REST and Storage: every origin, every header.
enum GatewayCORS {
    private static let methods = "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"
    /// Those of PostgREST (rest.md 11.4).
    private static let exposed =
        "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit"

    /// The answer to a preflight; nil for any other request.
    static func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers["Origin"] != nil,
            let method = request.headers["Access-Control-Request-Method"], !method.isEmpty
        else { return nil }
        var headers = Headers([
            ("Content-Length", "0"), ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Max-Age", "86400"),
        ])
        if let wanted = request.headers["Access-Control-Request-Headers"] {
            headers.append("Access-Control-Allow-Headers", wanted)
        }
        return Response(Status(200), headers: headers)
    }

    /// The service's own cross-origin headers give way to the gateway's.
    static func decorate(_ response: inout Response) {
        response.headers.set("Access-Control-Allow-Origin", "*")
        response.headers.set("Access-Control-Expose-Headers", exposed)
    }
}
