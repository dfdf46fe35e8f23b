import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// PUT /user: a user changes what is theirs.
extension AuthResponder {
    func updateUser(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        var form = try UserForm(request.body.fields())
        try form.check(settings)
        try form.checkRights(of: caller)
        try await checkFree(form, caller.user)
        let passwordHash = try await checkedPassword(form, caller)
        try form.checkChallenge(caller.user, settings)
        let redirect = RedirectTarget(request, settings)
        let user = try await saving("Error updating user") { [form] in
            try await database.transaction { transaction in
                let user = try await found(transaction, caller.user.id)
                try await change(transaction, user, form, passwordHash, caller)
                try await changeContacts(transaction, try await found(transaction, user.id), form, redirect)
                try await transaction.run([AuditEntry.insert(.userModified, by: user)])
                return try await found(transaction, user.id)
            }
        }
        guard let json = user.withConfirmationTime(of: caller.user).json.object else { throw AuthError.unexpected }
        return .json(json)
    }

    private func checkFree(_ form: UserForm, _ user: User) async throws {
        if case .email(let email)? = form.email, email != user.email,
            try await database.value(UserQuery.isTaken(.email(email), byOtherThan: user.id, audience: user.audience)) != false
        {
            throw AuthError.emailExists
        }
        if case .phone(let phone)? = form.phone, phone != user.phone,
            try await database.value(UserQuery.isTaken(.phone(phone), byOtherThan: user.id, audience: user.audience)) != false
        {
            throw AuthError(422, "phone_exists", "A user with this phone number has already been registered")
        }
    }

    nonisolated(nonsending)
        private func change(
            _ transaction: AuthTransaction, _ user: User, _ form: UserForm, _ passwordHash: String?, _ caller: AuthenticatedUser
        ) async throws
    {
        var statements: [SQL] = []
        if let passwordHash {
            // The code was good before; under the lock nobody else can use it as well.
            if form.needsNonce(caller, settings) {
                guard isReauthenticated(user, form.nonce) else { throw AuthError.nonceNotValid }
            }
            statements += UserWrites.setPassword(user.id, hash: passwordHash)
            statements += [
                SessionQuery.end(of: user.id, but: caller.sessionID), AuditEntry.insert(.userUpdatedPassword, by: user),
            ]
        }
        if let data = form.data { statements.append(UserWrites.mergeUserMetadata(user.id, data)) }
        guard !statements.isEmpty else { return }
        try await transaction.run(statements)
        if passwordHash != nil { try await notify(transaction, .passwordChanged, to: user.email, user: user) }
    }

    nonisolated(nonsending)
        private func changeContacts(
            _ transaction: AuthTransaction, _ user: User, _ form: UserForm, _ redirect: RedirectTarget
        ) async throws
    {
        if case .email(let email)? = form.email, email != user.email {
            try await transaction.run([
                "UPDATE auth.users SET email_change = \(parameter: email), updated_at = now() WHERE id = \(parameter: user.id)::uuid"
            ])
            let changed = try await found(transaction, user.id)
            if user.isAnonymous && !settings.email.confirmationsEnabled {
                // As a sign-up without confirmation, and so the metadata do not name the new provider.
                try await changeEmail(transaction, changed)
            } else {
                try await sendEmailChange(transaction, changed, form.challenge, redirect)
            }
        }
        if case .phone(let phone)? = form.phone, phone != user.phone {
            try await transaction.run([
                "UPDATE auth.users SET phone_change = \(parameter: phone), updated_at = now() WHERE id = \(parameter: user.id)::uuid"
            ])
            let changed = try await found(transaction, user.id)
            if settings.sms.confirmationsEnabled {
                try await sendPhoneChange(transaction, changed)
            } else {
                try await changePhone(transaction, changed)
            }
        }
    }
}

// MARK: - Passwords

extension AuthResponder {
    /// The hash of the new password, when there is one that may be set.
    private func checkedPassword(_ form: UserForm, _ caller: AuthenticatedUser) async throws -> String? {
        guard let password = form.password else { return nil }
        if form.needsNonce(caller, settings) {
            guard !form.nonce.isEmpty else {
                throw AuthError(400, "reauthentication_needed", "Password update requires reauthentication")
            }
            guard isReauthenticated(caller.user, form.nonce) else { throw AuthError.nonceNotValid }
        }
        let old = caller.user.passwordHash
        if form.needsCurrentPassword(caller, settings) {
            let message = "Current password required when setting new password."
            guard !form.currentPassword.isEmpty else { throw AuthError(400, "current_password_required", message) }
            guard try await database.isPassword(form.currentPassword, of: old) else {
                throw AuthError(400, "current_password_invalid", message)
            }
        }
        if !old.isEmpty, try await database.isPassword(password, of: old) {
            throw AuthError(422, "same_password", "New password should be different from the old password.")
        }
        return try await database.hash(password, cost: settings.passwordCost)
    }

