/// A media type as PostgREST recognises it in `Accept` and `Content-Type` (rest.md 8.2).
package indirect enum RESTMediaType: Hashable, Sendable {
    case json
    /// `application/vnd.pgrst.object+json`
    case object(nullsStripped: Bool)
    /// `application/vnd.pgrst.array+json;nulls=stripped`
    case arrayNullsStripped
    case csv
    case geoJSON
    case openAPI
    case urlEncoded
    case textPlain
    case textXML
    case octetStream
    case any
    case plan(PlanRequest)
    /// As written, spaces removed.
    case other(String)

    package struct PlanRequest: Hashable, Sendable {
        package enum Format: String, Sendable { case text, json }
        package enum Option: String, Sendable, CaseIterable { case analyze, verbose, settings, buffers, wal }

        package var format: Format
        /// The type that the planned statement would have answered with.
        package var type: RESTMediaType
        /// In the fixed order of ``Option``.
        package var options: [Option]

        package init(format: Format, type: RESTMediaType, options: [Option]) {
            self.format = format
            self.type = type
            self.options = options
        }
    }
}
