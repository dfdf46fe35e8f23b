import HTTPServing
import JSONText
import PostgresLink

/// POST /resend: sends a code once more.
extension AuthResponder {
    func resend(_ request: AuthRequest) async throws -> Response {
        let form = try ResendForm(request.body.fields(), settings)
        let found = try await database.value(UserQuery.byContact(form.contact, audience: request.audience))?.object.map { User($0) }
        guard let found, isPending(form.type, found) else { return .json(JSONObject()) }
        let redirect = RedirectTarget(request, settings)
        try await database.transaction { transaction in
            // Somebody else may have confirmed in the meantime.
            guard let user = try await transaction.lockedUser(found.id), isPending(form.type, user) else { return }
            switch form.type {
            case .signup, .sms: try await sendConfirmation(transaction, user, form.contact, form.challenge, redirect)
            case .emailChange: try await sendEmailChange(transaction, user, form.challenge, redirect)
            case .phoneChange: try await sendPhoneChange(transaction, user)
            }
        }
        let number = form.type == .phoneChange ? found.newPhone : form.contact.text
        let isTest = form.type.isPhone && settings.testCode(number) != nil
        return .json(isTest ? ["message_id": "test-otp"] : [:])
    }

    private func isPending(_ type: ResendForm.Kind, _ user: User) -> Bool {
        switch type {
        case .signup: !user.isEmailConfirmed
        case .sms: !user.isPhoneConfirmed
        case .emailChange: !user.newEmail.isEmpty
        case .phoneChange: !user.newPhone.isEmpty
        }
    }
}

private struct ResendForm: Sendable {
    enum Kind: String, Sendable {
        case signup
        case emailChange = "email_change"
        case sms
        case phoneChange = "phone_change"

        var isPhone: Bool { self == .sms || self == .phoneChange }
    }

    let type: Kind
    let contact: Contact
    let challenge: CodeChallenge?

    init(_ fields: AuthBody.Fields, _ settings: AuthSettings) throws(AuthError) {
        let type = try Kind(rawValue: fields.text("type"))
        let email = try fields.text("email")
        let phone = try fields.text("phone")
        let challenge = try fields.text("code_challenge")
        let method = try fields.text("code_challenge_method")
        self.challenge = type?.isPhone == true ? nil : try CodeChallenge(challenge: challenge, method: method)
        guard let type else { throw .validation("Missing one of these types: signup, email_change, sms, phone_change") }
        self.type = type
        if type == .signup, email.isEmpty { throw .validation("Type provided requires an email address") }
        if type == .sms, phone.isEmpty { throw .validation("Type provided requires a phone number") }
        guard email.isEmpty || phone.isEmpty else { throw .validation("Only an email address or phone number should be provided.") }
        if !email.isEmpty {
            guard settings.email.isEnabled else { throw AuthError(400, "email_provider_disabled", "Email logins are disabled") }
            contact = try Contact(email: email)
        } else if !phone.isEmpty {
            guard settings.sms.isEnabled else { throw AuthError(400, "phone_provider_disabled", "Phone logins are disabled") }
            contact = try Contact(phone: phone)
        } else {
            throw .validation("Missing email address or phone number")
        }
    }
}
