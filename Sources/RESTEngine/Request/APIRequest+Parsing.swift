package import HTTPServing

extension APIRequest {
    /// Understands a request, step by step in the order of rest.md 1.1: the first step that fails decides the answer.
    ///
    /// - Parameter body: all of it, if ``readsBody(_:)``; else empty.
    /// - Parameter timezones: the names that `Prefer: timezone=` may give.
    package init(_ request: Request, body: [UInt8], configuration: RESTConfiguration, timezones: Set<String>) throws(RESTError) {
        method = request.method.rawValue
        path = request.target.path
        let resource = try Resource(path: path, configuration: configuration)
        (schema, isNegotiatedByProfile) = try Self.schema(of: request, configuration)
        action = try Action(method, on: resource)
        let queryString = QueryPairs(restQuery: request.target.query)
        let parameters = ClassifiedParameters(queryString)
        query = try QueryParameters(queryString, classified: parameters, for: action)
        range = try PageRange(requested: parameters.rootRange, by: request)
        contentType = RESTMediaType(contentTypeOf: request.headers)
        payload = try action.payload(body, contentType, columns: query.columns)
        accept = RESTMediaType.accepted(by: request.headers)
        preferences = try Preferences(
            request.headers, timezones: timezones, allowsTransactionEnd: configuration.transactionEnd.allowsOverride)
    }

    /// Whether the body plays a part: known from the method alone, before it is read.
    package static func readsBody(_ request: Request) -> Bool {
        switch request.method {
        case .post, .put, .patch: true
        default: false
        }
    }

    /// The schema that the client names, or the default one (rest.md 1.4).
    private static func schema(
        of request: Request, _ configuration: RESTConfiguration
    ) throws(RESTError) -> (schema: String, isNegotiatedByProfile: Bool) {
        let header =
            switch request.method {
            case .post, .put, .patch, .delete: "Content-Profile"
            default: "Accept-Profile"
            }
        if let field = request.headers.first(header) {
            guard let name = field.text else { throw .headerNotUTF8(header) }
            guard configuration.schemas.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                throw .unknownSchema(name, exposed: configuration.schemas)
            }
            return (name, true)
        }
        return (configuration.schemas.first ?? "public", configuration.schemas.count > 1)
    }
}

extension RESTConfiguration.TransactionEnd {
    package var allowsOverride: Bool {
        switch self {
        case .commit, .rollback: false
        case .commitAllowOverride, .rollbackAllowOverride: true
        }
    }
}
