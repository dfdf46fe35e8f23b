/// A condition on a column: `walks.km=gt.5`.
package struct Filter: Hashable, Sendable {
    /// Names of embeds from the root down; empty for the root.
    package var embedPath: [String]
    package var field: Field
    package var operation: Operation
    /// The key exactly as decoded from the query string: PUT compares it with the primary key's names (rest.md 6.6).
    package var key: String

    package init(embedPath: [String] = [], field: Field, operation: Operation, key: String) {
        self.embedPath = embedPath
        self.field = field
        self.operation = operation
        self.key = key
    }
}

/// An operator with its value, perhaps negated (rest.md 3.5).
package struct Operation: Hashable, Sendable {
    package var isNegated: Bool
    package var test: Test

    package init(isNegated: Bool = false, _ test: Test) {
        self.isNegated = isNegated
        self.test = test
    }

    package enum Test: Hashable, Sendable {
        /// `eq`, `like` and their kind, which may be followed by `(any)` or `(all)`.
        case quantifiable(QuantifiableOperator, Quantifier?, String)
        case simple(SimpleOperator, String)
        case `in`([String])
        case `is`(IsValue)
        case isDistinct(String)
        case fullText(FullTextOperator, language: String?, String)
    }
}

package enum QuantifiableOperator: String, CaseIterable, Sendable {
    case eq, gte, gt, lte, lt, like, ilike, match, imatch
}

package enum Quantifier: String, Sendable {
    case any, all
}

package enum SimpleOperator: String, CaseIterable, Sendable {
    case neq, cs, cd, ov, sl, sr, nxr, nxl, adj
}

package enum FullTextOperator: String, CaseIterable, Sendable {
    case fts, plfts, phfts, wfts
}

package enum IsValue: String, CaseIterable, Sendable {
    case null, notNull = "not_null", `true`, `false`, unknown
}

/// A tree of `and`, `or` and conditions.
package indirect enum LogicTree: Hashable, Sendable {
    package enum Connective: String, Sendable { case and, or }

    case group(isNegated: Bool, Connective, [LogicTree])
    case condition(Field, Operation)
}

/// A logic parameter with the embed it is addressed to.
package struct LogicParameter: Hashable, Sendable {
    package var embedPath: [String]
    package var tree: LogicTree

    package init(embedPath: [String] = [], tree: LogicTree) {
        self.embedPath = embedPath
        self.tree = tree
    }
}
