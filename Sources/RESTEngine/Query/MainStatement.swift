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
        var sql: SQL = "WITH pgrst_source AS ( "
        sql += source
        sql += " )"
        if let countQuery {
            sql += ", pgrst_source_count AS ( \(countQuery) )"
            sql += " SELECT (SELECT pg_catalog.count(*) FROM pgrst_source_count) AS total_result_set, "
        } else {
            sql += " SELECT null::bigint AS total_result_set, "
        }
        sql += pageTotal
        sql += " AS page_total, "
        sql += body
        sql += Self.settings
        sql += " "
        sql += location ?? "null::text"
        sql += countsInserted ? Self.inserted : Self.notInserted
        if let check = check.sql { sql += ", \(check) AS result_check" }
        sql += " FROM ( "
        sql += rows
        sql += " ) _postgrest_t"
        return sql
    }

    private static let settings: SQL = """
         AS body, nullif(current_setting('response.headers', true), '') AS response_headers, \
        nullif(current_setting('response.status', true), '') AS response_status,
        """
    private static let inserted: SQL = " AS location, nullif(current_setting('pgrst.inserted', true), '') AS response_inserted"
    private static let notInserted: SQL = " AS location, null::text AS response_inserted"
}
