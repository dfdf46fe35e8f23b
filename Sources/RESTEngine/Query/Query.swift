package import PostgresLink

/// The statements of one request, all sent at once: one transaction, one round trip (rest.md 3.1).
///
/// A pipeline is one implicit transaction up to its end, so BEGIN and COMMIT are left out where read committed and a commit are
/// wanted; whatever fails undoes everything.
package struct Query: Sendable {
    package private(set) var statements: [SQL] = []
    /// Where the main statement's result is; nil for requests that run none.
    package private(set) var main: Int?
    /// Where the execution plan of the count query is.
    package private(set) var countPlan: Int?

    package init(
        _ plan: Plan, _ request: APIRequest, _ context: RequestContext, as caller: Caller, _ configuration: RESTConfiguration
    ) {
        if case .info = plan { return }
        let traits = plan.transaction
        let end = request.preferences.transaction ?? configuration.transactionEnd.byDefault
        let isolation = traits.isolation ?? configuration.roleIsolation[caller.role]
        let isExplicit = end == .rollback || isolation != nil
        if isExplicit {
            let level = SQL(verbatim: (isolation ?? "read committed").uppercased())
            statements.append("BEGIN ISOLATION LEVEL \(level) \(traits.isReadOnly ? "READ ONLY" : "READ WRITE")")
        }
        statements.append(
            TransactionSettings(
                request, context, as: caller, hoisted: traits.hoisted, isReadOnly: traits.isReadOnly && !isExplicit, configuration
            ).sql)
        if let function = configuration.preRequest { statements.append("SELECT \(SQL(verbatim: Self.quoted(function)))()") }
        append(plan, request.preferences, configuration)
        if end == .rollback {
            // Deferred constraints still have their say.
            statements += ["SET CONSTRAINTS ALL IMMEDIATE", "ROLLBACK"]
        } else if isExplicit {
            statements.append("COMMIT")
        }
    }

    private mutating func append(_ plan: Plan, _ preferences: Preferences, _ configuration: RESTConfiguration) {
        switch plan {
        case .read(let read):
            append(read.statement(preferences, configuration).sql, explain: read.answer.explain)
            if preferences.count == .planned || preferences.count == .estimated, read.answer.explain == nil {
                countPlan = statements.count
                statements.append("EXPLAIN (FORMAT JSON) \(read.read.countQuery())")
            }
        case .mutate(let mutation):
            append(mutation.statement(preferences).sql, explain: mutation.answer.explain)
        case .call(let call, let isHeadersOnly):
            append(call.statement(preferences, isHeadersOnly: isHeadersOnly).sql, explain: call.answer.explain)
        case .inspect, .info:
            break
        }
    }

    private mutating func append(_ statement: SQL, explain: RESTMediaType.PlanRequest?) {
        main = statements.count
        guard let explain else {
            statements.append(statement)
            return
        }
        let options = (["FORMAT \(explain.format.rawValue)"] + explain.options.map(\.rawValue)).joined(separator: ", ").uppercased()
        statements.append("EXPLAIN (\(SQL(verbatim: options))) \(statement)")
    }

    /// `schema.function` from the configuration, or a bare name.
    private static func quoted(_ function: String) -> String {
        let parts = function.split(separator: ".", maxSplits: 1)
        return parts.map { Identifier(String($0)).quoted }.joined(separator: ".")
    }
}

extension RESTConfiguration.TransactionEnd {
    var byDefault: Preferences.Transaction {
        switch self {
        case .commit, .commitAllowOverride: .commit
        case .rollback, .rollbackAllowOverride: .rollback
        }
    }
}

extension Plan {
    struct TransactionTraits {
        var isReadOnly = true
        var isolation: String?
        var hoisted: [Routine.Setting] = []
    }

    var transaction: TransactionTraits {
        switch self {
        case .read, .inspect, .info: TransactionTraits()
        case .mutate: TransactionTraits(isReadOnly: false)
        case .call(let call, _):
            TransactionTraits(isReadOnly: call.isReadOnly, isolation: call.routine.isolation, hoisted: call.routine.hoistedSettings)
        }
    }
}
