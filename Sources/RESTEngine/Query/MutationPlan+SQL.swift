internal import PostgresLink

extension MutationPlan {
    /// The INSERT, UPDATE or DELETE (rest.md 6.3 to 6.6).
    var sql: SQL {
        switch mutation {
        case .insert: insert(where: insertCounter)
        case .singleUpsert:
            insert(where: ([insertCounter].compactMap { $0 } + keyConditions).joined(separator: " AND "))
        case .update: update
        case .delete: "DELETE FROM \(relation.name)\(whereClause)\(returningClause)"
        }
    }

    private func insert(where condition: SQL?) -> SQL {
        let columns = payload?.columns ?? []
        let names = columns.map { "\(identifier: $0.name)" as SQL }.joined(separator: ", ")
        let values = columns.map { "pgrst_body.\(identifier: $0.name)" as SQL }.joined(separator: ", ")
        let list: SQL = columns.isEmpty ? "" : "(\(names))"
        var sql: SQL = "INSERT INTO \(relation.name)\(list) SELECT \(values) \(payload?.from ?? "")"
        if let condition { sql += " WHERE \(condition)" }
        if let conflict { sql += conflictClause(conflict, columns) }
        return sql + returningClause
    }

    private func conflictClause(_ conflict: Conflict, _ columns: [PayloadColumn]) -> SQL {
        let target = conflict.columns.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
        guard conflict.merges, !columns.isEmpty else { return " ON CONFLICT(\(target)) DO NOTHING" }
        let changes = columns.map { "\(identifier: $0.name) = EXCLUDED.\(identifier: $0.name)" as SQL }.joined(separator: ", ")
        return " ON CONFLICT(\(target)) DO UPDATE SET \(changes) WHERE \(Self.count(by: "- 1")) <> '-1'"
    }

    /// Every proposed row counts one up, every row that turns out to exist one down: what is left was inserted (rest.md 6.3).
    private var insertCounter: SQL? {
        countsInserted ? "\(Self.count(by: "+ 1")) <> '0'" : nil
    }

    private static func count(by step: SQL) -> SQL {
        """
        set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) \(step))::text, true)
        """
    }

    private var keyConditions: [SQL] {
        conditions.map { $0.sql(of: "pgrst_body") }
    }

    private var update: SQL {
        guard let payload, !payload.columns.isEmpty else {
            let columns: SQL =
                switch returning {
                case .nothing: "NULL"
                case .all: "\(relation.name).*"
                case .columns(let names): names.map { "\(relation.name).\(identifier: $0)" as SQL }.joined(separator: ", ")
                }
            return "SELECT \(columns) FROM \(relation.name) WHERE false"
        }
        let changes = payload.columns.map { "\(identifier: $0.name) = pgrst_body.\(identifier: $0.name)" as SQL }
            .joined(separator: ", ")
        return "UPDATE \(relation.name) SET \(changes) \(payload.from)\(whereClause)\(returningClause)"
    }

    private var whereClause: SQL {
        if conditions.isEmpty { return "" }
        return " WHERE \(conditions.map { $0.sql(of: "\(relation.name)") }.joined(separator: " AND "))"
    }

    private var returningClause: SQL {
        switch returning {
        case .nothing: " RETURNING 1"
        case .all: " RETURNING \(relation.name).*"
        case .columns(let names):
            " RETURNING \(names.map { "\(relation.name).\(identifier: $0)" as SQL }.joined(separator: ", "))"
        }
    }

    /// The key of the one row written, as `column=eq.value` texts (rest.md 6.3).
    var locationExpression: SQL {
        let keys = relation.primaryKey.map { "\(parameter: $0)" as SQL }.joined(separator: ", ")
        return """
            CASE WHEN pg_catalog.count(_postgrest_t) = 1 THEN (WITH r AS (SELECT row_to_json(x) AS j FROM pgrst_source AS x LIMIT 1) \
            SELECT json_agg(json_build_array(e.key, coalesce('eq.' || e.value, 'is.null'))) \
            FROM r CROSS JOIN json_each_text(r.j) AS e WHERE e.key IN (\(keys))) END
            """
    }
}

extension MutationPlan.PayloadPlan {
    /// The payload as rows: `FROM (SELECT $1 AS json_data) pgrst_payload, LATERAL (…) pgrst_body` (rest.md 6.2).
    var from: SQL {
        let json: SQL = appliesDefaults ? "jsonb" : "json"
        let data: SQL = "FROM (SELECT \(parameter: .utf8(bytes))::\(json) AS json_data) pgrst_payload, "
        guard !columns.isEmpty else {
            let rows: SQL = isArray ? "\(json)_array_elements(pgrst_payload.json_data) _" : "(values(1)) _"
            return "\(data)LATERAL (SELECT FROM \(rows)) pgrst_body"
        }
        let names = columns.map { column -> SQL in
            let name: SQL = "\(identifier: column.name)"
            return column.representation.map { "\(SQL(verbatim: $0))(\(name)) AS \(name)" } ?? name
        }
        let types = columns.map {
            "\(identifier: $0.name) \(SQL(verbatim: $0.representation == nil ? $0.type : "json"))" as SQL
        }
        let set: SQL = isArray ? "set" : ""
        let value: SQL = appliesDefaults ? "pgrst_json_defs.val" : "pgrst_payload.json_data"
        return """
            \(data)\(appliesDefaults ? defaults : "")LATERAL (SELECT \(names.joined(separator: ", ")) \
            FROM \(json)_to_record\(set)(\(value)) AS _(\(types.joined(separator: ", "))) ) pgrst_body
            """
    }

    /// Puts the columns' defaults under each element, so that keys it has win.
    private var defaults: SQL {
        let pairs = columns.compactMap { column in
            column.defaultExpression.map { "\(parameter: column.name)::text, \(SQL(verbatim: $0))" as SQL }
        }
        let object: SQL = "jsonb_build_object(\(pairs.joined(separator: ", ")))"
        if isArray {
            return """
                LATERAL (SELECT jsonb_agg(\(object) || elem) AS val \
                FROM jsonb_array_elements(pgrst_payload.json_data) elem) pgrst_json_defs, 
                """
        }
        return "LATERAL (SELECT \(object) || pgrst_payload.json_data AS val) pgrst_json_defs, "
    }
}
