/// The body of a write or call, understood as far as its content type allows (rest.md 1.16).
package enum Payload: Sendable, Hashable {
    /// JSON as it is bound to the statement: the client's own bytes, or rows re-encoded from CSV or a form.
    /// `keys` are the payload keys sorted by name, without repeats; those of `columns` when that is in effect.
    case json(bytes: [UInt8], keys: [String], isArray: Bool)
    /// Named text arguments of a function called with a form body, in order, repeated ones kept.
    case form([Pair])
    /// The body of `text/plain`, `text/xml` or `application/octet-stream`, for a single unnamed parameter.
    case raw([UInt8])

    package struct Pair: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
