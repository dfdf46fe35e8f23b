import Tokens

/// What a code was sent for, as clients name it. Any other name is one, too: it fits no code.
enum VerificationType: Sendable, Hashable {
    case signup, invite, recovery, magicLink, email, emailChange, sms, phoneChange
    case other

    init(_ text: String) {
        self =
            switch text {
            case "signup": .signup
            case "invite": .invite
            case "recovery": .recovery
            case "magiclink": .magicLink
            case "email": .email
            case "email_change": .emailChange
            case "sms": .sms
            case "phone_change": .phoneChange
            default: .other
            }
    }

    var name: String {
        switch self {
        case .signup: "signup"
        case .invite: "invite"
        case .recovery: "recovery"
        case .magicLink: "magiclink"
        case .email: "email"
        case .emailChange: "email_change"
        case .sms: "sms"
        case .phoneChange: "phone_change"
        case .other: ""
        }
    }

    /// The codes that it may be about; several where the address decides, or what was sent.
    var codes: [OneTimeToken] {
        switch self {
        case .signup, .invite, .sms: [.confirmation]
        case .recovery, .magicLink: [.recovery]
        case .email: [.confirmation, .recovery]
        case .emailChange: [.emailChangeCurrent, .emailChangeNew]
        case .phoneChange: [.phoneChange]
        case .other: []
        }
    }

    var isPhone: Bool { self == .sms || self == .phoneChange }

    /// What it comes to when this code was found.
    func effective(_ code: OneTimeToken) -> VerificationType {
        guard self == .email else { return self }
        return code == .confirmation ? .signup : .magicLink
    }

    /// The flow that a link of this type belongs to; nil: such links belong to none.
    var flowMethod: AuthenticationMethod? {
        switch self {
        case .signup: .emailSignup
        case .invite: .invite
        case .recovery: .recovery
        case .magicLink: .magicLink
        case .emailChange: .emailChange
        case .email, .sms, .phoneChange, .other: nil
        }
    }
}

/// A code that was found, and fits.
struct RedeemedCode: Sendable {
    let type: VerificationType
    let code: OneTimeToken
}

// MARK: - Comparing

extension User {
    /// Whether the hash of an outstanding code is this one.
    ///
    /// - Parameter acceptsBound: whether a hash whose link only the asking client may redeem fits as well; who types in the code
    ///   needs no exchange.
    func holds(_ hash: String, as kind: OneTimeToken, acceptsBound: Bool) -> Bool {
        let stored = self.hash(kind)
        guard !stored.isEmpty else { return false }
        let bare = acceptsBound && stored.hasPrefix("pkce_") ? String(stored.dropFirst(5)) : stored
        return Array(bare.utf8).equalsInConstantTime(Array(hash.utf8))
    }

    /// Whether the code is too old.
    func isExpired(_ kind: OneTimeToken, life: Int) -> Bool {
        guard let seconds = secondsSinceMessage(kind) else { return true }
        return seconds > Double(life)
    }
}
