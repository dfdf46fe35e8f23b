internal import JSONText
internal import PostgresLink

extension ReadPlan {
    /// The rows of the root without limit, order and joins: what a count counts (rest.md 3.9). Embeds matter where they decide
    /// which rows there are.
    func countQuery(limit: Int? = nil) -> SQL {
        var sql: SQL = "SELECT 1 FROM \(source.from)"
        let all = conditions.map { countCondition($0) } + innerEmbeds
        if !all.isEmpty { sql += " WHERE \(all.joined(separator: " AND "))" }
        if let limit { sql += " LIMIT \(parameter: String(limit))" }
        return sql
    }

    fileprivate var innerEmbeds: [SQL] {
        embeds.filter(\.isInner).map { $0.exists }
    }

    fileprivate func countCondition(_ condition: PlannedCondition) -> SQL {
        switch condition {
        case .embedIsNull(let rowAlias, let isNegated):
            guard let embed = embeds.first(where: { $0.rowAlias.isSpelled(rowAlias) }) else { return "TRUE" }
            return isNegated ? embed.exists : "NOT \(embed.exists)"
        case .group(let isNegated, let connective, let parts):
            let joined = parts.map { countCondition($0) }.joined(separator: connective == .and ? " AND " : " OR ")
            return isNegated ? "NOT (\(joined))" : "(\(joined))"
        case .test:
            return condition.sql(of: source.qualifier)
        }
    }
}

extension EmbedPlan {
    fileprivate var exists: SQL {
        let all = plan.conditions.map { plan.countCondition($0) } + joins.map(\.sql) + plan.innerEmbeds
        let condition: SQL = all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
        return "EXISTS ( SELECT 1 FROM \(plan.source.from)\(condition) )"
    }
}