    private func isReauthenticated(_ user: User, _ nonce: String) -> Bool {
        guard !nonce.isEmpty else { return false }
        if user.email.isEmpty, settings.testCode(user.phone) == nonce { return !user.hash(.reauthentication).isEmpty }
        let hash = OneTimeCode(nonce, for: user.email.isEmpty ? user.phone : user.email, isBound: false).hash
        let life = user.email.isEmpty ? Limits.smsCodeLife : settings.email.codeLife
        return user.holds(hash, as: .reauthentication, acceptsBound: false) && !user.isExpired(.reauthentication, life: life)
    }
}

/// What a user wants changed.
private struct UserForm: Sendable {
    private(set) var email: Contact?
    private(set) var phone: Contact?
    let password: String?
    let currentPassword: String
    let nonce: String
    let data: JSONObject?
    private(set) var challenge: CodeChallenge?

    private let emailText: String
    private let phoneText: String
    private let channel: String
    private let setsAppMetadata: Bool
    private let codeChallenge: String
    private let codeChallengeMethod: String

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        emailText = try fields.text("email")
        phoneText = try fields.text("phone")
        password = try fields.has("password") ? fields.text("password") : nil
        currentPassword = try fields.text("current_password")
        nonce = try fields.text("nonce")
        data = try fields.object("data")
        setsAppMetadata = try fields.object("app_metadata") != nil
        channel = try fields.text("channel")
        codeChallenge = try fields.text("code_challenge")
        codeChallengeMethod = try fields.text("code_challenge_method")
    }

    /// Checks what the form says by itself.
    mutating func check(_ settings: AuthSettings) throws(AuthError) {
        if !emailText.isEmpty { email = try Contact(email: emailText) }
        if !phoneText.isEmpty {
            phone = try Contact(phone: phoneText)
            try settings.checkChannel(channel)
        }
        if let password { try PasswordRules(settings).check(password) }
    }

    func checkRights(of caller: AuthenticatedUser) throws(AuthError) {
        let user = caller.user
        if setsAppMetadata { throw AuthError(403, "not_admin", "Updating app_metadata requires admin privileges") }
        let changesContact = (email.map { $0.text != user.email } ?? false) || (phone.map { $0.text != user.phone } ?? false)
        if user.hasVerifiedFactor, caller.level != .two, password?.isEmpty == false || changesContact {
            throw AuthError(
                401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.")
        }
        if user.isAnonymous, password?.isEmpty == false, email == nil, phone == nil {
            throw .validation("Updating password of an anonymous user without an email or phone is not allowed", status: 422)
        }
        if user.isSSO, password != nil || changesContact || !nonce.isEmpty {
            throw AuthError(422, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")
        }
    }

    /// The challenge matters only where a message is sent; what is wrong with it has no words of its own here.
    mutating func checkChallenge(_ user: User, _ settings: AuthSettings) throws(AuthError) {
        guard let email, email.text != user.email, !user.isAnonymous || settings.email.confirmationsEnabled else { return }
        do throws(AuthError) {
            challenge = try CodeChallenge(challenge: codeChallenge, method: codeChallengeMethod)
        } catch {
            throw .unexpected
        }
        guard challenge?.isKnownMethod != false else { throw .unexpected }
    }

    /// A password is safe with who has just signed in; later the user proves to be there.
    func needsNonce(_ caller: AuthenticatedUser, _ settings: AuthSettings) -> Bool {
        password != nil && settings.email.passwordChangeNeedsReauthentication
            && (caller.session?.age ?? .infinity) > Limits.freshSessionAge
    }

    /// Who has come to set a forgotten password does not know the old one.
    func needsCurrentPassword(_ caller: AuthenticatedUser, _ settings: AuthSettings) -> Bool {
        settings.email.passwordChangeNeedsCurrentPassword && !caller.user.passwordHash.isEmpty
            && caller.session?.references.contains { $0.method == AuthenticationMethod.recovery.rawValue } != true
    }
}

extension AuthError {
    static let emailExists = Self(422, "email_exists", "A user with this email address has already been registered")
    fileprivate static let nonceNotValid = Self(422, "reauthentication_not_valid", "Nonce has expired or is invalid")
}
