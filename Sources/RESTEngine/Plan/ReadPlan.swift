package import PostgresLink

/// What one level of a read selects: the root, or an embed. Becomes one SELECT.
package struct ReadPlan: Sendable {
    package var source: Source
    package var columns: [PlannedColumn]
    /// All must hold. Logic trees come before plain filters.
    package var conditions: [PlannedCondition]
    package var order: [PlannedOrder]
    package var range: PageRange
    package var embeds: [EmbedPlan]
    /// The most rows of this level that the configuration allows.
    package var maxRows: Int?

    /// What stands in FROM, and so how the level's columns are named.
    package enum Source: Sendable, Hashable {
        /// A plain read's root: columns are qualified with schema and relation.
        case relation(QualifiedName)
        /// An embed.
        case aliased(QualifiedName, alias: String)
        /// The far side of a many-to-many embed, with an implicit join to the junction.
        case throughJunction(QualifiedName, junction: QualifiedName)
        /// A computed relationship: a function over the parent's row.
        case function(QualifiedName, row: String, rowType: QualifiedName, alias: String)
        /// The rows written or returned by a function, under the name of their table or function.
        case result(name: String)
    }

    /// True when nothing but the whole row is asked for: only then custom media handlers apply (rest.md 8.3).
    package var isDefaultSelect: Bool {
        embeds.isEmpty && columns.count == 1 && columns[0] == PlannedColumn(.star)
    }
}

/// A related relation inside a level.
package struct EmbedPlan: Sendable {
    package var relationship: Relationship
    /// The request's alias or target: the output key, and the name in related orders and null tests.
    package var key: String
    /// The alias of the lateral subquery.
    package var rowAlias: String
    package var isInner: Bool
    package var isSpread: Bool
    package var joins: [JoinCondition]
    package var plan: ReadPlan
    /// What a spread contributes to its parent's select list; empty for other embeds.
    package var spreadColumns: [SpreadColumn] = []

    package var isToOne: Bool { relationship.isToOne }

    /// Joined, but without an output key: nothing is selected, nor in any embed below (rest.md 4.9).
    package var isEmpty: Bool {
        plan.columns.isEmpty && plan.embeds.allSatisfy(\.isEmpty)
    }
}

/// A column of a spread's subquery that its parent selects. Aggregates of a to-one spread are lifted into the parent: the
/// subquery gives the raw column (rest.md 5).
package struct SpreadColumn: Sendable, Hashable {
    /// The column's name in the subquery; "*" for all.
    package var name: String
    package var aggregate: Aggregate?
    package var aggregateCast: String?
    package var alias: String?

    package var outputName: String { alias ?? aggregate?.rawValue ?? name }
}

/// Equality of two columns across a join.
package struct JoinCondition: Sendable, Hashable {
    package struct Side: Sendable, Hashable {
        package enum Owner: Sendable, Hashable {
            case relation(QualifiedName)
            case alias(String)
        }

        package var owner: Owner
        package var column: String
    }

    package var left: Side
    package var right: Side
}
