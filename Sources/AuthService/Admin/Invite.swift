import HTTPServing
import JSONText
import PostgresLink

/// POST /invite: an account for somebody who sets a password later, by the link that they are sent.
extension AuthResponder {
    func invite(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let fields = try request.body.fields()
        let contact = try Contact(email: fields.text("email"))
        let data = try fields.object("data") ?? JSONObject()
        let existing = try await database.value(UserQuery.owner(of: contact, audience: request.audience))?.object.map { User($0) }
        guard existing?.isEmailConfirmed != true else { throw AuthError.emailExists }
        let account = NewAccount(audience: request.audience, contact: contact, passwordHash: nil, data: data)
        if existing == nil { try await askBeforeCreating(account.user) }
        let redirect = RedirectTarget(request, settings)
        let user = try await saving {
            try await database.transaction { transaction in
                if existing == nil { try await transaction.run(account.insertion) }
                let user = try await found(transaction, existing?.id ?? account.id)
                try await sendInvitation(transaction, user, redirect)
                try await transaction.run([AuditEntry.insert(.userInvited, by: administrator, to: user)])
                return try await found(transaction, user.id)
            }
        }
        guard let json = user.json.object else { throw AuthError.unexpected }
        return .json(json)
    }

    /// The Swift client asks for a path that the real service does not know, and so invites nobody there; here it does.
    func inviteForSwift(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let client = request.headers["X-Client-Info"] ?? ""
        guard client.hasPrefix("supabase-swift") || client.hasPrefix("auth-swift") else { return .pageNotFound }
        return try await invite(request, administrator)
    }
}
