/// What happened to the session.
public enum SupabaseAuthEvent: String, Sendable, Hashable {
    /// What there was when the listening began.
    case initialSession
    case signedIn
    case signedOut
    case tokenRefreshed
    case userUpdated
    /// Signed in by a message for who has forgotten the password: ask for a new one.
    case passwordRecovery
    /// The session now has two factors.
    case factorVerified
}

/// A change of the session, and the session after it; nil when nobody is signed in.
///
///     for await change in await backend.session.changes() { show(change.session?.user) }
public struct SupabaseAuthChange: Sendable, Hashable {
    /// What happened.
    public let event: SupabaseAuthEvent
    /// The session after it.
    public let session: SupabaseSession?
}
