internal import JSONText
internal import PostgresLink

/// A write to a relation, with the read that shows its result (rest.md 6).
package struct MutationPlan: Sendable {
    package var relation: Relation
    package var mutation: APIRequest.Mutation
    package var payload: PayloadPlan?
    package var conflict: Conflict?
    /// WHERE of an update or delete; of a PUT the key's values.
    package var conditions: [PlannedCondition]
    package var returning: Returning
    /// The select over the written rows. Its embeds were resolved even when nothing is returned.
    package var read: ReadPlan
    package var answer: Answer

    /// The columns that a payload fills.
    package struct PayloadPlan: Sendable {
        package var bytes: [UInt8]
        package var isArray: Bool
        package var columns: [PayloadColumn]
        /// Absent keys take the column's default (`missing=default`).
        package var appliesDefaults: Bool
    }

    package struct PayloadColumn: Sendable, Hashable {
        package var name: String
        package var type: String
        package var defaultExpression: String?
        /// A function from JSON to the column's domain.
        package var representation: String?
    }

    package struct Conflict: Sendable, Hashable {
        package var columns: [String]
        /// Existing rows are updated, else left alone.
        package var merges: Bool
    }

    package enum Returning: Sendable, Hashable {
        case nothing
        case all
        case columns([String])
    }

    /// Whether the rows inserted and not merely updated are counted: it decides between 201 and 200.
    package var countsInserted: Bool {
        switch mutation {
        case .singleUpsert: true
        case .insert: conflict?.merges == true
        case .update, .delete: false
        }
    }
}

extension MutationPlan {
    init(
        _ request: APIRequest, _ mutation: APIRequest.Mutation, on name: String, in cache: SchemaCache, _ configuration: RESTConfiguration
    ) throws(RESTError) {
        let relation = try cache.relation(named: name, in: request.schema)
        let planner = ReadPlanner(cache: cache, configuration: configuration, schema: request.schema, maxRows: nil)
        let tree = try ReadRequest(request.query, rootRange: .all, isWrite: true)
        let read = try planner.plan(
            tree, root: .init(source: .result(name: name), name: name, relation: relation))

        self.relation = relation
        self.mutation = mutation
        self.read = read
        if mutation == .singleUpsert { try Self.checkSingleUpsertKey(request.query, of: relation) }
        payload = try Self.payload(request, mutation, relation, cache)
        conflict = Self.conflict(request, mutation, relation, payload)
        let resolver = FieldResolver(cache: cache, relation: relation)
        switch mutation {
        case .insert:
            conditions = []
        case .update, .delete:
            conditions =
                request.query.logic.map { resolver.condition($0.tree, embeds: []) }
                + request.query.filters.filter(\.embedPath.isEmpty).map { resolver.condition($0.field, $0.operation) }
        case .singleUpsert:
            conditions = request.query.filters.filter(\.embedPath.isEmpty).map { resolver.condition($0.field, $0.operation) }
        }
        try request.preferences.refuseInvalid()
        returning = Self.returning(request.preferences, read, relation)
        answer = try Answer(
            accept: request.accept, cache: cache, configuration: configuration, target: relation.name,
            isDefaultSelect: read.isDefaultSelect)
        if configuration.refusesUnconditionalWrites, conditions.isEmpty { try refuseUnconditionalWrite() }
    }

    /// An update of no column is none (rest.md 6.4).
    private func refuseUnconditionalWrite() throws(RESTError) {
        switch mutation {
        case .update:
            if payload?.columns.isEmpty == false { throw .unconditionalWrite("UPDATE") }
        case .delete:
            throw .unconditionalWrite("DELETE")
        case .insert, .singleUpsert:
            break
        }
    }

