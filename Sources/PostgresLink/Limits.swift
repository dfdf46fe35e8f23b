/// Every bound of this module, with its reason.
enum Limits {
    /// The server answers in milliseconds; a silent firewall never does.
    static let connectTimeout: Duration = .seconds(10)

    /// Statements kept prepared in one session: each costs the server some 50 KB for its plan.
    static let preparedStatements = 256

    /// Statements given up before they are deallocated together, so that a full cache costs no round trip each time.
    static let retiredStatements = 16

    /// A session that lost what it had prepared so often prepares no more. A stray DISCARD may do it once.
    static let preparedLosses = 3

    /// A longer text is sent each time, not prepared: it is a bulk load or a migration, and will not come again.
    static let preparedTextBytes = 65_536

    /// The protocol counts parameters in 16 bits.
    static let parameters = 65_535

    /// PostgreSQL's own limit for a value; libpq counts in 32 bits.
    static let parameterBytes = 1_073_741_823

    /// A session through which a larger value or result went is not kept by the pool: it may hold several times as much.
    static let keptBufferBytes = 4_194_304

    /// What is kept of the memory in which parameters are laid out; one big upload should not hold its size for ever.
    static let parameterBufferBytes = 262_144

    /// The rows of a COPY are sent in pieces of at most this, so that the buffer of libpq stays small.
    static let copyPieceBytes = 65_536

    /// A server that works ends a cancelled statement at once; the request to cancel may meet it between two statements.
    static let cancelPatience: Duration = .seconds(1)
    static let cancelAttempts = 3

    /// The pause after a failed connection in which the pool makes no other attempt, doubled each time.
    static let firstReconnectPause: Duration = .milliseconds(50)
    static let longestReconnectPause: Duration = .milliseconds(500)

    /// The same for the listener, whose silence harms nobody (rest.md 2.11).
    static let firstListenPause: Duration = .seconds(1)
    static let longestListenPause: Duration = .seconds(32)
}
