internal import JSONText
internal import PostgresLink

/// A function call, with the read that shapes its result (rest.md 7).
package struct CallPlan: Sendable {
    package var routine: Routine
    package var arguments: Arguments
    package var columns: Columns
    package var read: ReadPlan
    /// The name under which the result's rows are read: the returned table, or the function.
    package var resultName: String
    package var answer: Answer
    package var isReadOnly: Bool

    package enum Arguments: Sendable {
        case none
        /// Named texts, cast to the parameters' types. A variadic parameter takes several.
        case texts([(parameter: Routine.Parameter, values: [String])])
        /// Members of a JSON object; of an array the first element.
        case json([UInt8], isArray: Bool, parameters: [Routine.Parameter])
        /// The whole body for the only, unnamed parameter.
        case body([UInt8], Routine.Parameter)
    }

    package enum Columns: Sendable, Hashable {
        /// One value a row, under the name `pgrst_scalar`.
        case scalar
        case all
        case named([String])
    }

    package var isScalar: Bool { !routine.result.isComposite }
}

extension CallPlan {
    init(
        _ request: APIRequest, _ invocation: APIRequest.Invocation, of name: String, in cache: SchemaCache,
        _ configuration: RESTConfiguration
    ) throws(RESTError) {
        let names = request.argumentNames(invocation)
        let match = try cache.routine(
            named: name, in: request.schema, arguments: names, invocation: invocation, contentType: request.contentType)
        let routine = match.routine
        // The returned table is looked up in the function's schema, whatever its own (rest.md 7.7).
        let relationName = QualifiedName(routine.name.schema, routine.result.type.name)
        let relation = routine.result.isComposite ? cache.relations[relationName] : nil
        let resultName = routine.result.isComposite ? routine.result.type.name : routine.name.name

        let planner = ReadPlanner(
            cache: cache, configuration: configuration, schema: request.schema, maxRows: configuration.maxRows)
        let tree = try ReadRequest(request.query, rootRange: request.range, isWrite: false)
        let read = try planner.plan(tree, root: .init(source: .result(name: resultName), name: resultName, relation: relation))

        self.routine = routine
        self.resultName = resultName
        self.read = read
        isReadOnly = invocation != .post || routine.volatility != .volatile
        columns = Self.columns(routine, read, request.query)
        arguments = Self.arguments(request, invocation, routine, takesWholeBody: match.takesWholeBody)
        answer = try Answer(
            accept: request.accept, cache: cache, configuration: configuration,
            target: QualifiedName(routine.name.schema, resultName), isDefaultSelect: read.isDefaultSelect)
        try request.preferences.refuseInvalid()
        if request.preferences.handling == .strict, request.preferences.maxAffected != nil, !routine.result.isSet {
            throw .maxAffectedOnSingle
        }
    }

    private static func columns(_ routine: Routine, _ read: ReadPlan, _ query: QueryParameters) -> Columns {
        guard routine.result.isComposite else { return .scalar }
        guard var names = read.neededColumns else { return .all }
        // Those of filters on embeds, too: the original asks the function for them, and fails (rest.md 7.3).
        var filtered = query.filters.map(\.field.name).identifiers
        for parameter in query.logic { parameter.tree.insertColumns(into: &filtered) }
        // Of the function's rows an embed is no column, though it may be tested for null; its key may name one that joins it.
        for embed in read.embeds { filtered.remove(Identifier(embed.key)) }
        names.formUnion(filtered)
        return names.isEmpty ? .all : .named(names.sortedNames)
    }

    private static func arguments(
        _ request: APIRequest, _ invocation: APIRequest.Invocation, _ routine: Routine, takesWholeBody: Bool
    ) -> Arguments {
        guard !routine.parameters.isEmpty else { return .none }
        switch request.payload {
        case .json(let bytes, let keys, let isArray)? where invocation == .post:
            if takesWholeBody { return .body(bytes, routine.parameters[0]) }
            let given = routine.parameters.filter { keys.contains(spelled: $0.name) }
            return given.isEmpty ? .none : .json(bytes, isArray: isArray, parameters: given)
        case .raw(let bytes)? where invocation == .post:
            return takesWholeBody ? .body(bytes, routine.parameters[0]) : .none
        case .form(let pairs)? where invocation == .post:
            return texts(pairs.map { ($0.name, $0.value) }, routine)
        case nil, .json, .raw, .form:
            return invocation == .post ? .none : texts(request.query.arguments, routine)
        }
    }

    /// Of repeated names the last wins, except for a variadic parameter, which collects them (rest.md 7.5).
    private static func texts(_ pairs: [(name: String, value: String)], _ routine: Routine) -> Arguments {
        let given = routine.parameters.compactMap { parameter -> (parameter: Routine.Parameter, values: [String])? in
            let values = pairs.filter { $0.name.isSpelled(parameter.name) }.map(\.value)
            guard let last = values.last else { return nil }
            return (parameter, parameter.isVariadic ? values : [last])
        }
        return given.isEmpty ? .none : .texts(given)
    }
}

extension APIRequest {
    /// The names by which an overload is chosen (rest.md 7.1).
    func argumentNames(_ invocation: Invocation) -> [String] {
        switch (invocation, payload) {
        case (.post, .json(_, let keys, _)?): keys
        case (.post, .form(let pairs)?): pairs.map(\.name).sortedByCodePoint()
        case (.post, .raw?), (.post, nil): []
        case (.get, _), (.head, _): query.arguments.map(\.name).sortedByCodePoint()
        }
    }
}

extension LogicTree {
    fileprivate func insertColumns(into names: inout Set<Identifier>) {
        switch self {
        case .condition(let field, _): names.insert(Identifier(field.name))
        case .group(_, _, let parts): for part in parts { part.insertColumns(into: &names) }
        }
    }
}

extension RESTError {
    static let maxAffectedOnSingle = Self(
        400, "PGRST128", "Function must return SETOF or TABLE when max-affected preference is used with handling=strict")
}
