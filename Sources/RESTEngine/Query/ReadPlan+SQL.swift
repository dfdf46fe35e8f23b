internal import PostgresLink

extension ReadPlan {
    /// The SELECT of this level, with those of its embeds as lateral joins (rest.md 3.2, 4.7).
    var sql: SQL { select(joining: []) }

    /// - Parameters:
    ///   - joins: conditions that tie the level to its parent.
    ///   - carried: further columns, for the order of a to-many spread, which then leaves this level.
    func select(joining joins: [JoinCondition], carrying carried: [SQL] = [], keepsOrder: Bool = true) -> SQL {
        let qualifier = source.qualifier
        var sql: SQL = "SELECT "
        var list = SQL.List(", ")
        for column in columns { list.append(column.sql(of: qualifier), to: &sql) }
        if columns.isEmpty, embeds.isEmpty { list.append("\(qualifier).*", to: &sql) }
        for embed in embeds {
            for item in embed.selectItems { list.append(item, to: &sql) }
        }
        for item in carried { list.append(item, to: &sql) }
        sql += " FROM "
        sql += source.from
        for embed in embeds {
            sql += " "
            sql += embed.join
        }
        appendConditions(of: qualifier, joining: joins, to: &sql)
        sql += groupBy(qualifier)
        if keepsOrder, !order.isEmpty { sql += " ORDER BY \(order.map { $0.sql(of: qualifier) }.joined(separator: ", "))" }
        sql += limit
        return sql
    }

    private func appendConditions(of qualifier: SQL, joining joins: [JoinCondition], to sql: inout SQL) {
        if conditions.isEmpty, joins.isEmpty { return }
        sql += " WHERE "
        var list = SQL.List(" AND ")
        for condition in conditions { list.append(condition.sql(of: qualifier), to: &sql) }
        for join in joins { list.append(join.sql, to: &sql) }
    }

    private func groupBy(_ qualifier: SQL) -> SQL {
        let aggregates = columns.contains { $0.aggregate != nil }
            || embeds.contains { $0.isSpread && $0.isToOne && $0.spreadColumns.contains { $0.aggregate != nil } }
        guard aggregates else { return "" }
        var terms = columns.compactMap { $0.groupTerm(of: qualifier) }
        for embed in embeds {
            if embed.isSpread {
                terms += embed.spreadColumns.filter { $0.aggregate == nil }.map { embed.column($0.name) }
            } else if !embed.isEmpty {
                terms.append("\(identifier: embed.key)")
            }
        }
        return terms.isEmpty ? "" : " GROUP BY \(terms.joined(separator: ", "))"
    }

    private var limit: SQL {
        var length = range.limit
        if let maxRows { length = Swift.min(length ?? Int128(maxRows), Int128(maxRows)) }
        guard length != nil || range.lower != 0 else { return "" }
        let count: SQL = length.map { "\(parameter: String($0))" } ?? "ALL"
        return " LIMIT \(count) OFFSET \(parameter: String(range.lower))"
    }
}

extension ReadPlan.Source {
    /// How columns of the level are named.
    var qualifier: SQL {
        switch self {
        case .relation(let name), .throughJunction(let name, _): "\(name)"
        case .aliased(_, let alias), .function(_, _, _, let alias): "\(identifier: alias)"
        case .result(let name): "\(identifier: name)"
        }
    }

    var from: SQL {
        switch self {
        case .relation(let name): "\(name)"
        case .aliased(let name, let alias): "\(name) AS \(identifier: alias)"
        case .throughJunction(let name, let junction): "\(name), \(junction)"
        case .function(let function, let row, let rowType, let alias):
            "\(function)(\(identifier: row)::\(rowType)) AS \(identifier: alias)"
        case .result(let name): "\"pgrst_source\" AS \(identifier: name)"
        }
    }
}

extension JoinCondition {
    var sql: SQL { "\(left.sql) = \(right.sql)" }
}

extension JoinCondition.Side {
    fileprivate var sql: SQL {
        switch owner {
        case .relation(let name): "\(name).\(identifier: column)"
        case .alias(let alias): "\(identifier: alias).\(identifier: column)"
        }
    }
}

extension EmbedPlan {
    /// A column of the lateral subquery.
    func column(_ name: String) -> SQL {
        name == "*" ? "\(identifier: rowAlias).*" : "\(identifier: rowAlias).\(identifier: name)"
    }

    /// What the parent selects of this embed.
    fileprivate var selectItems: [SQL] {
        if isSpread {
            return spreadColumns.map { item in
                var sql = column(item.name)
                if let aggregate = item.aggregate { sql = aggregate.sql(over: sql, cast: item.aggregateCast) }
                if let alias = item.alias { sql += " AS \(identifier: alias)" }
                return sql
            }
        }
        if isEmpty { return [] }
        if isToOne { return ["row_to_json(\(identifier: rowAlias).*)::jsonb AS \(identifier: key)"] }
        return ["COALESCE( \(identifier: rowAlias).\(identifier: rowAlias), '[]') AS \(identifier: key)"]
    }

    fileprivate var join: SQL {
        let row: SQL = "\(identifier: rowAlias)"
        let kind: SQL = isInner ? "INNER" : "LEFT"
        if isToOne { return "\(kind) JOIN LATERAL ( \(plan.select(joining: joins)) ) AS \(row) ON TRUE" }
        let condition: SQL = isInner ? "\(row) IS NOT NULL" : "TRUE"
        return "\(kind) JOIN LATERAL ( \(isSpread ? spreadRows : arrayRows) ) AS \(row) ON \(condition)"
    }

    /// All rows as one array.
    private var arrayRows: SQL {
        let row: SQL = "\(identifier: rowAlias)"
        return "SELECT json_agg(\(row))::jsonb AS \(row) FROM (\(plan.select(joining: joins)) ) AS \(row)"
    }

    /// One array a column, all in the same order. The order moves from the rows into the arrays, its terms carried along as
    /// columns of their own (rest.md 4.12).
    private var spreadRows: SQL {
        let row: SQL = "\(identifier: rowAlias)"
        var carried: [SQL] = []
        var terms: [SQL] = []
        for (index, term) in plan.order.enumerated() {
            let name = "\(rowAlias)_\(term.field.name)_\(index + 1)"
            let owner: SQL = term.rowAlias.map { "\(identifier: $0)" } ?? plan.source.qualifier
            carried.append("\(term.field.sql(of: owner)) AS \(identifier: name)")
            terms.append("\(row).\(identifier: name)\(term.suffix)")
        }
        let order: SQL = terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))"
        let arrays = spreadColumns.map { item -> SQL in
            "COALESCE(json_agg(\(column(item.name))\(order)),'[]')::jsonb AS \(identifier: item.outputName)"
        }
        let rows = plan.select(joining: joins, carrying: carried, keepsOrder: false)
        return "SELECT \((["json_agg(\(row))::jsonb AS \(row)"] + arrays).joined(separator: ", ")) FROM (\(rows) ) AS \(row)"
    }
}
