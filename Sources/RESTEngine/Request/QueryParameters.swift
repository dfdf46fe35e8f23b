/// The query string, parsed: a syntax tree that knows nothing of the schema (rest.md 1.5 to 1.14).
package struct QueryParameters: Sendable {
    /// nil when `select` is absent, which means `*`; empty when it holds nothing.
    package var select: [SelectItem]?
    /// In query-string order.
    package var filters: [Filter] = []
    package var logic: [LogicParameter] = []
    package var orders: [OrderParameter] = []
    /// Ranges of embeds. The root's range is resolved together with the `Range` header into ``APIRequest/range``.
    package var embeddedRanges: [EmbeddedRange] = []
    /// A wrong key of an embed's `limit` or `offset`. The read plan throws it where it attaches ranges (rest.md 1.1), and nobody else.
    package var rangeError: RESTError?
    /// `columns`, in effect or not.
    package var columns: [String]?
    package var onConflict: [String]?
    /// Arguments of a function called by GET or HEAD, in order, repeated ones kept (rest.md 1.17).
    package var arguments: [(name: String, value: String)] = []
    /// The canonical form for `Content-Location`, without `?`; empty when there is no query.
    package var canonical = ""

    package init() {}
}
