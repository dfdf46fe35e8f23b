import PostgresLink

/// Codes that are sent to confirm an address or number.
extension AuthResponder {
    /// Sends a code that confirms a new account.
    nonisolated(nonsending)
        func sendConfirmation(
            _ transaction: AuthTransaction, _ user: User, _ contact: Contact, _ challenge: CodeChallenge?, _ redirect: RedirectTarget
        ) async throws
    {
        try checkGap(contact.kind, since: user.secondsSinceMessage(.confirmation))
        let code = code(for: contact, isBound: challenge != nil)
        try await transaction.run(
            storing(code, .confirmation, for: contact, of: user.id) + flow(challenge, .emailSignup, of: user.id))
        switch contact {
        case .email(let email):
            try await deliver(transaction, .email(.confirmation, to: email, code, user: user, redirect: redirect, settings: settings))
        case .phone(let phone):
            try await deliverSMS(transaction, to: phone, code, user)
        }
    }

    /// Invites somebody. A link for an invitation needs no exchange: who is invited has asked for nothing.
    nonisolated(nonsending)
        func sendInvitation(_ transaction: AuthTransaction, _ user: User, _ redirect: RedirectTarget) async throws
    {
        let code = code(for: .email(user.email), isBound: false)
        try await transaction.run(
            storing(code, .confirmation, for: .email(user.email), of: user.id)
                + ["UPDATE auth.users SET invited_at = now(), updated_at = now() WHERE id = \(parameter: user.id)::uuid"])
        try await deliver(transaction, .email(.invite, to: user.email, code, user: user, redirect: redirect, settings: settings))
    }

    /// Sends a link that signs in, be it only to set a new password.
    nonisolated(nonsending)
        func sendSignInLink(
            _ transaction: AuthTransaction, _ name: MailTemplate.Name, _ user: User, _ challenge: CodeChallenge?,
            _ redirect: RedirectTarget
        ) async throws
    {
        try checkGap(.email, since: user.secondsSinceMessage(.recovery))
        let code = code(for: .email(user.email), isBound: challenge != nil)
        try await transaction.run(
            storing(code, .recovery, for: .email(user.email), of: user.id)
                + flow(challenge, name == .recovery ? .recovery : .magicLink, of: user.id))
        try await deliver(transaction, .email(name, to: user.email, code, user: user, redirect: redirect, settings: settings))
    }

    /// Sends a code that proves that the user is there.
    nonisolated(nonsending)
        func sendReauthentication(_ transaction: AuthTransaction, _ user: User, _ contact: Contact) async throws
    {
        try checkGap(contact.kind, since: user.secondsSinceMessage(.reauthentication))
        let code = code(for: contact, isBound: false)
        try await transaction.run(storing(code, .reauthentication, for: contact, of: user.id))
        switch contact {
        case .email(let email):
            let redirect = RedirectTarget(url: settings.siteURL)
            try await deliver(transaction, .email(.reauthentication, to: email, code, user: user, redirect: redirect, settings: settings))
        case .phone(let phone):
            try await deliverSMS(transaction, to: phone, code, user)
        }
    }

