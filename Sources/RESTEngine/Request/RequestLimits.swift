/// Bounds on what a request may ask for. Others are the HTTP server's (size of the head) or PostgreSQL's own.
enum RequestLimits {
    /// Nesting of embeds in `select` and of groups in a logic tree. Both are read, planned and rendered recursively, and a thread may
    /// have a stack of 512 kB; PostgreSQL gives up on deeper statements too.
    static let nesting = 64

    /// Nested parentheses around a number: `limit=((5))`.
    static let parentheses = 64
}
