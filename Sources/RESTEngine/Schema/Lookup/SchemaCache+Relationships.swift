import JSONText
import PostgresLink

extension SchemaCache {
    /// The relationship that an embed means (rest.md 4.3).
    ///
    /// - Parameter origin: the parent level's relation, or the function that is the root and returns none.
    package func relationship(
        from origin: String, to target: String, hint: String?, in schema: String
    ) throws(RESTError) -> Relationship {
        let candidates = relationships[RelationshipKey(source: QualifiedName(schema, origin), targetSchema: schema)] ?? []
        var match: Relationship?
        for candidate in candidates where candidate.answers(target, hint: hint) {
            if match != nil { throw .ambiguousRelationship(from: origin, to: target, candidates.filter { $0.answers(target, hint: hint) }) }
            match = candidate
        }
        guard let match else {
            throw .unknownRelationship(
                from: origin, to: target, hint: hint, schema: schema,
                suggestion: correction(from: origin, to: target, in: schema, candidates: candidates))
        }
        return match
    }

    /// The misspelled one of the two names and its better spelling.
    private func correction(
        from origin: String, to target: String, in schema: String, candidates: [Relationship]
    ) -> (wrong: String, right: String)? {
        if candidates.isEmpty {
            let origins = relationships.keys.lazy.filter { $0.targetSchema == Identifier(schema) }.map(\.source.name)
            return Suggestion(for: origin, among: origins.sortedBySpelling(), minimum: 0.33).map { (origin, $0.text) }
        }
        let targets = candidates.map(\.target.name)
        guard let suggestion = Suggestion(for: target, among: targets.sortedBySpelling(), minimum: 0.33), !suggestion.isExact else {
            return nil
        }
        return (target, suggestion.text)
    }
}

extension Relationship {
    /// Whether an embed with this target and hint can mean the relationship.
    fileprivate func answers(_ wanted: String, hint: String?) -> Bool {
        if case .computed(let function, _) = kind { return function.name.isSpelled(wanted) }
        if isSelf { return answersSelf(wanted, hint: hint) }
        guard let hint else {
            return target.name.isSpelled(wanted)
                || !targetIsView && (constraint.isSpelled(wanted) || (singlePair?.source).isSpelled(wanted))
        }
        let hints = [constraint, singlePair?.source, singlePair?.target, junction]
        return target.name.isSpelled(wanted) && hints.contains { $0.isSpelled(hint) }
    }

    /// A relation is related to itself in two directions; the name leads to the many, the key's column to the one.
    private func answersSelf(_ wanted: String, hint: String?) -> Bool {
        switch kind {
        case .oneToMany: target.name.isSpelled(wanted) && hint.map { (singlePair?.target).isSpelled($0) } ?? true
        case .manyToOne: hint == nil && (singlePair?.source).isSpelled(wanted)
        case .oneToOne, .manyToMany, .computed: false
        }
    }

    private var constraint: String? {
        switch kind {
        case .oneToMany(let constraint, _), .manyToOne(let constraint, _), .oneToOne(let constraint, _, _): constraint
        case .manyToMany, .computed: nil
        }
    }

    private var singlePair: ColumnPair? {
        switch kind {
        case .oneToMany(_, let pairs), .manyToOne(_, let pairs), .oneToOne(_, let pairs, _): pairs.count == 1 ? pairs[0] : nil
        case .manyToMany, .computed: nil
        }
    }

    private var junction: String? {
        if case .manyToMany(let junction) = kind { junction.relation.name } else { nil }
    }
}

extension RESTError {
    fileprivate static func unknownRelationship(
        from origin: String, to target: String, hint: String?, schema: String, suggestion: (wrong: String, right: String)?
    ) -> Self {
        let using = hint.map { " using the hint '\($0)'" } ?? ""
        return Self(
            400, "PGRST200", "Could not find a relationship between '\(origin)' and '\(target)' in the schema cache",
            details: .string(
                "Searched for a foreign key relationship between '\(origin)' and '\(target)'\(using) in the schema '\(schema)', but no matches were found."
            ),
            hint: suggestion.map { "Perhaps you meant '\($0.right)' instead of '\($0.wrong)'." })
    }

    fileprivate static func ambiguousRelationship(from origin: String, to target: String, _ candidates: [Relationship]) -> Self {
        let choices = candidates.map { "'\($0.target.name)!\($0.distinction)'" }.joined(separator: ", ")
        return Self(
            300, "PGRST201", "Could not embed because more than one relationship was found for '\(origin)' and '\(target)'",
            details: .array(candidates.map(\.description)),
            hint: "Try changing '\(target)' to one of the following: \(choices). Find the desired relationship in the 'details' key.")
    }
}

// How PGRST201 shows a candidate.
extension Relationship {
    /// The hint that chooses it.
    fileprivate var distinction: String {
        switch kind {
        case .oneToMany(let constraint, _), .manyToOne(let constraint, _), .oneToOne(let constraint, _, _): constraint
        case .manyToMany(let junction): junction.relation.name
        case .computed(let function, _): function.name
        }
    }

    fileprivate var description: JSON {
        ["cardinality": .string(cardinality), "embedding": .string("\(source.name) with \(target.name)"), "relationship": .string(columns)]
    }

    private var cardinality: String {
        switch kind {
        case .oneToMany: "one-to-many"
        case .manyToOne: "many-to-one"
        case .oneToOne: "one-to-one"
        case .manyToMany: "many-to-many"
        case .computed: "computed"
        }
    }

    private var columns: String {
        switch kind {
        case .oneToMany(let constraint, let pairs), .manyToOne(let constraint, let pairs), .oneToOne(let constraint, let pairs, _):
            "\(constraint) using \(source.name)(\(list(pairs.map(\.source)))) and \(target.name)(\(list(pairs.map(\.target))))"
        case .manyToMany(let junction):
            "\(junction.relation.name) using \(junction.sourceConstraint)(\(list(junction.sourcePairs.map(\.target))))"
                + " and \(junction.targetConstraint)(\(list(junction.targetPairs.map(\.target))))"
        case .computed(let function, _): function.name
        }
    }

    private func list(_ names: [String]) -> String {
        names.joined(separator: ", ")
    }
}