    /// Sends a code that confirms a change of address: to the new one, and also to the old one where both must agree.
    nonisolated(nonsending)
        func sendEmailChange(
            _ transaction: AuthTransaction, _ user: User, _ challenge: CodeChallenge?, _ redirect: RedirectTarget
        ) async throws
    {
        try checkGap(.email, since: user.secondsSinceMessage(.emailChangeNew))
        let new = code(for: .email(user.newEmail), isBound: challenge != nil)
        let asksOld = settings.email.doubleConfirmsChanges && !user.email.isEmpty
        let old = asksOld ? code(for: .email(user.email), isBound: challenge != nil) : nil
        try await transaction.run(
            [
                """
                UPDATE auth.users SET email_change_token_new = \(parameter: new.hash),
                    email_change_token_current = \(parameter: old?.hash ?? ""), email_change_confirm_status = 0,
                    email_change_sent_at = now(), updated_at = now()
                WHERE id = \(parameter: user.id)::uuid
                """
            ] + OneTimeToken.replace(.emailChangeNew, of: user.id, hash: new.hash, for: user.newEmail)
                + (old.map { OneTimeToken.replace(.emailChangeCurrent, of: user.id, hash: $0.hash, for: user.email) }
                    ?? [OneTimeToken.delete(.emailChangeCurrent, of: user.id)])
                + flow(challenge, .emailChange, of: user.id))
        let message = AuthMessage.email(.emailChange, to: user.newEmail, new, user: user, redirect: redirect, settings: settings)
        if try await sendEmailChangeByHook(transaction, message, new: new, old: old) { return }
        try await deliver(transaction, message)
        if let old {
            try await deliver(transaction, .email(.emailChange, to: user.email, old, user: user, redirect: redirect, settings: settings))
        }
    }

    /// Sends a code that confirms a change of number.
    nonisolated(nonsending)
        func sendPhoneChange(_ transaction: AuthTransaction, _ user: User) async throws
    {
        try checkGap(.phone, since: user.secondsSinceMessage(.phoneChange))
        let code = code(for: .phone(user.newPhone), isBound: false)
        try await transaction.run(storing(code, .phoneChange, for: .phone(user.newPhone), of: user.id))
        try await deliverSMS(transaction, to: user.newPhone, code, user)
    }
}

// MARK: - Making and storing

extension AuthResponder {
    func code(for contact: Contact, isBound: Bool) -> OneTimeCode {
        if case .phone(let phone) = contact, let fixed = settings.testCode(phone) {
            return OneTimeCode(fixed, for: phone, isBound: isBound)
        }
        let length = contact.kind == .email ? settings.email.codeLength : 6
        return .random(for: contact.text, length: length, isBound: isBound)
    }

    /// What keeps a code, and notes when it was sent.
    func storing(_ code: OneTimeCode, _ kind: OneTimeToken, for contact: Contact, of userID: String) -> [SQL] {
        let time: SQL =
            switch kind {
            case .confirmation: "confirmation_sent_at"
            case .recovery: "recovery_sent_at"
            case .emailChangeNew, .emailChangeCurrent: "email_change_sent_at"
            case .phoneChange: "phone_change_sent_at"
            case .reauthentication: "reauthentication_sent_at"
            }
        return [
            """
            UPDATE auth.users SET \(identifier: kind.rawValue) = \(parameter: code.hash), \(time) = now(), updated_at = now()
            WHERE id = \(parameter: userID)::uuid
            """
        ] + OneTimeToken.replace(kind, of: userID, hash: code.hash, for: contact.text)
    }

    func checkGap(_ kind: Contact.Kind, since seconds: Double?) throws(AuthError) {
        let gap = kind == .email ? settings.email.minimumGap : settings.sms.minimumGap
        if let seconds, seconds < gap { throw .tooSoon(kind, seconds: Int(min(gap - seconds, 1e9))) }
        try admitMessage(kind)
    }

    private func flow(_ challenge: CodeChallenge?, _ method: AuthenticationMethod, of userID: String) throws(AuthError) -> [SQL] {
        guard let challenge else { return [] }
        guard challenge.isKnownMethod else { throw .unexpected }
        return [
            FlowState.insert(.init(userID: userID, challenge: challenge, providerType: method.rawValue, method: method.rawValue))
        ]
    }

    nonisolated(nonsending)
        private func deliverSMS(_ transaction: AuthTransaction, to phone: String, _ code: OneTimeCode, _ user: User) async throws
    {
        guard settings.testCode(phone) == nil else { return }
        try await deliver(transaction, .sms(to: phone, code, user: user, settings: settings))
    }
}

extension AuthSettings {
    /// The fixed code of a number that is sent nothing.
    func testCode(_ phone: String) -> String? {
        sms.testCodes[phone] ?? sms.testCodes["+" + phone]
    }
}
