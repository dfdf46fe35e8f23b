internal import PostgresLink

extension PlannedField {
    /// The column of a row source, with its JSON path: `"dogs"."info"->$1->>$2` (rest.md 3.3).
    func sql(of qualifier: SQL) -> SQL {
        if path.isEmpty {
            return name == "*" ? "\(qualifier).*" : "\(qualifier).\(identifier: name)"
        }
        var sql: SQL = needsConversionToJSON ? "to_jsonb(\(qualifier).\(identifier: name))" : "\(qualifier).\(identifier: name)"
        for step in path {
            sql += step.asText ? "->>" : "->"
            switch step.operand {
            case .key(let key): sql += "\(parameter: key)"
            case .index(let index): sql += "\(parameter: index)::int"
            }
        }
        return sql
    }
}

extension PlannedColumn {
    /// One item of a select list.
    func sql(of qualifier: SQL) -> SQL {
        var sql = field.sql(of: qualifier)
        if isWholeRow { sql = "ROW(\(sql))" }
        if let function = field.representation { sql = "\(SQL(verbatim: function))(\(sql))" }
        if let cast { sql = .cast(sql, to: cast) }
        if let aggregate { sql = aggregate.sql(over: sql, cast: aggregateCast) }
        if let alias { sql += " AS \(identifier: alias)" }
        return sql
    }

    /// What GROUP BY names; nil for an aggregate.
    func groupTerm(of qualifier: SQL) -> SQL? {
        if aggregate != nil { return nil }
        return alias.map { "\(identifier: $0)" } ?? field.sql(of: qualifier)
    }
}

extension Aggregate {
    func sql(over expression: SQL, cast: String?) -> SQL {
        let call: SQL = "\(SQL(verbatim: rawValue.uppercased()))(\(expression))"
        return cast.map { .cast(call, to: $0) } ?? call
    }
}

extension SQL {
    /// A cast to a type whose name the grammar limits to letters, digits, `_`, `$` and blanks; it cannot be quoted, since
    /// `double precision` is one.
    static func cast(_ expression: SQL, to type: String) -> SQL {
        "CAST( \(expression) AS \(SQL(verbatim: type)) )"
    }
}

extension PlannedOrder {
    func sql(of qualifier: SQL) -> SQL {
        let row: SQL = rowAlias.map { "\(identifier: $0)" } ?? qualifier
        return field.sql(of: row) + direction.sql + nulls.sql
    }

    /// The direction alone, for an expression that stands elsewhere.
    var suffix: SQL { direction.sql + nulls.sql }
}

extension OrderTerm.Direction? {
    fileprivate var sql: SQL {
        switch self {
        case .asc?: " ASC"
        case .desc?: " DESC"
        case nil: ""
        }
    }
}

extension OrderTerm.Nulls? {
    fileprivate var sql: SQL {
        switch self {
        case .nullsFirst?: " NULLS FIRST"
        case .nullsLast?: " NULLS LAST"
        case nil: ""
        }
    }
}
