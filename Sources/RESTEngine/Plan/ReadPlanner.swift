internal import PostgresLink

/// Turns a request's tree into a plan: relationships found, stars expanded where they must be, types looked up.
///
/// The passes keep PostgREST's order, since the first that fails decides the answer (rest.md 1.1): relationships of the whole
/// tree, then related orders, then aggregates.
struct ReadPlanner {
    let cache: SchemaCache
    let configuration: RESTConfiguration
    let schema: String
    /// Reads and calls obey `db-max-rows`; writes do not.
    let maxRows: Int?

    /// The relation that a level selects from, as far as the cache knows it; a function may return no relation.
    struct Level {
        var source: ReadPlan.Source
        var name: String
        var relation: Relation?
        var depth = 0
        var hasAggregateAbove = false
        var isInToManySpread = false
    }

    func plan(_ request: ReadRequest, root: Level) throws(RESTError) -> ReadPlan {
        let resolved = try resolve(request, origin: root.name)
        let plan = try build(request, resolved, at: root, root: root.relation)
        if !configuration.aggregatesEnabled, request.hasAggregate { throw .aggregatesNotAllowed }
        try refuseAggregatesInToManySpreads(plan)
        return plan
    }

    // MARK: Relationships

    private struct Resolved {
        var relationship: Relationship
        var children: [Resolved]
    }

    private func resolve(_ request: ReadRequest, origin: String) throws(RESTError) -> [Resolved] {
        var all: [Resolved] = []
        for child in request.children {
            guard let embed = child.embed else { continue }
            let relationship = try cache.relationship(from: origin, to: embed.target, hint: embed.hint, in: schema)
            all.append(Resolved(relationship: relationship, children: try resolve(child, origin: relationship.target.name)))
        }
        return all
    }

    // MARK: Levels

    private func build(_ request: ReadRequest, _ resolved: [Resolved], at level: Level, root: Relation?) throws(RESTError) -> ReadPlan {
        let hasAggregate = level.hasAggregateAbove || request.columns.contains { $0.aggregate != nil }
        let names = zip(request.children, resolved).compactMap { child, found in
            child.embed.map { EmbedName($0, found.relationship, depth: level.depth + 1) }
        }
        let resolver = FieldResolver(cache: cache, relation: level.relation)
        let expandsStar = hasAggregate || level.isInToManySpread || resolver.hasOutputRepresentation
        var plan = ReadPlan(
            source: level.source,
            columns: request.columns.flatMap { resolver.columns($0, expandsStar: expandsStar) },
            conditions: request.logic.map { resolver.condition($0, embeds: names) }
                + request.filters.map { resolver.condition($0.0, $0.1, embeds: names) },
            order: [], range: request.range, embeds: [], maxRows: maxRows)
        // A wrong order is reported before one further down.
        let orderResolver = level.depth == 0 ? resolver : FieldResolver(cache: cache, relation: root)
        for term in request.order {
            plan.order.append(try orderResolver.order(term, embeds: names, parent: level.name))
        }
        for (child, found) in zip(request.children, resolved) {
            guard let embed = child.embed else { continue }
            plan.embeds.append(try build(embed, child, found, parent: level, hasAggregate: hasAggregate, root: root))
        }
        return plan
    }

    private func build(
        _ embed: SelectEmbed, _ request: ReadRequest, _ found: Resolved, parent: Level, hasAggregate: Bool, root: Relation?
    ) throws(RESTError) -> EmbedPlan {
        let relationship = found.relationship
        let depth = parent.depth + 1
        let alias = "\(relationship.target.name)_\(depth)"
        let name = EmbedName(embed, relationship, depth: depth)
        let isToMany = !relationship.isToOne
        let level = Level(
            source: source(of: relationship, alias: alias, parent: parent.source), name: relationship.target.name,
            relation: cache.relations[relationship.target], depth: depth, hasAggregateAbove: hasAggregate,
            isInToManySpread: embed.isSpread && (isToMany || parent.isInToManySpread))
        var result = EmbedPlan(
            relationship: relationship, key: name.key, rowAlias: name.rowAlias, isInner: embed.join == .inner, isSpread: embed.isSpread,
            joins: joins(of: relationship, alias: alias, parent: parent.source),
            plan: try build(request, found.children, at: level, root: root))
        if embed.isSpread {
            if isToMany {
                result.spreadColumns = result.plan.outputColumns
            } else {
                result.liftAggregates()
            }
        }
        return result
    }

