import PostgresLink
import RESTEngine

/// The relations of a table that a request can name without doubt, with names for Swift.
struct RelationNames {
    struct Named {
        var property: String
        /// `ToOne`, `ToOneOrNone` or `ToMany`.
        var shape: String
        /// Swift's name of the other table.
        var target: String
        /// What stands in the request.
        var name: String
        var hint: String?
        var alias: String?
    }

    private(set) var relations: [Named] = []

    init(
        of table: QualifiedName, in cache: SchemaCache, typeNames: [QualifiedName: String],
        columns: (swift: [String], database: [String])
    ) {
        let key = SchemaCache.RelationshipKey(source: table, targetSchema: table.schema)
        let all = (cache.relationships[key] ?? []).filter { typeNames[$0.target] != nil }
        let sorted = all.map { (relationship: $0, order: Self.order($0)) }.sorted { $0.order < $1.order }.map(\.relationship)
        let counts = Dictionary(grouping: sorted, by: { $0.target.name }).mapValues(\.count)
        var names = UsedNames(columns.swift)
        var keys = Set(columns.database)
        let nullable = Dictionary(
            (cache.relations[table]?.columns ?? []).map { ($0.name, $0.isNullable) }, uniquingKeysWith: { first, _ in first })

        for relationship in sorted {
            guard let request = Self.request(relationship, from: table, in: cache), let target = typeNames[relationship.target] else { continue }
            let isOnly = counts[relationship.target.name] == 1 && request.name == relationship.target.name
            let wish = isOnly ? relationship.target.name : Self.distinctName(relationship)
            let property = names.claim(SwiftName.property(wish), suffix: relationship.isToOne ? "Row" : "Rows")
            // The name in the answer must differ from the columns' and from other relations'.
            let alias = keys.insert(request.name).inserted ? nil : property
            if let alias { keys.insert(alias) }
            relations.append(
                Named(
                    property: property, shape: Self.shape(relationship, nullable), target: target, name: request.name, hint: request.hint,
                    alias: alias))
        }
    }

    /// The shortest name and hint that lead to this relationship and no other.
    private static func request(
        _ relationship: Relationship, from table: QualifiedName, in cache: SchemaCache
    ) -> (name: String, hint: String?)? {
        candidates(relationship).first { candidate in
            // Several answers and none are errors here: the next candidate may do.
            let found = try? cache.relationship(from: table.name, to: candidate.name, hint: candidate.hint, in: table.schema)
            return found == relationship
        }
    }

    private static func candidates(_ relationship: Relationship) -> [(name: String, hint: String?)] {
        let target = relationship.target.name
        switch relationship.kind {
        case .manyToOne(let constraint, let pairs), .oneToMany(let constraint, let pairs), .oneToOne(let constraint, let pairs, _):
            let columns = pairs.count == 1 ? [pairs[0].source, pairs[0].target] : []
            return [(target, nil), (target, constraint)] + columns.map { (target, $0) } + columns.map { ($0, nil) } + [(constraint, nil)]
        case .manyToMany(let junction):
            return [(target, nil), (target, junction.relation.name)]
        case .computed(let function, _):
            return [(function.name, nil)]
        }
    }

    private static func distinctName(_ relationship: Relationship) -> String {
        let target = relationship.target.name
        switch relationship.kind {
        case .manyToOne(_, let pairs), .oneToOne(_, let pairs, false): return target + "_by_" + pairs.map(\.source).joined(separator: "_")
        case .oneToMany(_, let pairs), .oneToOne(_, let pairs, true): return target + "_by_" + pairs.map(\.target).joined(separator: "_")
        case .manyToMany(let junction): return target + "_through_" + junction.relation.name
        case .computed(let function, _): return function.name
        }
    }

    private static func shape(_ relationship: Relationship, _ nullable: [String: Bool]) -> String {
        switch relationship.kind {
        case .oneToMany, .manyToMany: "ToMany"
        case .computed(_, let toOne): toOne ? "ToOneOrNone" : "ToMany"
        case .oneToOne(_, _, isParent: true): "ToOneOrNone"
        case .manyToOne(_, let pairs), .oneToOne(_, let pairs, isParent: false):
            pairs.allSatisfy { nullable[$0.source] == false } ? "ToOne" : "ToOneOrNone"
        }
    }

    /// The same order whatever the catalogs' own.
    private static func order(_ relationship: Relationship) -> String {
        "\(relationship.target.name)\u{0}\(distinctName(relationship))\u{0}\(relationship.kind)"
    }
}
