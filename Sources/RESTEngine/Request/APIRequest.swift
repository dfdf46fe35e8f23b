/// A request understood as far as is possible without knowing the schema: "no guarantee that it makes sense".
package struct APIRequest: Sendable {
    package var action: Action
    /// The method as received, for settings and errors.
    package var method: String
    /// The raw path as received, prefix removed.
    package var path: String
    package var schema: String
    /// True when the client named a schema or several are exposed: then answers carry `Content-Profile` (rest.md 1.4).
    package var isNegotiatedByProfile: Bool
    package var query: QueryParameters
    /// The root's rows, from `limit`, `offset` and the `Range` header (rest.md 3.8).
    package var range: PageRange
    package var preferences: Preferences
    /// Sorted, best first (rest.md 8.1).
    package var accept: [RESTMediaType]
    package var contentType: RESTMediaType
    package var payload: Payload?

    /// What is to be done, from path and method (rest.md 1.2, 1.3).
    package enum Action: Hashable, Sendable {
        case read(relation: String, headersOnly: Bool)
        case mutate(relation: String, Mutation)
        case call(routine: String, Invocation)
        case relationInfo(String)
        case routineInfo(String)
        case inspect(headersOnly: Bool)
        case rootInfo
    }

    package enum Mutation: Sendable {
        case insert, update, singleUpsert, delete
    }

    package enum Invocation: Sendable {
        case get, head, post
    }
}
