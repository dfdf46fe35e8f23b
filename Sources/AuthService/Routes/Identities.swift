import HTTPServing
import JSONText
import PostgresLink

/// DELETE /user/identities/{id}: a way to sign in that is not wanted any more.
extension AuthResponder {
    func unlinkIdentity(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        guard settings.manualLinkingEnabled else { throw AuthError.manualLinkingDisabled }
        guard let id = request.ids.first, UUIDText.isValid(id) else {
            throw AuthError.validation("identity_id must be an UUID", status: 404)
        }
        guard isForAudience(request, caller) else {
            throw AuthError(403, "unexpected_audience", "Token audience doesn't match request audience")
        }
        try await saving("Database error deleting identity") {
            try await database.transaction { transaction in
                let user = try await found(transaction, caller.user.id)
                guard user.identities.count > 1 else {
                    throw AuthError(
                        422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
                }
                guard let identity = user.identities.first(where: { $0["identity_id"] == .string(id.lowercased()) }) else {
                    throw AuthError(422, "identity_not_found", "Identity doesn't exist")
                }
                try await unlink(transaction, identity, of: user)
            }
        }
        return .json(JSONObject())
    }

    nonisolated(nonsending)
        private func unlink(_ transaction: AuthTransaction, _ identity: JSON, of user: User) async throws
    {
        let id = "\(parameter: user.id)::uuid" as SQL
        let provider = identity["provider"]?.string ?? ""
        let traits: JSONObject = [
            "identity_id": identity["identity_id"] ?? "", "provider": .string(provider), "provider_id": identity["id"] ?? "",
        ]
        try await transaction.run([
            AuditEntry.insert(.identityUnlinked, by: user, traits),
            "DELETE FROM auth.identities WHERE id = \(parameter: identity["identity_id"]?.string)::uuid",
        ])
        if provider == "phone" {
            try await transaction.run([
                "UPDATE auth.users SET phone = NULL, phone_confirmed_at = NULL, updated_at = now() WHERE id = \(id)"
            ])
        } else {
            let rest = user.identities.filter { $0["identity_id"] != identity["identity_id"] }
            try await moveAddress(transaction, user, rest)
        }
        try await transaction.run([UserWrites.resetProviders(user.id)])
        try await notify(transaction, .identityUnlinked, to: user.email, user: user, .init(provider: provider))
    }

    /// The address of the user is one of their identities', verified ones first, then the oldest.
    nonisolated(nonsending)
        private func moveAddress(_ transaction: AuthTransaction, _ user: User, _ rest: [JSON]) async throws
    {
        let id = "\(parameter: user.id)::uuid" as SQL
        let candidates = rest.compactMap { identity -> (email: String, isVerified: Bool)? in
            guard let email = identity["email"]?.string, !email.isEmpty else { return nil }
            return (email, identity["identity_data"]?["email_verified"] == true)
        }
        guard !candidates.contains(where: { $0.email == user.email }) else { return }
        var chosen: (email: String, isVerified: Bool)?
        for candidate in candidates.filter(\.isVerified) + candidates.filter({ !$0.isVerified }) {
            let taken = try await transaction.run([
                UserQuery.isTaken(.email(candidate.email), byOtherThan: user.id, audience: user.audience)
            ])
            guard taken.first?.json == false else { continue }
            chosen = candidate
            break
        }
        guard chosen != nil || candidates.isEmpty else {
            throw AuthError(422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
        }
        let isConfirmed = chosen.map { $0.isVerified || !settings.email.confirmationsEnabled } ?? false
        try await transaction.run([
            """
            UPDATE auth.users SET email = \(parameter: chosen?.email), updated_at = now(),
                email_confirmed_at = CASE WHEN \(parameter: isConfirmed ? "true" : "false")::boolean THEN email_confirmed_at END,
                confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '',
                email_change_token_current = '', email_change_confirm_status = 0, reauthentication_token = '',
                raw_user_meta_data = coalesce(nullif(raw_user_meta_data, 'null'), '{}')
                    || jsonb_build_object('email_verified', \(parameter: isConfirmed ? "true" : "false")::boolean)
            WHERE id = \(id)
            """,
            OneTimeToken.deleteAll(of: user.id),
        ])
    }
}

extension AuthError {
    static let manualLinkingDisabled = Self(404, "manual_linking_disabled", "Manual linking is disabled")
}
