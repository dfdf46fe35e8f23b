import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /otp and /magiclink: signs in by a code that is sent; who has no account gets one.
extension AuthResponder {
    func sendOTP(_ request: AuthRequest) async throws -> Response {
        let form = try OTPForm(request.body.fields())
        try await form.checkShape { try await account($0, request) != nil }
        guard !form.email.isEmpty || !form.phone.isEmpty else { throw AuthError.validation("One of email or phone must be set") }
        return form.email.isEmpty ? try await sendPhoneCode(request, form) : try await sendMagicLink(request, form)
    }

    func sendMagicLink(_ request: AuthRequest) async throws -> Response {
        let fields: AuthBody.Fields
        do throws(AuthError) {
            fields = try request.body.fields()
        } catch {
            throw error.renamed("Could not read verification params")
        }
        let form = try OTPForm(fields, isOldPath: true)
        guard settings.email.isEnabled else { throw AuthError.emailLoginsDisabled }
        guard !form.email.isEmpty else { throw AuthError.validation("Password recovery requires an email", status: 422) }
        return try await sendMagicLink(request, form)
    }

    private func sendMagicLink(_ request: AuthRequest, _ form: OTPForm) async throws -> Response {
        guard settings.email.isEnabled else { throw AuthError.emailLoginsDisabled }
        let contact = try Contact(email: form.email)
        let challenge = try form.challenge
        guard challenge?.isKnownMethod != false else { throw AuthError.unexpected }
        let redirect = RedirectTarget(request, settings)
        let owner = try await database.value(UserQuery.owner(of: contact, audience: request.audience))?.object.map { User($0) }
        var user = owner
        if user?.isEmailConfirmed != true {
            user = try await join(request, owner, contact, form.data, challenge, redirect)
            // The message that confirms the address signs in, too.
            if settings.email.confirmationsEnabled { return .json(JSONObject()) }
        }
        guard let confirmed = user else { throw AuthError.unexpected }
        try await database.transaction { transaction in
            let user = try await found(transaction, confirmed.id)
            try await sendSignInLink(transaction, .magicLink, user, challenge, redirect)
            try await transaction.run([AuditEntry.insert(.userRecoveryRequested, by: user)])
        }
        return .json(JSONObject())
    }

    private func sendPhoneCode(_ request: AuthRequest, _ form: OTPForm) async throws -> Response {
        guard settings.sms.isEnabled else { throw AuthError(400, "phone_provider_disabled", "Unsupported phone provider") }
        let contact = try Contact(phone: form.phone)
        try settings.checkChannel(form.channel)
        let redirect = RedirectTarget(request, settings)
        var user = try await account(contact, request)
        if user?.isPhoneConfirmed != true {
            user = try await join(request, user, contact, form.data, nil, redirect)
            if settings.sms.confirmationsEnabled { return .json(JSONObject()) }
        }
        guard let confirmed = user else { throw AuthError.unexpected }
        try await database.transaction { transaction in
            let user = try await found(transaction, confirmed.id)
            try await sendConfirmation(transaction, user, contact, nil, redirect)
            try await transaction.run([AuditEntry.insert(.userRecoveryRequested, by: user, ["channel": .string(form.channelName)])])
        }
        return .json(settings.testCode(contact.text) == nil ? [:] : ["message_id": "test-otp"])
    }

    /// Makes the account, or confirms the one that waits, as a sign-up would. It also begins a session, which nobody receives.
    private func join(
        _ request: AuthRequest, _ existing: User?, _ contact: Contact, _ data: JSONObject, _ challenge: CodeChallenge?,
        _ redirect: RedirectTarget
    ) async throws -> User {
        guard settings.signupEnabled else { throw AuthError.signupDisabled }
        let user: User
        if let existing {
            user = try await saving {
                try await database.transaction { try await confirmOrAsk($0, existing.id, contact, challenge, redirect) }
            }
        } else {
            let hash = try await database.hash(Random.text(64, of: RandomPassword.alphabet), cost: settings.passwordCost)
            let account = NewAccount(audience: request.audience, contact: contact, passwordHash: hash, data: data)
            user = try await create(account, challenge, redirect)
        }
        guard !settings.needsConfirmation(contact.kind) else { return user }
        _ = try await signIn(
            request, user, .password, notes: [AuditEntry.insert(.login, by: user, provider: contact.provider)])
        return user
    }
}

private struct OTPForm: Sendable {
    let email: String
    let phone: String
    let data: JSONObject
    let channel: String
    private let createsUser: Bool
    private let codeChallenge: String
    private let codeChallengeMethod: String

    init(_ fields: AuthBody.Fields, isOldPath: Bool = false) throws(AuthError) {
        email = try fields.text("email")
        phone = isOldPath ? "" : try fields.text("phone")
        data = try fields.object("data") ?? JSONObject()
        channel = isOldPath ? "" : try fields.text("channel")
        createsUser = isOldPath ? true : try fields.bool("create_user", default: true)
        codeChallenge = try fields.text("code_challenge")
        codeChallengeMethod = try fields.text("code_challenge_method")
    }

    var challenge: CodeChallenge? {
        get throws(AuthError) { try CodeChallenge(challenge: codeChallenge, method: codeChallengeMethod) }
    }

    var channelName: String { channel.isEmpty ? "sms" : channel }

    /// Checks in the order of the real service, which looks for the user before it looks at the address.
    func checkShape(_ exists: (Contact) async throws -> Bool) async throws {
        guard email.isEmpty || phone.isEmpty else {
            throw AuthError.validation("Only an email address or phone number should be provided")
        }
        guard email.isEmpty || channel.isEmpty else {
            throw AuthError.validation("Channel should only be specified with Phone OTP")
        }
        _ = try challenge
        guard !createsUser else { return }
        let contact = email.isEmpty ? try? Contact(phone: phone) : try? Contact(email: email)
        guard let contact, try await exists(contact) else {
            throw AuthError(422, "otp_disabled", "Signups not allowed for otp")
        }
    }
}

extension AuthError {
    static let emailLoginsDisabled = Self(422, "email_provider_disabled", "Email logins are disabled")

    /// Some endpoints have words of their own for a body that is none.
    func renamed(_ message: String) -> AuthError {
        guard case .ordinary(let status, let code, let text) = kind, code == "bad_json" else { return self }
        return AuthError(status, code, text.replacing("Could not parse request body as JSON", with: message))
    }
}
