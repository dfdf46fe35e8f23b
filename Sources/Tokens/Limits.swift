enum Limits {
    /// A shared secret shorter than the hash weakens HS256 (RFC 7518 §3.2).
    static let secretBytes = 32

    /// Leeway in seconds for the clocks of others.
    static let clockSkew = 30
}