    private func source(of relationship: Relationship, alias: String, parent: ReadPlan.Source) -> ReadPlan.Source {
        switch relationship.kind {
        case .oneToMany, .manyToOne, .oneToOne: .aliased(relationship.target, alias: alias)
        case .manyToMany(let junction): .throughJunction(relationship.target, junction: junction.relation)
        case .computed(let function, _):
            .function(function, row: parent.rowName, rowType: relationship.source, alias: alias)
        }
    }

    private func joins(of relationship: Relationship, alias: String, parent: ReadPlan.Source) -> [JoinCondition] {
        switch relationship.kind {
        case .oneToMany(_, let pairs), .manyToOne(_, let pairs), .oneToOne(_, let pairs, _):
            return pairs.map {
                JoinCondition(
                    left: .init(owner: .alias(alias), column: $0.target), right: .init(owner: parent.owner, column: $0.source))
            }
        case .manyToMany(let junction):
            // Qualified with the source's schema, as the original does (rest.md 4.7).
            let schema = relationship.source.schema
            let middle = JoinCondition.Side.Owner.relation(QualifiedName(schema, junction.relation.name))
            let target = JoinCondition.Side.Owner.relation(QualifiedName(schema, relationship.target.name))
            return junction.targetPairs.map {
                JoinCondition(left: .init(owner: middle, column: $0.target), right: .init(owner: target, column: $0.source))
            }
                + junction.sourcePairs.map {
                    JoinCondition(left: .init(owner: middle, column: $0.target), right: .init(owner: parent.owner, column: $0.source))
                }
        case .computed:
            return []
        }
    }

    private func refuseAggregatesInToManySpreads(_ plan: ReadPlan) throws(RESTError) {
        for embed in plan.embeds {
            if embed.isSpread, !embed.isToOne, embed.plan.hasOwnAggregate { throw .aggregatesInToManySpread }
            try refuseAggregatesInToManySpreads(embed.plan)
        }
    }
}

/// How a level's conditions and orders name one of its embeds.
struct EmbedName {
    /// The request's alias or target.
    var key: String
    var rowAlias: String
    var isToOne: Bool

    init(_ embed: SelectEmbed, _ relationship: Relationship, depth: Int) {
        key = embed.alias ?? embed.target
        rowAlias = "\(relationship.source.name)_\(key)_\(depth)"
        isToOne = relationship.isToOne
    }
}

extension ReadRequest {
    fileprivate var hasAggregate: Bool {
        columns.contains { $0.aggregate != nil } || children.contains { $0.hasAggregate }
    }
}

extension ReadPlan.Source {
    /// How an embed's join conditions name this level.
    var owner: JoinCondition.Side.Owner {
        switch self {
        case .relation(let name), .throughJunction(let name, _): .relation(name)
        case .aliased(_, let alias), .function(_, _, _, let alias): .alias(alias)
        case .result(let name): .alias(name)
        }
    }

    /// The name of this level's row as a value.
    var rowName: String {
        switch self {
        case .relation(let name), .throughJunction(let name, _): name.name
        case .aliased(_, let alias), .function(_, _, _, let alias): alias
        case .result(let name): name
        }
    }
}

extension RESTError {
    static let aggregatesNotAllowed = Self(400, "PGRST123", "Use of aggregate functions is not allowed")
    static let aggregatesInToManySpread = Self(
        400, "PGRST127", "Feature not implemented",
        details: "Aggregates are not implemented for one-to-many or many-to-many spreads.")
}
