/// A column as a plan knows it: resolved against the relation it belongs to, as far as that has such a column.
package struct PlannedField: Hashable, Sendable {
    package var name: String
    package var path: [JSONStep]
    /// Base type; nil for a column that the cache does not know (a computed column, or one that does not exist).
    package var type: String?
    /// A function that turns the value into JSON, or a text into the value: a domain representation (rest.md 2.8).
    package var representation: String?

    package init(_ name: String, path: [JSONStep] = [], type: String? = nil, representation: String? = nil) {
        self.name = name
        self.path = path
        self.type = type
        self.representation = representation
    }

    package static let star = Self("*")

    package var isStar: Bool { name == "*" && path.isEmpty }

    /// A JSON path works on json and jsonb only; everything else is converted first (rest.md 3.3).
    package var needsConversionToJSON: Bool {
        !path.isEmpty && type != "json" && type != "jsonb"
    }

    /// The last key of the path; of a trailing index the nearest key before it, else the column's name (rest.md 1.9).
    package var pathName: String? {
        guard !path.isEmpty else { return nil }
        for step in path.reversed() {
            if case .key(let key) = step.operand { return key }
        }
        return name
    }
}

/// One column of the select list.
package struct PlannedColumn: Hashable, Sendable {
    package var field: PlannedField
    package var cast: String?
    package var aggregate: Aggregate?
    package var aggregateCast: String?
    package var alias: String?
    /// The row as one value, which is null only where there is no row.
    package var isWholeRow = false

    package init(
        _ field: PlannedField, cast: String? = nil, aggregate: Aggregate? = nil, aggregateCast: String? = nil, alias: String? = nil
    ) {
        self.field = field
        self.cast = cast
        self.aggregate = aggregate
        self.aggregateCast = aggregateCast
        self.alias = alias
    }

    /// The key under which the value appears in a row.
    package var outputName: String {
        alias ?? aggregate?.rawValue ?? field.name
    }
}

/// A condition of a WHERE clause.
package indirect enum PlannedCondition: Sendable {
    case group(isNegated: Bool, LogicTree.Connective, [PlannedCondition])
    case test(PlannedField, Operation)
    /// `is.null` and `not.is.null` on an embed: whether it has rows (rest.md 4.9).
    case embedIsNull(rowAlias: String, isNegated: Bool)
}

/// One term of ORDER BY.
package struct PlannedOrder: Hashable, Sendable {
    /// The row alias of the to-one embed that the column belongs to, in a related order.
    package var rowAlias: String?
    package var field: PlannedField
    package var direction: OrderTerm.Direction?
    package var nulls: OrderTerm.Nulls?
}
