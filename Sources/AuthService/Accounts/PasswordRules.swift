/// What a new password must be like.
struct PasswordRules: Sendable {
    private let minimumLength: Int
    private let requirements: AuthSettings.PasswordRequirements

    init(_ settings: AuthSettings) {
        minimumLength = max(6, settings.minimumPasswordLength)
        requirements = settings.passwordRequirements
    }

    /// What is weak about a password.
    struct Weakness: Sendable, Hashable {
        var message: String
        var reasons: [String]
    }

    func check(_ password: String) throws(AuthError) {
        guard password.utf8.count <= Limits.passwordBytes else {
            throw .passwordTooLong
        }
        if let weakness = weakness(of: password) {
            throw AuthError(.weakPassword(message: weakness.message, reasons: weakness.reasons))
        }
    }

    /// Nil when there is none. Length is counted in bytes.
    func weakness(of password: String) -> Weakness? {
        var texts: [String] = []
        var reasons: [String] = []
        if password.utf8.count < minimumLength {
            texts.append("Password should be at least \(minimumLength) characters.")
            reasons.append("length")
        }
        let sets = requirements.characterSets
        if !sets.allSatisfy({ set in password.contains { set.contains($0) } }) {
            texts.append("Password should contain at least one character of each: \(sets.joined(separator: ", ")).")
            reasons.append("characters")
        }
        return reasons.isEmpty ? nil : Weakness(message: texts.joined(separator: " "), reasons: reasons)
    }
}

extension AuthSettings.PasswordRequirements {
    fileprivate var characterSets: [String] {
        let lower = "abcdefghijklmnopqrstuvwxyz"
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let digits = "0123456789"
        return switch self {
        case .none: []
        case .lettersDigits: [lower + upper, digits]
        case .lowerUpperLettersDigits: [lower, upper, digits]
        case .lowerUpperLettersDigitsSymbols: [lower, upper, digits, #"!@#$%^&*()_+-=[]{};'\:"|<>?,./`~"#]
        }
    }
}

extension AuthError {
    static let passwordTooLong = validation("Password cannot be longer than \(Limits.passwordBytes) characters")
}
