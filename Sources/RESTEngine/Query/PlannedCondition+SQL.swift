internal import PostgresLink

extension PlannedCondition {
    func sql(of qualifier: SQL) -> SQL {
        switch self {
        case .group(let isNegated, let connective, let parts):
            let joined = parts.map { $0.sql(of: qualifier) }.joined(separator: connective == .and ? " AND " : " OR ")
            return isNegated ? "NOT (\(joined))" : "(\(joined))"
        case .test(let field, let operation):
            let test = operation.test.sql(on: field, of: qualifier)
            return operation.isNegated ? "NOT \(test)" : test
        case .embedIsNull(let rowAlias, let isNegated):
            return isNegated ? "\(identifier: rowAlias) IS DISTINCT FROM NULL" : "\(identifier: rowAlias) IS NOT DISTINCT FROM NULL"
        }
    }
}

extension Operation.Test {
    /// The operators of rest.md 3.5. Values are parameters of unknown type: the column gives them one.
    fileprivate func sql(on field: PlannedField, of qualifier: SQL) -> SQL {
        let column = field.sql(of: qualifier)
        switch self {
        case .quantifiable(let comparison, let quantifier, let value):
            let operand = comparison.takesStars ? "\(parameter: value.starsToPercents)" : field.parsed("\(parameter: value)")
            return switch quantifier {
            case nil: "\(column) \(comparison.sql) \(operand)"
            case .any?: "\(column) \(comparison.sql) ANY(\(operand))"
            case .all?: "\(column) \(comparison.sql) ALL(\(operand))"
            }
        case .simple(let comparison, let value):
            return "\(column) \(comparison.sql) \(field.parsed("\(parameter: value)"))"
        case .in(let values):
            if values == [""] { return "\(column) = ANY('{}')" }
            let list: SQL = "\(parameter: PostgresArray.literal(values))"
            guard let function = field.representation else { return "\(column) = ANY(\(list))" }
            return "\(column) = ANY((SELECT \(SQL(verbatim: function))(unnest(\(list)::text[]))))"
        case .is(let value):
            return "\(column) \(value.sql)"
        case .isDistinct(let value):
            return "\(column) IS DISTINCT FROM \(parameter: value)"
        case .fullText(let search, let language, let value):
            let configuration: SQL = language.map { "\(parameter: $0)," } ?? ""
            let document: SQL = field.type == "tsvector" && field.path.isEmpty ? column : "to_tsvector(\(configuration)\(column))"
            return "\(document) @@ \(search.sql)(\(configuration)\(parameter: value))"
        }
    }
}

extension PlannedField {
    /// The value through the column's text representation, if it has one.
    fileprivate func parsed(_ value: SQL) -> SQL {
        representation.map { "\(SQL(verbatim: $0))(\(value))" } ?? value
    }
}

extension QuantifiableOperator {
    fileprivate var takesStars: Bool { self == .like || self == .ilike }

    fileprivate var sql: SQL {
        switch self {
        case .eq: "="
        case .gte: ">="
        case .gt: ">"
        case .lte: "<="
        case .lt: "<"
        case .like: "like"
        case .ilike: "ilike"
        case .match: "~"
        case .imatch: "~*"
        }
    }
}

extension SimpleOperator {
    fileprivate var sql: SQL {
        switch self {
        case .neq: "<>"
        case .cs: "@>"
        case .cd: "<@"
        case .ov: "&&"
        case .sl: "<<"
        case .sr: ">>"
        case .nxr: "&<"
        case .nxl: "&>"
        case .adj: "-|-"
        }
    }
}

extension FullTextOperator {
    fileprivate var sql: SQL {
        switch self {
        case .fts: "to_tsquery"
        case .plfts: "plainto_tsquery"
        case .phfts: "phraseto_tsquery"
        case .wfts: "websearch_to_tsquery"
        }
    }
}

extension IsValue {
    fileprivate var sql: SQL {
        switch self {
        case .null: "IS NULL"
        case .notNull: "IS NOT NULL"
        case .true: "IS TRUE"
        case .false: "IS FALSE"
        case .unknown: "IS UNKNOWN"
        }
    }
}

extension String {
    /// `*` stands for `%`, which URLs would have to escape; there is no escape for it.
    fileprivate var starsToPercents: String {
        String(decoding: utf8.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: "%") : $0 }, as: UTF8.self)
    }
}
