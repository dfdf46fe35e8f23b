import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// DELETE /admin/users/{id}: the row goes, with all that hangs on it; or it stays for the others who name it, without saying any
/// more who it was.
extension AuthResponder {
    func deleteUser(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let known = try await namedUser(request)
        let isSoft = request.body.bytes.isEmpty ? false : try request.body.fields().bool("should_soft_delete")
        try await saving("Database error deleting user") {
            try await database.transaction { transaction in
                guard let user = try await transaction.lockedUser(known.id) else {
                    throw AuthError(404, "user_not_found", "User not found")
                }
                let note = AuditEntry.insert(.userDeleted, by: administrator, to: user)
                try await transaction.run([note] + (isSoft ? Self.forget(user) : [UserWrites.delete(user.id)]))
            }
        }
        return .json(JSONObject())
    }

    private static func forget(_ user: User) -> [SQL] {
        let id = "\(parameter: user.id)::uuid" as SQL
        func hidden(_ text: String, length: Int = .max) -> String {
            String(Base64URL.encode(Digest.sha256.hash(Array((user.id + text).utf8))).prefix(length))
        }
        var statements: [SQL] = [
            """
            UPDATE auth.users SET email = \(parameter: hidden(user.email)), phone = \(parameter: hidden(user.phone, length: 15)),
                email_change = \(parameter: hidden(user.newEmail)), phone_change = \(parameter: hidden(user.newPhone, length: 15)),
                encrypted_password = '', confirmation_token = '', recovery_token = '', email_change_token_new = '',
                email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
                raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = coalesce(deleted_at, now()), updated_at = now()
            WHERE id = \(id)
            """,
            OneTimeToken.deleteAll(of: user.id),
            "DELETE FROM auth.mfa_factors WHERE user_id = \(id)", "DELETE FROM auth.webauthn_credentials WHERE user_id = \(id)",
            SessionQuery.end(of: user.id, but: nil),
        ]
        for identity in user.identities {
            statements.append(
                """
                UPDATE auth.identities SET identity_data = '{}', updated_at = now(),
                    provider_id = \(parameter: hidden(identity["id"]?.string ?? ""))
                WHERE id = \(parameter: identity["identity_id"]?.string)::uuid
                """)
        }
        return statements
    }
}
