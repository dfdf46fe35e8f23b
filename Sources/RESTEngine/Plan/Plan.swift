internal import PostgresLink

/// What a request means in this database: names resolved, the answer's form chosen. A request that asks for something that the
/// schema does not have, or that may not be asked for, has no plan.
package enum Plan: Sendable {
    case read(RelationRead)
    case mutate(MutationPlan)
    case call(CallPlan, isHeadersOnly: Bool)
    /// The root document: its transaction runs, and with it the pre-request function.
    case inspect
    case info(allow: String)

    package struct RelationRead: Sendable {
        package var relation: Relation
        package var read: ReadPlan
        package var answer: Answer
        package var isHeadersOnly: Bool
    }

    /// - Throws: the first failure in the order of rest.md 1.1.
    package init(_ request: APIRequest, in cache: SchemaCache, _ configuration: RESTConfiguration) throws(RESTError) {
        switch request.action {
        case .read(let name, let isHeadersOnly):
            self = .read(try RelationRead(request, name, isHeadersOnly, in: cache, configuration))
        case .mutate(let name, let mutation):
            self = .mutate(try MutationPlan(request, mutation, on: name, in: cache, configuration))
        case .call(let name, let invocation):
            self = .call(
                try CallPlan(request, invocation, of: name, in: cache, configuration), isHeadersOnly: invocation == .head)
        case .relationInfo(let name):
            self = .info(allow: try cache.relation(named: name, in: request.schema).allowedMethods)
        case .routineInfo(let name):
            let plan = try CallPlan(request, .head, of: name, in: cache, configuration)
            self = .info(allow: plan.routine.allowedMethods)
        case .rootInfo:
            self = .info(allow: "OPTIONS,GET,HEAD")
        case .inspect:
            guard request.accept.contains(where: { $0 == .openAPI || $0 == .json || $0 == .any }) else {
                throw .noAcceptableMediaType(request.accept)
            }
            self = .inspect
        }
    }
}

extension Plan.RelationRead {
    init(
        _ request: APIRequest, _ name: String, _ isHeadersOnly: Bool, in cache: SchemaCache, _ configuration: RESTConfiguration
    ) throws(RESTError) {
        relation = try cache.relation(named: name, in: request.schema)
        self.isHeadersOnly = isHeadersOnly
        let planner = ReadPlanner(
            cache: cache, configuration: configuration, schema: request.schema, maxRows: configuration.maxRows)
        let tree = try ReadRequest(request.query, rootRange: request.range, isWrite: false)
        read = try planner.plan(tree, root: .init(source: .relation(relation.name), name: name, relation: relation))
        answer = try Answer(
            accept: request.accept, cache: cache, configuration: configuration, target: relation.name,
            isDefaultSelect: read.isDefaultSelect)
        try request.preferences.refuseInvalid()
    }
}

extension Relation {
    /// The value of `Allow` (rest.md 11.5).
    var allowedMethods: String {
        "OPTIONS,GET,HEAD" + (isInsertable ? ",POST" : "") + (isInsertable && isUpdatable && !primaryKey.isEmpty ? ",PUT" : "")
            + (isUpdatable ? ",PATCH" : "") + (isDeletable ? ",DELETE" : "")
    }
}

extension Routine {
    /// The value of `Allow` (rest.md 11.5).
    var allowedMethods: String { volatility == .volatile ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST" }
}
