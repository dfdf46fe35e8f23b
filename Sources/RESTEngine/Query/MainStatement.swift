internal import PostgresLink

/// The one statement that does a request's work: a source of rows, and a row that sums them up.
///
/// All actions share the shape, so that answers are read in one way.
struct MainStatement {
    /// `WITH pgrst_source AS (…)`: a read, a write or a call.
    var source: SQL
    /// `pgrst_source_count`, where rows are counted apart from the page.
    var countQuery: SQL?
    /// The rows that are shown.
    var rows: SQL = "SELECT * FROM pgrst_source"
    /// Rows in the page; a constant for functions that return one value.
    var pageTotal: SQL = "pg_catalog.count(_postgrest_t)"
    var body: SQL = "''::text"
    /// JSON array of `column=condition` texts for `Location`.
    var location: SQL?
    var countsInserted = false
    var check = ResultCheck(rules: [])

    var sql: SQL {
        var sql: SQL = "WITH pgrst_source AS ( \(source) )"
        if let countQuery { sql += ", pgrst_source_count AS ( \(countQuery) )" }
        let total: SQL = countQuery == nil ? "null::bigint" : "(SELECT pg_catalog.count(*) FROM pgrst_source_count)"
        let inserted: SQL = countsInserted ? "nullif(current_setting('pgrst.inserted', true), '')" : "null::text"
        sql += """
             SELECT \(total) AS total_result_set, \(pageTotal) AS page_total, \(body) AS body, \
            nullif(current_setting('response.headers', true), '') AS response_headers, \
            nullif(current_setting('response.status', true), '') AS response_status, \
            \(location ?? "null::text") AS location, \(inserted) AS response_inserted
            """
        if let check = check.sql { sql += ", \(check) AS result_check" }
        return sql + " FROM ( \(rows) ) _postgrest_t"
    }
}
