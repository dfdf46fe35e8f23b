internal import PostgresLink

/// The statement that makes the transaction the caller's: role, search path, and what the request shows of itself to SQL
/// (rest.md 9.6). One text for all requests of a configuration, so that it is prepared once.
struct TransactionSettings {
    private var names: [SQL] = []
    private var values: [SQL] = []

    init(
        _ request: APIRequest, _ context: RequestContext, as caller: Caller, hoisted: [Routine.Setting], isReadOnly: Bool,
        _ configuration: RESTConfiguration
    ) {
        // A read-only transaction without a BEGIN: true can be set at any time, and no one can set it back.
        if isReadOnly { set("transaction_read_only", "on") }
        let path = [request.schema] + configuration.extraSearchPath
        set("search_path", path.map { Identifier($0).quoted }.joined(separator: ", "))
        for setting in configuration.roleSettings[caller.role] ?? [] { set(parameter: setting.name, setting.value) }
        set("role", caller.role)
        set("request.jwt.claims", .utf8(caller.claims))
        set("request.method", request.method)
        set("request.path", request.path)
        set("request.headers", .utf8(context.headers))
        set("request.cookies", .utf8(context.cookies))
        if let timezone = request.preferences.timezone { set("timezone", timezone) }
        for setting in hoisted { set(parameter: setting.name, setting.value) }
        for setting in configuration.applicationSettings { set(parameter: setting.name, setting.value) }
    }

    var sql: SQL {
        "select \(zip(names, values).map { "set_config(\($0), \($1), true)" as SQL }.joined(separator: ", "))"
    }

    private mutating func set(_ name: StaticString, _ value: String) {
        set(name, .text(value))
    }

    private mutating func set(_ name: StaticString, _ value: SQL.Parameter) {
        names.append(SQL(verbatim: "'\(name)'"))
        values.append("\(parameter: value)")
    }

    private mutating func set(parameter name: String, _ value: String) {
        names.append("\(parameter: name)")
        values.append("\(parameter: value)")
    }
}
