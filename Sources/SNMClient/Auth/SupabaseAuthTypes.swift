/// Who issued an id token. Any provider that the server knows can be named; these are the ones our apps use.
public struct SupabaseIDProvider: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The provider's name on the wire.
    public let name: String

    /// A provider by its name on the wire.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { self.init(value) }

    /// Sign in with Apple.
    public static let apple: Self = "apple"
    /// Google.
    public static let google: Self = "google"
}

/// Which sessions a sign-out ends.
public enum SupabaseSignOutScope: String, Sendable, CaseIterable {
    /// All of the user's, on all devices.
    case global
    /// This one.
    case local
    /// All but this one.
    case others
}

/// Which message is to be sent again, and to whom.
public struct SupabaseResendParameter: Sendable, Hashable, Encodable {
    /// What the message was about.
    public enum EmailType: String, Sendable, Encodable {
        case signUp = "signup"
        case emailChange = "email_change"
    }

    /// The user's current address, also when a change of it is pending.
    public let email: String
    /// What the message was about.
    public let type: EmailType

    /// - Parameter type: The sign-up when left out.
    public init(email: String, type: EmailType = .signUp) {
        self.email = email
        self.type = type
    }
}

/// What a sign-up led to. The server decides by its settings.
public enum SupabaseSignUpResult: Sendable, Hashable {
    /// The address needs no confirmation: the user is signed in.
    case signedIn(SupabaseSession)
    /// A message was sent, and the user is signed in after following its link.
    case confirmationNeeded(SupabaseUser)

    /// The user, whichever answer it was.
    public var user: SupabaseUser {
        switch self {
        case .signedIn(let session): session.user
        case .confirmationNeeded(let user): user
        }
    }

    /// The session, if the user is signed in.
    public var session: SupabaseSession? {
        if case .signedIn(let session) = self { session } else { nil }
    }

    /// Whether the address belongs to someone already. The server does not say so openly: it answers with a user that has no identity.
    public var isAlreadyRegistered: Bool {
        if case .confirmationNeeded(let user) = self { user.identities.isEmpty } else { false }
    }
}
