import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /admin/generate_link: a code and a link for whoever sends messages of their own.
extension AuthResponder {
    func generateLink(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let form = try LinkForm(request.body.fields())
        let contact = try Contact(email: form.email)
        let rules = RedirectRules(settings)
        let redirect = rules.allows(form.redirect) ? form.redirect : RedirectTarget(request, settings).url
        var kind = try form.kind
        let existing = try await account(contact, request)
        if existing == nil {
            switch kind {
            case .magicLink: kind = .signup
            case .signup, .invite: break
            case .recovery, .emailChangeCurrent, .emailChangeNew:
                throw AuthError(404, "user_not_found", "User with this email not found")
            }
        }
        let password = try form.password(for: kind, isNew: existing == nil, settings)
        let hash = try await hash(password)
        let link = try await saving {
            try await database.transaction { transaction in
                try await make(
                    transaction, kind, form, existing,
                    NewAccount(audience: request.audience, contact: contact, passwordHash: hash, data: form.data),
                    administrator)
            }
        }
        guard var json = link.user.json.object else { throw AuthError.unexpected }
        json.set("action_link", .string(settings.verificationLink(link.linkHash, type: kind.linkType, redirect: redirect)))
        json.set("email_otp", .string(link.code.code))
        json.set("hashed_token", .string(link.shownHash))
        json.set("verification_type", .string(kind.rawValue))
        json.set("redirect_to", .string(redirect))
        return .json(json)
    }

    private func hash(_ password: String?) async throws -> String? {
        guard let password else { return nil }
        return try await database.hash(password, cost: settings.passwordCost)
    }

    nonisolated(nonsending)
        private func make(
            _ transaction: AuthTransaction, _ kind: LinkForm.Kind, _ form: LinkForm, _ existing: User?, _ account: NewAccount,
            _ administrator: Administrator
        ) async throws -> GeneratedLink
    {
        if existing == nil {
            try await askBeforeCreating(account.user, in: transaction)
            try await transaction.run(account.insertion)
        }
        let user = try await found(transaction, existing?.id ?? account.id)
        let address = Contact.email(user.email)
        let code: OneTimeCode
        switch kind {
        case .signup, .invite:
            guard !user.isEmailConfirmed else { throw AuthError.emailExists }
            code = self.code(for: address, isBound: false)
            var writes = storing(code, .confirmation, for: address, of: user.id)
            if kind == .signup, existing != nil { writes.append(UserWrites.mergeUserMetadata(user.id, form.data)) }
            if kind == .invite {
                writes += [
                    "UPDATE auth.users SET invited_at = now() WHERE id = \(parameter: user.id)::uuid",
                    AuditEntry.insert(.userInvited, by: administrator, to: user),
                ]
            } else {
                writes.append(AuditEntry.insert(.userConfirmationRequested, by: user, provider: "email"))
            }
            try await transaction.run(writes)
        case .magicLink, .recovery:
            code = self.code(for: address, isBound: false)
            try await transaction.run(
                storing(code, .recovery, for: address, of: user.id) + [AuditEntry.insert(.userRecoveryRequested, by: user)])
        case .emailChangeCurrent, .emailChangeNew:
            return try await makeEmailChange(transaction, kind, form, user)
        }
        return GeneratedLink(user: try await found(transaction, user.id), code: code, linkHash: code.hash, shownHash: code.hash)
    }

    nonisolated(nonsending)
        private func makeEmailChange(
            _ transaction: AuthTransaction, _ kind: LinkForm.Kind, _ form: LinkForm, _ user: User
        ) async throws -> GeneratedLink
    {
        if kind == .emailChangeCurrent, !settings.email.doubleConfirmsChanges {
            throw AuthError.validation("Enable secure email change to generate link for current email")
        }
        let new = try Contact(email: form.newEmail)
        let taken = try await transaction.run([UserQuery.isTaken(new, byOtherThan: user.id, audience: user.audience)])
        guard taken.first?.json == false, new.text != user.email else { throw AuthError.emailExists }
        let isCurrent = kind == .emailChangeCurrent
        let code = code(for: isCurrent ? .email(user.email) : new, isBound: false)
        try await transaction.run(
            [
                """
                UPDATE auth.users SET email_change = \(parameter: new.text), email_change_confirm_status = 0
                WHERE id = \(parameter: user.id)::uuid
                """
            ]
                + storing(
                    code, isCurrent ? .emailChangeCurrent : .emailChangeNew, for: isCurrent ? .email(user.email) : new, of: user.id))
        // The real service shows a hash made of the old address, which opens nothing; the link holds the right one.
        let shown = OneTimeCode(code.code, for: user.email, isBound: false).hash
        return GeneratedLink(user: try await found(transaction, user.id), code: code, linkHash: code.hash, shownHash: shown)
    }
}

private struct GeneratedLink: Sendable {
    let user: User
    let code: OneTimeCode
    let linkHash: String
    let shownHash: String
}

private struct LinkForm: Sendable {
    enum Kind: String, Sendable {
        case signup, invite, recovery
        case magicLink = "magiclink"
        case emailChangeCurrent = "email_change_current"
        case emailChangeNew = "email_change_new"

        var linkType: String {
            switch self {
            case .signup, .invite, .recovery, .magicLink: rawValue
            case .emailChangeCurrent, .emailChangeNew: "email_change"
            }
        }
    }

    let email: String
    let newEmail: String
    let data: JSONObject
    let redirect: String
    private let type: String
    private let password: String

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        type = try fields.text("type")
        email = try fields.text("email")
        newEmail = try fields.text("new_email")
        password = try fields.text("password")
        data = try fields.object("data") ?? JSONObject()
        redirect = try fields.text("redirect_to")
    }

    var kind: Kind {
        get throws(AuthError) {
            guard let kind = Kind(rawValue: type) else { throw .validation("Invalid email action link type requested: \(type)") }
            return kind
        }
    }

    /// The password of an account that must be made; nil: there is one already, or it gets none.
    func password(for kind: Kind, isNew: Bool, _ settings: AuthSettings) throws(AuthError) -> String? {
        guard kind == .signup, isNew else { return nil }
        // Who asked for a link to sign in with is not asked for a password.
        if type == Kind.magicLink.rawValue { return Random.text(64, of: RandomPassword.alphabet) }
        guard !password.isEmpty else { throw .validation("Signup requires a valid password") }
        try PasswordRules(settings).check(password)
        return password
    }
}
