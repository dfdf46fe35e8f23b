import JSONText
import PostgresLink

/// Gives a user one more way to sign in, which they ask for themselves; the addresses need not be equal.
extension AuthResponder {
    nonisolated(nonsending)
        func link(
            _ transaction: AuthTransaction, _ profile: ExternalProfile, to id: String, _ redirect: RedirectTarget
        ) async throws -> Resolved
    {
        let lock = "\(parameter: profile.provider + " " + profile.subject)" as SQL
        let results = try await transaction.run([
            "SELECT pg_advisory_xact_lock(hashtext(\(lock)))", ExternalAccounts.owner(of: profile),
        ])
        let user = try await found(transaction, id)
        if let owner = results[1].json?.string {
            let whose = owner == user.id ? "" : " to another user"
            throw AuthError(422, "identity_already_exists", "Identity is already linked\(whose)")
        }
        try await transaction.run([
            UserWrites.insertIdentity(user.id, provider: profile.provider, subject: profile.subject, data: profile.claims),
            AuditEntry.insert(.identityLinked, by: user, provider: profile.provider),
        ])
        if user.email.isEmpty, let email = profile.email {
            guard try await take(transaction, email, from: profile, for: user, redirect) else {
                try await transaction.run([UserWrites.resetProviders(user.id)])
                return .refused(
                    AuthError(
                        422, "email_not_confirmed",
                        "Unverified email with \(profile.provider). A confirmation email has been sent to your \(profile.provider) email"))
            }
        }
        try await transaction.run([
            "UPDATE auth.users SET is_anonymous = false, updated_at = now() WHERE id = \(parameter: user.id)::uuid",
            UserWrites.resetProviders(user.id),
        ])
        let linked = try await found(transaction, user.id)
        try await notify(transaction, .identityLinked, to: linked.email, user: linked, .init(provider: profile.provider))
        return .signedIn(linked, isNew: false)
    }

    /// The provider's address becomes that of a user who had none. False: it must be confirmed first.
    nonisolated(nonsending)
        private func take(
            _ transaction: AuthTransaction, _ email: String, from profile: ExternalProfile, for user: User, _ redirect: RedirectTarget
        ) async throws -> Bool
    {
        let taken = try await transaction.run([UserQuery.isTaken(.email(email), byOtherThan: user.id, audience: user.audience)])
        guard taken.first?.json == false else {
            throw AuthError(400, "email_exists", "A user with this email address has already been registered")
        }
        try await transaction.run([
            "UPDATE auth.users SET email = \(parameter: email), updated_at = now() WHERE id = \(parameter: user.id)::uuid"
        ])
        if profile.isEmailVerified || !settings.email.confirmationsEnabled {
            try await transaction.run(UserWrites.confirm(user.id, .email))
            return true
        }
        try await sendConfirmation(transaction, try await found(transaction, user.id), .email(email), nil, redirect)
        return false
    }
}
