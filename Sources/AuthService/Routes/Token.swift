import HTTPServing
import JSONText
import PostgresLink

/// POST /token: signs in, by what `grant_type` names.
extension AuthResponder {
    func token(_ request: AuthRequest) async throws -> Response {
        switch request[parameter: "grant_type"] {
        case "password": try await grantPassword(request)
        case "refresh_token": try await grantRefresh(request)
        case "id_token": try await grantIDToken(request)
        case "pkce": try await grantCode(request)
        case "web3": throw web3Refusal()
        default: throw AuthError(400, "invalid_credentials", "unsupported_grant_type")
        }
    }

    private func grantPassword(_ request: AuthRequest) async throws -> Response {
        let fields = try request.body.fields()
        let (email, phone, password) = try (fields.text("email"), fields.text("phone"), fields.text("password"))
        let contact = try contact(email: email, phone: phone)
        let found: User?
        do {
            found = try await database.value(UserQuery.byContact(contact, audience: request.audience))?.object.map { User($0) }
        } catch let error as DatabaseError {
            throw AuthError(error, "Database error querying schema")
        }
        guard let user = found, !user.passwordHash.isEmpty else { throw AuthError.invalidCredentials }
        guard !user.isBanned else { throw AuthError(400, "user_banned", "User is banned") }
        let isValid = try await database.isPassword(password, of: user.passwordHash)
        try await askAfterPassword(user, isValid: isValid)
        guard isValid else { throw AuthError.invalidCredentials }
        switch contact {
        case .email:
            guard user.isEmailConfirmed else { throw AuthError(400, "email_not_confirmed", "Email not confirmed") }
        case .phone:
            guard user.isPhoneConfirmed else { throw AuthError(400, "phone_not_confirmed", "Phone not confirmed") }
        }
        let note = AuditEntry.insert(.login, by: user, provider: contact.provider)
        var answer = try await signIn(request, user, .password, notes: [note])
        let weakness = PasswordRules(settings).weakness(of: password)
        answer.set(
            "weak_password",
            weakness.map { ["message": .string($0.message), "reasons": .array($0.reasons.map { .string($0) })] } ?? .null)
        return .json(answer)
    }

    /// The hook may reject a password, also the right one.
    private func askAfterPassword(_ user: User, isValid: Bool) async throws {
        let question: JSONObject = ["user_id": .string(user.id), "valid": .bool(isValid)]
        guard let answer = try await ask(.passwordVerificationAttempt, question), answer["decision"] == "reject" else { return }
        if answer["should_logout_user"] == true { _ = try await database.run([SessionQuery.end(of: user.id, but: nil)]) }
        let message = answer["message"]?.string ?? ""
        throw AuthError(
            400, "invalid_credentials", message.isEmpty ? "Further password verification attempts will be rejected." : message)
    }

    /// The address needs no check of its form: one that is none belongs to nobody.
    private func contact(email: String, phone: String) throws(AuthError) -> Contact {
        guard email.isEmpty || phone.isEmpty else {
            throw .validation("Only an email address or phone number should be provided on login.")
        }
        if !email.isEmpty {
            guard settings.email.isEnabled else { throw AuthError(422, "email_provider_disabled", "Email logins are disabled") }
            return .email(email.lowercased())
        }
        guard !phone.isEmpty else { throw .validation("missing email or phone") }
        guard settings.sms.isEnabled else { throw AuthError(422, "phone_provider_disabled", "Phone logins are disabled") }
        return .phone(Contact.bareNumber(phone))
    }
}
