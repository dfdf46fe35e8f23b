/// The bounds of the application, with their reasons.
enum Limits {
    /// Bodies of REST requests are held in memory; PostgreSQL's own limit for one value is 1 GB.
    static let requestBodyBytes = 256 << 20
    /// PostgREST repeats serialization failures for ever, so that a function that always raises one never answers.
    static let transactionAttempts = 10
    /// Short statements by key: a few sessions serve thousands of sign-ins a minute.
    static let authSessions = 5
    /// As many password hashes at once as leave cores for everything else on a small machine.
    static let passwordSessions = 2
    static let storageSessions = 5
    /// Levels of a TOML document: real ones have five, and each is a call within a call.
    static let tomlDepth = 64
    /// How often it is looked whether our PostgreSQL still runs: its end is rare, and requests meet it before.
    static let databaseLookInterval = Duration.milliseconds(500)
}
