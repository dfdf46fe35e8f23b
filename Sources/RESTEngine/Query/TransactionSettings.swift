internal import PostgresLink

/// The statement that makes the transaction the caller's: role, search path, and what the request shows of itself to SQL
/// (rest.md 9.6). Its text depends on the configuration alone, so that it is prepared once.
struct TransactionSettings {
    let sql: SQL

    init(
        _ request: APIRequest, _ context: RequestContext, as caller: Caller, hoisted: [Routine.Setting], isReadOnly: Bool,
        _ configuration: RESTConfiguration
    ) {
        let path: [SQL.Parameter] = [.text(configuration.searchPath(for: request.schema))]
        let values: [SQL.Parameter] = [
            .text(caller.role), .utf8(caller.claims), .text(request.method), .text(request.path), .utf8(context.headers),
            .utf8(context.cookies),
        ]
        let fixed = isReadOnly ? Self.readOnly : Self.readWrite
        let ofRole = configuration.roleSettings[caller.role] ?? []
        var more: [(name: String, value: String)] = []
        if let timezone = request.preferences.timezone { more.append(("timezone", timezone)) }
        for setting in hoisted { more.append((setting.name, setting.value)) }
        more += configuration.applicationSettings
        if ofRole.isEmpty, more.isEmpty {
            sql = fixed.whole.with(path + values)
            return
        }
        // The role's own search path counts, and so comes later than ours. What the role itself may not set fails.
        var all = fixed.path.with(path)
        for setting in ofRole { all += Self.call(setting) }
        all += Self.role.with(values)
        for setting in more { all += Self.call(setting) }
        sql = all
    }

    private static func call(_ setting: (name: String, value: String)) -> SQL {
        ", set_config(\(parameter: setting.name), \(parameter: setting.value), true)"
    }

    // The fixed parts, with a place for each value. A read-only transaction needs no BEGIN: it can be made so at any time, and
    // never back.

    private struct Fixed {
        let path: SQL
        let whole: SQL

        init(_ first: SQL) {
            path = "select \(first)\(TransactionSettings.place("search_path"))"
            whole = path + TransactionSettings.role
        }
    }

    private static func place(_ name: String) -> SQL {
        "set_config(\(SQL(verbatim: "'\(name)'")), \(parameter: .null), true)"
    }

    private static let role: SQL = ["role", "request.jwt.claims", "request.method", "request.path", "request.headers", "request.cookies"]
        .reduce(into: SQL()) { $0 += ", \(place($1))" }
    private static let readWrite = Fixed("")
    private static let readOnly = Fixed("set_config('transaction_read_only', 'on', true), ")
}

extension RESTConfiguration {
    /// The request's schema, then the extra ones; repeats are kept.
    fileprivate func searchPath(for schema: String) -> String {
        ([schema] + extraSearchPath).map { Identifier($0).quoted }.joined(separator: ", ")
    }
}
