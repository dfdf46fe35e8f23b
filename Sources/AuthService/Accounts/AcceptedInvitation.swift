import PostgresLink

/// An invitation that is answered at a provider's page instead of by its link.
extension AuthResponder {
    /// Somebody who was invited comes by way of a provider, which must know them by the address that the invitation was sent to.
    nonisolated(nonsending)
        func accept(_ transaction: AuthTransaction, _ invitation: String, _ profile: ExternalProfile) async throws -> User
    {
        let owner: SQL = "SELECT to_json(id) FROM auth.users WHERE confirmation_token = \(parameter: invitation) LIMIT 1"
        guard let id = try await transaction.run([owner]).first?.json?.string else {
            throw AuthError(404, "invite_not_found", "Invite not found")
        }
        let user = try await found(transaction, id)
        guard user.email == profile.email else {
            throw AuthError.validation("Invited email does not match emails from external provider")
        }
        guard try await transaction.run([ExternalAccounts.owner(of: profile)]).first?.json == nil else {
            throw AuthError(422, "identity_already_exists", "Identity is already linked to another user")
        }
        try await transaction.run(
            [
                UserWrites.insertIdentity(id, provider: profile.provider, subject: profile.subject, data: profile.claims),
                UserWrites.mergeUserMetadata(id, profile.claims), UserWrites.updateProviders(id),
            ] + UserWrites.confirm(id, .email) + [AuditEntry.insert(.inviteAccepted, by: user, provider: profile.provider)])
        return try await found(transaction, id)
    }
}
