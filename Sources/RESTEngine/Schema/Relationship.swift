package import PostgresLink

/// A way from one relation to another (rest.md 2.2 to 2.6).
package struct Relationship: Sendable, Hashable {
    package var source: QualifiedName
    package var target: QualifiedName
    package var isSelf: Bool
    package var kind: Kind
    package var sourceIsView: Bool
    package var targetIsView: Bool

    package init(source: QualifiedName, target: QualifiedName, isSelf: Bool, kind: Kind, sourceIsView: Bool = false, targetIsView: Bool = false) {
        self.source = source
        self.target = target
        self.isSelf = isSelf
        self.kind = kind
        self.sourceIsView = sourceIsView
        self.targetIsView = targetIsView
    }

    package enum Kind: Sendable, Hashable {
        case oneToMany(constraint: String, [ColumnPair])
        case manyToOne(constraint: String, [ColumnPair])
        /// `isParent`: seen from the referenced side.
        case oneToOne(constraint: String, [ColumnPair], isParent: Bool)
        case manyToMany(Junction)
        /// A function over the source row; `target` is the relation whose rows it returns.
        case computed(function: QualifiedName, toOne: Bool)
    }

    /// Column of the source, column of the target.
    package struct ColumnPair: Sendable, Hashable {
        package var source: String
        package var target: String

        package init(_ source: String, _ target: String) {
            self.source = source
            self.target = target
        }
    }

    package struct Junction: Sendable, Hashable {
        package var relation: QualifiedName
        package var sourceConstraint: String
        package var targetConstraint: String
        /// (column of the source relation, column of the junction)
        package var sourcePairs: [ColumnPair]
        /// (column of the target relation, column of the junction)
        package var targetPairs: [ColumnPair]

        package init(
            relation: QualifiedName, sourceConstraint: String, targetConstraint: String, sourcePairs: [ColumnPair], targetPairs: [ColumnPair]
        ) {
            self.relation = relation
            self.sourceConstraint = sourceConstraint
            self.targetConstraint = targetConstraint
            self.sourcePairs = sourcePairs
            self.targetPairs = targetPairs
        }
    }

    package var isToOne: Bool {
        switch kind {
        case .manyToOne, .oneToOne: true
        case .oneToMany, .manyToMany: false
        case .computed(_, let toOne): toOne
        }
    }
}
