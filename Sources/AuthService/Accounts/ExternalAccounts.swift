import JSONText
import PostgresLink
import Tokens

/// Finds or makes the account that belongs to a profile at a provider.
extension AuthResponder {
    enum Resolved: Sendable {
        case signedIn(User, isNew: Bool)
        /// What was written stays: the account waits for the answer to a message.
        case refused(AuthError)
    }

    nonisolated(nonsending)
        func resolve(
            _ transaction: AuthTransaction, _ profile: ExternalProfile, _ request: AuthRequest, redirect: RedirectTarget
        ) async throws -> Resolved
    {
        // Two first sign-ins of one person at the same time must not make two accounts.
        let lock = "\(parameter: profile.provider + " " + profile.subject)" as SQL
        let candidates = try await transaction.run([
            "SELECT pg_advisory_xact_lock(hashtext(\(lock)))", ExternalAccounts.owner(of: profile),
            ExternalAccounts.owners(ofAddress: profile.email, audience: request.audience),
        ])
        let known = candidates[1].json?.string
        let sameAddress = candidates[2].json?.array?.compactMap(\.string) ?? []
        let isVerified = profile.isEmailVerified || !settings.email.confirmationsEnabled

        let user: User
        var isNew = false
        if let known {
            user = try await update(transaction, known, profile)
        } else if profile.email != nil, isVerified, !sameAddress.isEmpty {
            guard sameAddress.count == 1 else {
                throw AuthError.unexpected("Multiple accounts with the same email address in the same linking domain detected: default")
            }
            user = try await link(transaction, sameAddress[0], profile)
        } else {
            user = try await create(transaction, profile, request.audience, takesAddress: sameAddress.isEmpty)
            isNew = true
        }
        guard !user.isBanned else { throw AuthError(403, "user_banned", "User is banned") }
        if user.isEmailConfirmed || user.isPhoneConfirmed || profile.email == nil { return .signedIn(user, isNew: isNew) }
        if isVerified { return .signedIn(try await confirm(transaction, user, profile), isNew: true) }
        guard case .email(let email)? = user.contact else { return .refused(.unverified(profile.provider, isAsked: false)) }
        try await sendConfirmation(transaction, user, .email(email), nil, redirect)
        return .refused(.unverified(profile.provider, isAsked: true))
    }

    nonisolated(nonsending)
        private func update(_ transaction: AuthTransaction, _ id: String, _ profile: ExternalProfile) async throws -> User
    {
        try await transaction.run([
            """
            UPDATE auth.identities SET identity_data = \(json: profile.claims), last_sign_in_at = now(), updated_at = now()
            WHERE provider = \(parameter: profile.provider) AND provider_id = \(parameter: profile.subject)
            """,
            UserWrites.mergeUserMetadata(id, profile.claims), UserWrites.updateProviders(id),
        ])
        return try await found(transaction, id)
    }

    nonisolated(nonsending)
        private func link(_ transaction: AuthTransaction, _ id: String, _ profile: ExternalProfile) async throws -> User
    {
        try await transaction.run([
            UserWrites.insertIdentity(id, provider: profile.provider, subject: profile.subject, data: profile.claims),
            UserWrites.mergeUserMetadata(id, profile.claims), UserWrites.updateProviders(id),
        ])
        return try await found(transaction, id)
    }

    nonisolated(nonsending)
        private func create(
            _ transaction: AuthTransaction, _ profile: ExternalProfile, _ audience: String, takesAddress: Bool
        ) async throws -> User
    {
        guard settings.signupEnabled else { throw AuthError.signupDisabled }
        guard profile.email != nil || settings.provider(profile.provider)?.isEmailOptional == true else {
            throw AuthError.unexpected("Error getting user email from external provider")
        }
        let new = UserWrites.NewUser(
            id: Random.uuid(), audience: audience, contacts: takesAddress ? profile.email.map { [.email($0)] } ?? [] : [],
            passwordHash: nil, appMetadata: ["provider": .string(profile.provider), "providers": [.string(profile.provider)]],
            userMetadata: profile.claims)
        try await askBeforeCreating(new, in: transaction)
        try await transaction.run(
            UserWrites.insert(new) + [
                UserWrites.insertIdentity(new.id, provider: profile.provider, subject: profile.subject, data: profile.claims),
                UserWrites.mergeUserMetadata(new.id, profile.claims), UserWrites.updateProviders(new.id),
            ])
        return try await found(transaction, new.id)
    }

    /// The provider's word confirms an account that nobody has confirmed. A password that somebody else may have set before
    /// does not open it any more, nor do identities that were never proved.
    nonisolated(nonsending)
        private func confirm(_ transaction: AuthTransaction, _ user: User, _ profile: ExternalProfile) async throws -> User
    {
        try await transaction.run(
            [
                "UPDATE auth.users SET encrypted_password = '' WHERE id = \(parameter: user.id)::uuid",
                """
                DELETE FROM auth.identities WHERE user_id = \(parameter: user.id)::uuid
                    AND NOT (provider = \(parameter: profile.provider) AND provider_id = \(parameter: profile.subject))
                    AND coalesce(identity_data ->> 'email_verified', 'false') <> 'true'
                """,
                UserWrites.resetProviders(user.id),
            ] + UserWrites.confirm(user.id, .email)
                + [AuditEntry.insert(.userSignedUp, by: user, provider: profile.provider)])
        return try await found(transaction, user.id)
    }
}

enum ExternalAccounts {
    static func owner(of profile: ExternalProfile) -> SQL {
        """
        SELECT to_json(user_id) FROM auth.identities
        WHERE provider = \(parameter: profile.provider) AND provider_id = \(parameter: profile.subject)
        """
    }

    /// Everybody who has the address, in an identity or of their own.
    static func owners(ofAddress email: String?, audience: String) -> SQL {
        """
        SELECT json_agg(DISTINCT u.id) FROM auth.users u
        WHERE u.is_sso_user = false AND u.aud = \(parameter: audience) AND \(UserQuery.isOfThisInstance("u"))
            AND (lower(u.email) = \(parameter: email)
                OR u.id IN (SELECT i.user_id FROM auth.identities i WHERE i.email = \(parameter: email)))
        """
    }
}

extension User {
    fileprivate var contact: Contact? { email.isEmpty ? nil : .email(email) }
}

extension AuthError {
    fileprivate static func unverified(_ provider: String, isAsked: Bool) -> Self {
        let advice =
            isAsked
            ? "A confirmation email has been sent to your \(provider) email" : "Verify the email with \(provider) in order to sign in"
        return Self(422, "provider_email_needs_verification", "Unverified email with \(provider). \(advice)")
    }
}
