internal import PostgresLink

extension CallPlan {
    /// The call as a source of rows (rest.md 7.3).
    var sql: SQL {
        switch arguments {
        case .none:
            return select(from: source(""))
        case .texts(let given):
            let list = given.map { argument -> SQL in
                let name: SQL = "\(identifier: argument.parameter.name)"
                let type = SQL(verbatim: argument.parameter.wideType)
                if argument.parameter.isVariadic {
                    return "VARIADIC \(name) := \(parameter: PostgresArray.literal(argument.values))::text[]::\(type)"
                }
                return "\(name) := \(parameter: argument.values[0])::\(type)"
            }
            return select(from: source(list.joined(separator: ", ")))
        case .body(let bytes, let parameter):
            let value: SQL =
                parameter.type == "bytea" ? "\(parameter: .binary(bytes))" : "\(parameter: .utf8(bytes))::\(SQL(verbatim: parameter.type))"
            return select(from: source(value))
        case .json(let bytes, let isArray, let parameters):
            let names = parameters.map { "\(identifier: $0.name)" as SQL }.joined(separator: ", ")
            let types = parameters.map { "\(identifier: $0.name) \(SQL(verbatim: $0.wideType))" as SQL }.joined(separator: ", ")
            let list = parameters.map { parameter -> SQL in
                let argument: SQL = "\(identifier: parameter.name) := pgrst_body.\(identifier: parameter.name)"
                return parameter.isVariadic ? "VARIADIC \(argument)" : argument
            }
            let set: SQL = isArray ? "set" : ""
            return select(
                from: """
                    (SELECT \(parameter: .utf8(bytes))::json AS json_data) pgrst_payload, \
                    LATERAL (SELECT \(names) FROM json_to_record\(set)(pgrst_payload.json_data) AS _(\(types)) LIMIT 1) pgrst_body, \
                    LATERAL \(source(list.joined(separator: ", ")))
                    """)
        }
    }

    private func source(_ arguments: SQL) -> SQL {
        columns == .scalar ? "(SELECT \(routine.name)(\(arguments)) pgrst_scalar) pgrst_call" : "\(routine.name)(\(arguments)) pgrst_call"
    }

    private func select(from source: SQL) -> SQL {
        let list: SQL =
            switch columns {
            case .scalar: "pgrst_call.pgrst_scalar"
            case .all: "pgrst_call.*"
            case .named(let names): names.map { "pgrst_call.\(identifier: $0)" as SQL }.joined(separator: ", ")
            }
        return "SELECT \(list) FROM \(source)"
    }
}
