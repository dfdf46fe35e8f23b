/// An error report of the server (its ErrorResponse message), field by field.
package struct PostgresError: Error, Sendable, Hashable {
    /// Five characters, such as `23505`.
    package var sqlState: String
    /// In English, whatever the server's language: `ERROR`, `FATAL`, `PANIC`; in a notice `WARNING`, `NOTICE`, and below.
    package var severity = "ERROR"
    package var message: String
    package var detail: String?
    package var hint: String?
    /// Character position in the statement's text, counted from 1.
    package var position: Int?
    package var context: String?
    package var schema: String?
    package var table: String?
    package var column: String?
    package var constraint: String?
    /// The function in the server's source that raised it.
    package var sourceFunction: String?
    /// Which statement of the pipeline failed, counted from 0.
    package var statement: Int?

    package init(sqlState: String, message: String, detail: String? = nil, hint: String? = nil) {
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
    }
}

/// What the server says beside its results: a `RAISE NOTICE`, a warning.
package struct Notice: Sendable, Hashable {
    package var report: PostgresError
    package var severity: String { report.severity }
    package var message: String { report.message }
}

/// Why a statement could not be run at all, apart from an error that the server reported.
package enum DatabaseError: Error, Sendable, Hashable {
    case server(PostgresError)
    /// No connection could be made, or it broke; libpq's text.
    case connection(String)
    /// No session became free in time.
    case poolTimeout
    /// The pool or session is closed.
    case closed
}
