import JSONText
import PostgresLink

/// Makes all relationships out of foreign keys, what views show of them, and functions (rest.md 2.4).
///
/// Only relations in exposed schemas can be reached, so that the others are dropped as soon as views have taken their place.
struct RelationshipDerivation {
    let relationships: [SchemaCache.RelationshipKey: [Relationship]]

    init(
        keys: [CatalogKey], viewKeys: ViewKeys, primaryKeys: [QualifiedName: [String]], computed: [Relationship], exposed: Set<Identifier>
    ) {
        let forward = Self.foreignKeys(keys, viewKeys).filter { relationship in
            exposed.contains(Identifier(relationship.source.schema)) && exposed.contains(Identifier(relationship.target.schema))
        }
        let detected = forward + Self.manyToMany(forward, primaryKeys) + forward.compactMap(\.inverse)
        let all = Self.override(detected, by: computed)
        relationships = Dictionary(grouping: all) { SchemaCache.RelationshipKey(source: $0.source, targetSchema: $0.lookupSchema) }
            .mapValues { $0.count > 1 ? $0.sorted { $0.precedes($1) } : $0 }
    }

    /// Relationships from the side that holds the key, of tables and of views that show it (steps 2.2 and 1).
    private static func foreignKeys(_ keys: [CatalogKey], _ views: ViewKeys) -> [Relationship] {
        var uniqueSets: [ObjectID: Set<Set<Int>>] = [:]
        for key in keys where key.kind != .foreign { uniqueSets[key.table, default: []].insert(Set(key.own.columns)) }
        var result: [Relationship] = []
        for (position, key) in keys.enumerated() {
            guard let referenced = key.referenced else { continue }
            let isOneToOne = uniqueSets[key.table]?.contains(Set(key.own.columns)) ?? false
            let table = Side(name: key.own.name, isView: false, columns: key.columnNames)
            let target = Side(name: referenced.name, isView: false, columns: referenced.columnNames)
            let sourceViews = (views.referencing[position] ?? []).flatMap(Side.combinations)
            let targetViews = (views.referenced[position] ?? []).flatMap(Side.combinations)
            for source in [table] + sourceViews {
                for target in [target] + targetViews {
                    let isSelf = source.isView == target.isView && source.name == target.name
                    result.append(Relationship(key.name, from: source, to: target, isSelf: isSelf, isOneToOne: isOneToOne))
                }
            }
        }
        return result
    }

    /// Every two many-to-one relationships of a junction whose primary key holds both keys, in both orders (step 2).
    private static func manyToMany(_ forward: [Relationship], _ primaryKeys: [QualifiedName: [String]]) -> [Relationship] {
        var result: [Relationship] = []
        let bySource = Dictionary(grouping: forward.compactMap(Leg.init), by: \.junction)
        for (junction, legs) in bySource where legs.count > 1 {
            let primaryKey = (primaryKeys[junction] ?? []).identifiers
            let candidates = legs.filter { $0.pairs.allSatisfy { primaryKey.contains(Identifier($0.target)) } }
            for first in candidates {
                for second in candidates where !first.constraint.isSpelled(second.constraint) {
                    result.append(Relationship(first, second))
                }
            }
        }
        return result
    }

    /// A computed relationship replaces detected ones from the same relation to the relation that is called as its function
    /// (step 4).
    private static func override(_ detected: [Relationship], by computed: [Relationship]) -> [Relationship] {
        var replaced: [QualifiedName: Set<QualifiedName>] = [:]
        for relationship in computed {
            if case .computed(let function, _) = relationship.kind { replaced[relationship.source, default: []].insert(function) }
        }
        return detected.filter { replaced[$0.source]?.contains($0.target) != true } + computed
    }
}

/// A relation as one end of a foreign key.
private struct Side {
    var name: QualifiedName
    var isView: Bool
    var columns: [String]

    /// One side for every choice of columns where a view shows columns of the key several times.
    static func combinations(_ match: ViewKeys.Match) -> [Side] {
        var choices: [[String]] = [[]]
        for names in match.columns {
            choices = Array(choices.flatMap { choice in names.map { choice + [$0] } }.prefix(SchemaLimits.viewKeyCombinations))
        }
        return choices.map { Side(name: match.view, isView: true, columns: $0) }
    }
}

/// A many-to-one relationship seen from its target, as one half of a many-to-many relationship.
private struct Leg {
    var junction: QualifiedName
    var relation: QualifiedName
    var isView: Bool
    var constraint: String
    /// (column of the relation, column of the junction)
    var pairs: [Relationship.ColumnPair]

    init?(_ relationship: Relationship) {
        guard case .manyToOne(let constraint, let pairs) = relationship.kind else { return nil }
        junction = relationship.source
        relation = relationship.target
        isView = relationship.targetIsView
        self.constraint = constraint
        self.pairs = pairs.map(\.swapped)
    }
}

extension Relationship {
    fileprivate init(_ constraint: String, from source: Side, to target: Side, isSelf: Bool, isOneToOne: Bool) {
        let pairs = zip(source.columns, target.columns).map { ColumnPair($0, $1) }
        self.init(
            source: source.name, target: target.name, isSelf: isSelf,
            kind: isOneToOne ? .oneToOne(constraint: constraint, pairs, isParent: false) : .manyToOne(constraint: constraint, pairs),
            sourceIsView: source.isView, targetIsView: target.isView)
    }

    fileprivate init(_ first: Leg, _ second: Leg) {
        self.init(
            source: first.relation, target: second.relation, isSelf: first.relation == second.relation,
            kind: .manyToMany(
                Junction(
                    relation: first.junction, sourceConstraint: first.constraint, targetConstraint: second.constraint,
                    sourcePairs: first.pairs, targetPairs: second.pairs)),
            sourceIsView: first.isView, targetIsView: second.isView)
    }

    /// The same key seen from the referenced side (step 3).
    fileprivate var inverse: Relationship? {
        let kind: Kind
        switch self.kind {
        case .manyToOne(let constraint, let pairs): kind = .oneToMany(constraint: constraint, pairs.map(\.swapped))
        case .oneToOne(let constraint, let pairs, isParent: false):
            kind = .oneToOne(constraint: constraint, pairs.map(\.swapped), isParent: true)
        case .oneToOne, .oneToMany, .manyToMany, .computed: return nil
        }
        return Relationship(
            source: target, target: source, isSelf: isSelf, kind: kind, sourceIsView: targetIsView, targetIsView: sourceIsView)
    }

    /// The schema under which the relationship is looked up: the target's, or that of the function.
    fileprivate var lookupSchema: String {
        if case .computed(let function, _) = kind { function.schema } else { target.schema }
    }
}

extension Relationship.ColumnPair {
    fileprivate var swapped: Self { Self(target, source) }
}
