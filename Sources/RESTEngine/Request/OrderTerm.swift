/// One term of `order`: a column, or a column of a to-one embed ("related order", rest.md 4.10).
package struct OrderTerm: Hashable, Sendable {
    package enum Direction: String, Sendable { case asc, desc }
    package enum Nulls: String, Sendable { case nullsFirst = "nullsfirst", nullsLast = "nullslast" }

    /// The embed's output key when this is a related order.
    package var embed: String?
    package var field: Field
    package var direction: Direction?
    package var nulls: Nulls?

    package init(embed: String? = nil, _ field: Field, direction: Direction? = nil, nulls: Nulls? = nil) {
        self.embed = embed
        self.field = field
        self.direction = direction
        self.nulls = nulls
    }
}

/// The terms addressed to one embed path.
package struct OrderParameter: Hashable, Sendable {
    package var embedPath: [String]
    package var terms: [OrderTerm]

    package init(embedPath: [String] = [], terms: [OrderTerm]) {
        self.embedPath = embedPath
        self.terms = terms
    }
}
