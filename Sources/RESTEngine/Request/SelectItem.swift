/// One item of `select` (rest.md 1.7, 1.9).
package indirect enum SelectItem: Hashable, Sendable {
    case column(SelectColumn)
    case embed(SelectEmbed)
}

/// A column, `*` (name "*"), or an aggregate. `count()` is the aggregate `count` on the field `*`.
package struct SelectColumn: Hashable, Sendable {
    package var field: Field
    package var cast: String?
    package var aggregate: Aggregate?
    package var aggregateCast: String?
    package var alias: String?

    package init(_ field: Field, cast: String? = nil, aggregate: Aggregate? = nil, aggregateCast: String? = nil, alias: String? = nil) {
        self.field = field
        self.cast = cast
        self.aggregate = aggregate
        self.aggregateCast = aggregateCast
        self.alias = alias
    }
}

package enum Aggregate: String, Sendable {
    case sum, avg, count, max, min
}

/// A related relation: `alias:target!hint!inner(…)`, or a spread `...target(…)`.
package struct SelectEmbed: Hashable, Sendable {
    package enum Join: Sendable { case left, inner }

    package var target: String
    package var alias: String?
    package var hint: String?
    /// nil when the request does not say; the same as left.
    package var join: Join?
    package var isSpread: Bool
    package var items: [SelectItem]

    package init(_ target: String, alias: String? = nil, hint: String? = nil, join: Join? = nil, isSpread: Bool = false, items: [SelectItem] = []) {
        self.target = target
        self.alias = alias
        self.hint = hint
        self.join = join
        self.isSpread = isSpread
        self.items = items
    }
}
