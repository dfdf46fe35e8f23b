extension RESTMediaType {
    /// The type as the server writes it, without `charset` (rest.md 8.2).
    package var canonicalText: String {
        switch self {
        case .json: "application/json"
        case .object(let nullsStripped): "application/vnd.pgrst.object+json" + (nullsStripped ? ";nulls=stripped" : "")
        case .arrayNullsStripped: "application/vnd.pgrst.array+json;nulls=stripped"
        case .csv: "text/csv"
        case .geoJSON: "application/geo+json"
        case .openAPI: "application/openapi+json"
        case .urlEncoded: "application/x-www-form-urlencoded"
        case .textPlain: "text/plain"
        case .textXML: "text/xml"
        case .octetStream: "application/octet-stream"
        case .any: "*/*"
        case .plan(let plan): plan.canonicalText
        case .other(let text): text
        }
    }

    /// The value of the answer's `Content-Type`.
    ///
    ///     RESTMediaType.csv.contentType      // "text/csv; charset=utf-8"
    package var contentType: String {
        switch self {
        case .octetStream, .other: canonicalText
        case .json: "application/json; charset=utf-8"
        case .object, .arrayNullsStripped, .csv, .geoJSON, .openAPI, .urlEncoded, .textPlain, .textXML, .any, .plan:
            canonicalText + "; charset=utf-8"
        }
    }
}

extension RESTMediaType.PlanRequest {
    fileprivate var canonicalText: String {
        let wanted = options.map(\.rawValue).joined(separator: "|")
        return "application/vnd.pgrst.plan+\(format.rawValue); for=\"\(type.canonicalText)\""
            + (wanted.isEmpty ? "" : "; options=\(wanted)")
    }
}