    private static func checkSingleUpsertKey(_ query: QueryParameters, of relation: Relation) throws(RESTError) {
        let filters = query.filters.filter(\.embedPath.isEmpty)
        let isPlain = filters.allSatisfy { filter in
            guard !filter.operation.isNegated, case .quantifiable(.eq, nil, _) = filter.operation.test else { return false }
            return true
        }
        guard !relation.primaryKey.isEmpty, isPlain, query.logic.isEmpty, filters.map(\.key).identifiers == relation.primaryKey.identifiers
        else {
            throw .singleUpsertNeedsKey
        }
    }

    private static func payload(
        _ request: APIRequest, _ mutation: APIRequest.Mutation, _ relation: Relation, _ cache: SchemaCache
    ) throws(RESTError) -> PayloadPlan? {
        guard mutation != .delete, case .json(let bytes, let keys, let isArray)? = request.payload else { return nil }
        var columns: [PayloadColumn] = []
        for key in keys {
            guard let column = relation.column(key) else { throw .unknownColumn(key, of: relation.name.name) }
            columns.append(
                PayloadColumn(
                    name: key, type: column.nominalType, defaultExpression: column.defaultExpression,
                    representation: cache.representations.functions[.init("json", column.nominalType)]))
        }
        let appliesDefaults = request.preferences.missing == .default && mutation != .singleUpsert
        return PayloadPlan(bytes: bytes, isArray: isArray, columns: columns, appliesDefaults: appliesDefaults)
    }

    private static func conflict(
        _ request: APIRequest, _ mutation: APIRequest.Mutation, _ relation: Relation, _ payload: PayloadPlan?
    ) -> Conflict? {
        switch mutation {
        case .update, .delete:
            return nil
        case .singleUpsert:
            return Conflict(columns: relation.primaryKey, merges: true)
        case .insert:
            guard let resolution = request.preferences.resolution else { return nil }
            let columns = request.query.onConflict ?? relation.primaryKey
            guard !columns.isEmpty else { return nil }
            return Conflict(columns: columns, merges: resolution == .mergeDuplicates)
        }
    }

    private static func returning(_ preferences: Preferences, _ read: ReadPlan, _ relation: Relation) -> Returning {
        switch preferences.return {
        case nil, .minimal: return .nothing
        case .headersOnly, .representation:
            guard let needed = read.neededColumns else { return .all }
            let names = needed.union(relation.primaryKey.identifiers)
            return names.isEmpty ? .nothing : .columns(names.sortedNames)
        }
    }
}

extension ReadPlan {
    /// The columns that the rows under this root must have: selected ones and those that join its embeds. nil: all of them.
    var neededColumns: Set<Identifier>? {
        var names: Set<Identifier> = []
        for column in columns {
            if column.field.isStar { return nil }
            names.insert(Identifier(column.field.name))
        }
        for embed in embeds {
            switch embed.relationship.kind {
            case .oneToMany(_, let pairs), .manyToOne(_, let pairs), .oneToOne(_, let pairs, _):
                names.formUnion(pairs.map(\.source).identifiers)
            case .manyToMany(let junction):
                names.formUnion(junction.sourcePairs.map(\.source).identifiers)
            case .computed:
                return nil
            }
        }
        return names
    }
}

extension Preferences {
    /// `handling=strict` refuses what is no preference.
    func refuseInvalid() throws(RESTError) {
        if handling == .strict, !invalid.isEmpty { throw .invalidPreferences(invalid) }
    }
}

extension RESTError {
    static let singleUpsertNeedsKey = Self(
        405, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")

    static func unknownColumn(_ column: String, of relation: String) -> Self {
        Self(400, "PGRST204", "Could not find the '\(column)' column of '\(relation)' in the schema cache")
    }

    static func invalidPreferences(_ pieces: [String]) -> Self {
        Self(
            400, "PGRST122", "Invalid preferences given with handling=strict",
            details: .string("Invalid preferences: \(pieces.joined(separator: ", "))"))
    }

    /// In the words of the safeupdate extension, which the hosted service loads (rest.md 14.2).
    static func unconditionalWrite(_ command: String) -> Self {
        Self(400, "21000", "\(command) requires a WHERE clause")
    }
}
