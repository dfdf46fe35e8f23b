internal import HTTPServing
internal import PostgresLink

extension QueryParameters {
    /// Parses a query string; the first wrong parameter in the order of rest.md 1.1 is reported.
    ///
    /// - Parameter rawQuery: without the `?`, undecoded.
    /// - Parameter action: what the parameters are for; on GET and HEAD of a function some are its arguments.
    package init(_ rawQuery: String?, for action: APIRequest.Action) throws(RESTError) {
        let query = QueryPairs(restQuery: rawQuery)
        try self.init(query, classified: ClassifiedParameters(query), for: action)
    }

    init(_ query: QueryPairs, classified parameters: ClassifiedParameters, for action: APIRequest.Action) throws(RESTError) {
        guard !query.pairs.isEmpty else { return }
        guard query.isUTF8 else { throw .queryNotUTF8 }
        var orderedPaths: Set<[Identifier]> = []
        for (key, value) in parameters.orders { try addOrder(key, value, &orderedPaths) }
        for (key, value) in parameters.logic { logic.append(try Self.logicParameter(key, value)) }
        if let value = parameters.columns {
            columns = try Self.parsed("columns parameter", value) { parser throws(ParameterParser.Mismatch) in try parser.nameList() }
        }
        if let value = parameters.select {
            select = try Self.parsed("select parameter", value) { parser throws(ParameterParser.Mismatch) in try parser.select() }
        }
        let takesArguments = action.takesArgumentsFromQuery
        for (key, value) in parameters.others { try addFilter(key, value, orArgument: takesArguments) }
        if let value = parameters.onConflict {
            onConflict = try Self.parsed("on_conflict parameter", value) { parser throws(ParameterParser.Mismatch) in try parser.nameList()
            }
        }
        addRanges(parameters.ranges)
        if case .read = action { canonical = query.canonical }
    }

    // MARK: Kinds of parameters

    /// The first of an embed path counts; later ones are only checked.
    private mutating func addOrder(_ key: [UInt8], _ value: [UInt8], _ known: inout Set<[Identifier]>) throws(RESTError) {
        let path = try Self.treePath(key).path
        let terms = try Self.parsed("order", value) { parser throws(ParameterParser.Mismatch) in try parser.order() }
        if known.insert(path.map { Identifier($0) }).inserted { orders.append(OrderParameter(embedPath: path, terms: terms)) }
    }

    /// The operator of the key and the value are parsed as one text: `or=(…)` as `or(…)`.
    private static func logicParameter(_ key: [UInt8], _ value: [UInt8]) throws(RESTError) -> LogicParameter {
        var path = try parsed("logic path", key) { parser throws(ParameterParser.Mismatch) in try parser.logicPath() }
        let isNegated = path.contains("not")
        let connective = path.removeLast()
        let text = Array(((isNegated ? "not." : "") + connective).utf8) + value
        let tree = try parsed("logic tree", text, shownAs: value) { parser throws(ParameterParser.Mismatch) in try parser.logicTree() }
        return LogicParameter(embedPath: path.filter { $0 != "not" }, tree: tree)
    }

    private mutating func addFilter(_ key: [UInt8], _ value: [UInt8], orArgument: Bool) throws(RESTError) {
        let (path, field) = try Self.treePath(key)
        guard let operation = try Self.operation(value, isOptional: orArgument) else {
            arguments.append((field.name, String(decoding: value, as: UTF8.self)))
            return
        }
        filters.append(Filter(embedPath: path, field: field, operation: operation, key: String(decoding: key, as: UTF8.self)))
    }

    /// Ranges of embeds; a wrong key is noted for the plan, which reports it in its turn.
    private mutating func addRanges(_ ranges: [RangeParameter]) {
        for parameter in ranges where !parameter.key.elementsEqual("limit".utf8) {
            do {
                let path = try Self.treePath(parameter.key).path
                if !path.isEmpty { embeddedRanges.append(EmbeddedRange(embedPath: path, range: parameter.range)) }
            } catch {
                rangeError = rangeError ?? error
            }
        }
    }

    // MARK: Parsers

    private static func treePath(_ key: [UInt8]) throws(RESTError) -> (path: [String], field: Field) {
        try parsed("tree path", key) { parser throws(ParameterParser.Mismatch) in try parser.treePath() }
    }

    /// nil when the value does not look like an operator with its value, and need not.
    private static func operation(_ value: [UInt8], isOptional: Bool) throws(RESTError) -> Operation? {
        do {
            if isOptional {
                return try ParameterParser.parseIfCommitted(value) { parser throws(ParameterParser.Mismatch) in try parser.filterOperation()
                }
            }
            return try ParameterParser.parse(value) { parser throws(ParameterParser.Mismatch) in try parser.filterOperation() }
        } catch {
            throw .unparsable("filter", shown: value, parsed: value, error.failure)
        }
    }

    private static func parsed<Value>(
        _ what: String, _ text: [UInt8], shownAs shown: [UInt8]? = nil, _ rule: ParameterParser.Rule<Value>
    ) throws(RESTError) -> Value {
        do {
            return try ParameterParser.parse(text, rule)
        } catch {
            throw .unparsable(what, shown: shown ?? text, parsed: text, error.failure)
        }
    }
}

extension APIRequest.Action {
    fileprivate var takesArgumentsFromQuery: Bool {
        switch self {
        case .call(_, .get), .call(_, .head): true
        case .call(_, .post), .read, .mutate, .relationInfo, .routineInfo, .inspect, .rootInfo: false
        }
    }
}
