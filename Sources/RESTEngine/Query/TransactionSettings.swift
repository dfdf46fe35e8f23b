internal import PostgresLink

/// The statement that makes the transaction the caller's: role, search path, and what the request shows of itself to SQL
/// (rest.md 9.6). Its text depends on the configuration alone, so that it is prepared once.
struct TransactionSettings {
    let sql: SQL

    init(
        _ request: APIRequest, _ context: RequestContext, as caller: Caller, hoisted: [Routine.Setting], isReadOnly: Bool,
        _ configuration: RESTConfiguration
    ) {
        let values: [SQL.Parameter] = [
            .text(configuration.searchPath(for: request.schema)), .text(caller.role), .utf8(caller.claims), .text(request.method),
            .text(request.path), .utf8(context.headers), .utf8(context.cookies),
        ]
        let fixed = isReadOnly ? Self.readOnly : Self.readWrite
        var more: [(name: String, value: String)] = configuration.roleSettings[caller.role] ?? []
        if let timezone = request.preferences.timezone { more.append(("timezone", timezone)) }
        for setting in hoisted { more.append((setting.name, setting.value)) }
        more += configuration.applicationSettings
        guard !more.isEmpty else {
            sql = fixed.whole.with(values)
            return
        }
        // Before the role is taken, who may not be allowed to set all of them.
        var all: SQL = "select "
        for setting in more { all += "set_config(\(parameter: setting.name), \(parameter: setting.value), true), " }
        all += fixed.calls.with(values)
        sql = all
    }

    // The fixed part, with a place for each value. A read-only transaction needs no BEGIN: it can be made so at any time, and
    // never back.

    private static let names = [
        "search_path", "role", "request.jwt.claims", "request.method", "request.path", "request.headers", "request.cookies",
    ]

    private struct Fixed {
        let calls: SQL
        let whole: SQL

        init(_ first: SQL) {
            let places = names.map { "set_config(\(SQL(verbatim: "'\($0)'")), \(parameter: .null), true)" as SQL }
            calls = first + places.joined(separator: ", ")
            whole = "select \(calls)"
        }
    }

    private static let readWrite = Fixed("")
    private static let readOnly = Fixed("set_config('transaction_read_only', 'on', true), ")
}

extension RESTConfiguration {
    /// The request's schema, then the extra ones; repeats are kept.
    fileprivate func searchPath(for schema: String) -> String {
        ([schema] + extraSearchPath).map { Identifier($0).quoted }.joined(separator: ", ")
    }
}
