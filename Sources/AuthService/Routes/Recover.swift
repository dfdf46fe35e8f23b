import HTTPServing
import JSONText
import PostgresLink

/// POST /recover and GET /reauthenticate: proofs for who has forgotten a password, or is about to change one.
extension AuthResponder {
    func recover(_ request: AuthRequest) async throws -> Response {
        let fields = try request.body.fields()
        let (email, challenge, method) = try (
            fields.text("email"), fields.text("code_challenge"), fields.text("code_challenge_method")
        )
        guard settings.email.isEnabled else { throw AuthError(400, "email_provider_disabled", "Email logins are disabled") }
        guard !email.isEmpty else { throw AuthError.validation("Password recovery requires an email") }
        let contact = try Contact(email: email)
        let codeChallenge = try CodeChallenge(challenge: challenge, method: method)
        // Who asks learns nothing about an address that is nobody's.
        guard let known = try await account(contact, request) else { return .json(JSONObject()) }
        let redirect = RedirectTarget(request, settings)
        try await database.transaction { transaction in
            let user = try await found(transaction, known.id)
            try await sendSignInLink(transaction, .recovery, user, codeChallenge, redirect)
            try await transaction.run([AuditEntry.insert(.userRecoveryRequested, by: user)])
        }
        return .json(JSONObject())
    }

    func reauthenticate(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        let known = caller.user
        let contact: Contact
        if !known.email.isEmpty {
            guard known.isEmailConfirmed else { throw AuthError(422, "email_not_confirmed", "Please verify your email first.") }
            contact = .email(known.email)
        } else {
            guard !known.phone.isEmpty else {
                throw AuthError.validation("Reauthentication requires the user to have an email or a phone number")
            }
            guard known.isPhoneConfirmed else { throw AuthError(422, "phone_not_confirmed", "Please verify your phone first.") }
            contact = .phone(known.phone)
        }
        try await database.transaction { transaction in
            let user = try await found(transaction, known.id)
            try await sendReauthentication(transaction, user, contact)
            try await transaction.run([AuditEntry.insert(.userReauthenticateRequested, by: user)])
        }
        let isTest = contact.kind == .phone && settings.testCode(contact.text) != nil
        return .json(isTest ? ["message_id": "test-otp"] : [:])
    }
}
