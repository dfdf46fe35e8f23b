package import PostgresLink

extension SchemaCache {
    /// How the body of an answer is made, and what its `Content-Type` says (rest.md 8.3).
    package struct BodyFormat: Sendable, Hashable {
        /// For a plan: of the planned statement.
        package var format: Answer.Format
        package var contentType: RESTMediaType
    }

    /// The format for one accepted type; nil when the type cannot be had.
    ///
    /// - Parameters:
    ///   - target: the root relation; of functions their schema with the name of the relation they return, or their own name.
    ///   - selectsDefault: the selection is just `*`, with no embeds. Only then are the target's own handlers looked at.
    package func bodyFormat(
        for type: RESTMediaType, target: QualifiedName, selectsDefault: Bool, planEnabled: Bool
    ) -> BodyFormat? {
        switch type {
        case .object(let nullsStripped): return BodyFormat(format: .object(nullsStripped: nullsStripped), contentType: type)
        case .arrayNullsStripped: return BodyFormat(format: .arrayNullsStripped, contentType: type)
        case .plan(let request):
            guard planEnabled,
                let planned = bodyFormat(for: request.type, target: target, selectsDefault: selectsDefault, planEnabled: false)
            else { return nil }
            return BodyFormat(format: planned.format, contentType: type)
        case .json, .csv, .geoJSON, .openAPI, .urlEncoded, .textPlain, .textXML, .octetStream, .any, .other:
            let own = selectsDefault ? handler(of: target, for: .any) ?? handler(of: target, for: type) : nil
            return own ?? handler(of: nil, for: type) ?? builtIn(type)
        }
    }

    private func handler(of target: QualifiedName?, for type: RESTMediaType) -> BodyFormat? {
        mediaHandlers[MediaHandlerKey(target: target, mediaType: type)].map { handler in
            BodyFormat(format: .custom(handler.producer), contentType: handler.resolved)
        }
    }

    private func builtIn(_ type: RESTMediaType) -> BodyFormat? {
        switch type {
        case .any, .json: BodyFormat(format: .json, contentType: .json)
        case .csv: BodyFormat(format: .csv, contentType: type)
        case .geoJSON: BodyFormat(format: .geoJSON, contentType: type)
        case .object, .arrayNullsStripped, .openAPI, .urlEncoded, .textPlain, .textXML, .octetStream, .plan, .other: nil
        }
    }
}
