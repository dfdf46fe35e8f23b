/// The wording of an e-mail, in Go's template syntax.
///
///     settings.email.templates[.confirmation] = .init(subject: "Hello", html: "<a href=\"{{ .ConfirmationURL }}\">open</a>")
public struct MailTemplate: Sendable, Hashable {
    /// What a message is for.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// Confirms the address of a new account.
        case confirmation
        /// Invites somebody.
        case invite
        /// A link that signs in.
        case magicLink = "magic_link"
        /// A link that signs in to set a new password.
        case recovery
        /// Confirms a new address.
        case emailChange = "email_change"
        /// A code that proves that the user is there.
        case reauthentication
        /// A notice, as are those below.
        case passwordChanged = "password_changed"
        /// The address was changed.
        case emailChanged = "email_changed"
        /// The number was changed.
        case phoneChanged = "phone_changed"
        /// An identity was linked.
        case identityLinked = "identity_linked"
        /// An identity was taken off.
        case identityUnlinked = "identity_unlinked"
        /// A second factor was added.
        case mfaFactorEnrolled = "mfa_factor_enrolled"
        /// A second factor was removed.
        case mfaFactorUnenrolled = "mfa_factor_unenrolled"
    }

    /// Nil: the standard one.
    public var subject: String?
    /// Nil: the standard one.
    public var html: String?

    /// A wording of which a part may be left to the standard.
    public init(subject: String? = nil, html: String? = nil) {
        self.subject = subject
        self.html = html
    }
}

extension MailTemplate.Name {
    /// Notices tell of what has happened, and hold no code.
    package var isNotice: Bool {
        switch self {
        case .confirmation, .invite, .magicLink, .recovery, .emailChange, .reauthentication: false
        case .passwordChanged, .emailChanged, .phoneChanged, .identityLinked, .identityUnlinked, .mfaFactorEnrolled,
            .mfaFactorUnenrolled:
            true
        }
    }
}
