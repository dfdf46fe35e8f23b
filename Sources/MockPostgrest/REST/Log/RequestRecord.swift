import PostgresLink
import RESTEngine

/// What a request's line in the log needs beside request and response.
struct RequestRecord {
    /// nil until the caller is known.
    var role: String?
    /// What was to be run.
    var statements: [SQL] = []
    /// Why it failed.
    var error: RESTError?
}
