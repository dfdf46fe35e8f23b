internal import PostgresLink

/// The expression that makes an answer's body from the rows `_postgrest_t`: PostgreSQL writes the JSON, we pass it on
/// (rest.md 8.4).
struct BodyExpression {
    /// What a row is.
    enum Rows {
        case many
        /// A function that does not return a set.
        case one
        case manyScalars
        case oneScalar
    }

    var format: Answer.Format
    var rows: Rows

    var sql: SQL {
        switch format {
        case .json: json { $0 }
        case .arrayNullsStripped: json { "json_strip_nulls(\($0))" }
        case .object(let nullsStripped):
            if nullsStripped {
                "coalesce(json_strip_nulls(json_agg(\(single))->0), 'null')"
            } else {
                "coalesce(json_agg(\(single))->0, 'null')"
            }
        case .csv: Self.csv
        case .geoJSON:
            "json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(_postgrest_t)::json), '[]'))"
        case .custom(let producer):
            switch producer {
            case .aggregate(let name, let rowType?): "\(name)(_postgrest_t::\(rowType))"
            case .aggregate(let name, nil): "\(name)(_postgrest_t)"
            case .domain(let name): "\(name)(_postgrest_t.pgrst_scalar)"
            }
        }
    }

    private func json(_ wrap: (SQL) -> SQL) -> SQL {
        switch rows {
        case .many: "coalesce(\(wrap("json_agg(_postgrest_t)")), '[]')"
        case .one: "coalesce(\(wrap("json_agg(_postgrest_t)->0")), 'null')"
        case .manyScalars: "coalesce(\(wrap("json_agg(_postgrest_t.pgrst_scalar)")), '[]')"
        case .oneScalar: "coalesce(\(wrap("json_agg(_postgrest_t.pgrst_scalar)->0")), 'null')"
        }
    }

    private var single: SQL {
        switch rows {
        case .many, .one, .manyScalars: "_postgrest_t"
        case .oneScalar: "_postgrest_t.pgrst_scalar"
        }
    }

    /// The header comes from the source's first row, the lines from the composite text of the selected rows (rest.md 8.5).
    private static let csv: SQL = """
        (SELECT coalesce(string_agg(keys.key, ','), '') FROM (SELECT json_object_keys(row_to_json(first)) AS key \
        FROM (SELECT * FROM pgrst_source LIMIT 1) AS first) AS keys) || E'\\n' || \
        coalesce(string_agg(substring(_postgrest_t::text, 2, length(_postgrest_t::text) - 2), E'\\n'), '')
        """
}
