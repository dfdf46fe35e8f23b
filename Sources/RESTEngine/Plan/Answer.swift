internal import PostgresLink

/// The body that a request will be answered with, chosen from what the client accepts (rest.md 8.3).
package struct Answer: Sendable {
    package enum Format: Sendable, Hashable {
        case json
        case object(nullsStripped: Bool)
        case arrayNullsStripped
        case csv
        case geoJSON
        case custom(SchemaCache.MediaHandler.Producer)
    }

    package var format: Format
    /// What `Content-Type` says.
    package var mediaType: RESTMediaType
    /// An execution plan is asked for, instead of the answer itself.
    package var explain: RESTMediaType.PlanRequest?

    package var isSingular: Bool {
        if case .object = format { explain == nil } else { false }
    }

    /// - Parameter target: the relation, or the function by its returned table or own name.
    init(
        accept: [RESTMediaType], cache: SchemaCache, configuration: RESTConfiguration, target: QualifiedName, isDefaultSelect: Bool
    ) throws(RESTError) {
        for type in accept {
            guard
                let found = cache.bodyFormat(
                    for: type, target: target, selectsDefault: isDefaultSelect, planEnabled: configuration.planEnabled)
            else { continue }
            format = found.format
            mediaType = found.contentType
            if case .plan(let request) = type { explain = request }
            return
        }
        throw .noAcceptableMediaType(accept)
    }
}

extension RESTError {
    static func noAcceptableMediaType(_ accept: [RESTMediaType]) -> Self {
        Self(406, "PGRST107", "None of these media types are available: \(accept.map(\.canonicalText).joined(separator: ", "))")
    }
}
