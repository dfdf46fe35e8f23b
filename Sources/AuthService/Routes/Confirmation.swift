import PostgresLink
import Tokens

/// Codes that are sent to confirm an address or number.
extension AuthResponder {
    /// Sends a code that confirms a new account.
    nonisolated(nonsending)
        func sendConfirmation(
            _ transaction: AuthTransaction, _ user: User, _ contact: Contact, _ challenge: CodeChallenge?, _ redirect: RedirectTarget
        ) async throws
    {
        try checkGap(contact.kind, since: user.secondsSinceConfirmationMessage)
        let code = code(for: contact, isBound: challenge != nil)
        try await transaction.run(
            [
                """
                UPDATE auth.users SET confirmation_token = \(parameter: code.hash), confirmation_sent_at = now(), updated_at = now()
                WHERE id = \(parameter: user.id)::uuid
                """
            ] + OneTimeToken.replace(.confirmation, of: user.id, hash: code.hash, for: contact.text)
                + flow(challenge, .emailSignup, of: user.id))
        switch contact {
        case .email(let email):
            try await deliver(transaction, .email(.confirmation, to: email, code, user: user, redirect: redirect, settings: settings))
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
        try checkGap(.email, since: user.secondsSinceEmailChangeMessage)
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
                + (old.map { OneTimeToken.replace(.emailChangeCurrent, of: user.id, hash: $0.hash, for: user.email) } ?? [])
                + flow(challenge, .emailChange, of: user.id))
        try await deliver(transaction, .email(.emailChange, to: user.newEmail, new, user: user, redirect: redirect, settings: settings))
        if let old {
            try await deliver(transaction, .email(.emailChange, to: user.email, old, user: user, redirect: redirect, settings: settings))
        }
    }

    /// Sends a code that confirms a change of number.
    nonisolated(nonsending)
        func sendPhoneChange(_ transaction: AuthTransaction, _ user: User) async throws
    {
        try checkGap(.phone, since: user.secondsSincePhoneChangeMessage)
        let code = code(for: .phone(user.newPhone), isBound: false)
        try await transaction.run(
            [
                """
                UPDATE auth.users SET phone_change_token = \(parameter: code.hash), phone_change_sent_at = now(), updated_at = now()
                WHERE id = \(parameter: user.id)::uuid
                """
            ] + OneTimeToken.replace(.phoneChange, of: user.id, hash: code.hash, for: user.newPhone))
        try await deliverSMS(transaction, to: user.newPhone, code, user)
    }

    private func code(for contact: Contact, isBound: Bool) -> OneTimeCode {
        if case .phone(let phone) = contact, let fixed = settings.testCode(phone) {
            return OneTimeCode(fixed, for: phone, isBound: isBound)
        }
        let length = contact.kind == .email ? settings.email.codeLength : 6
        return .random(for: contact.text, length: length, isBound: isBound)
    }

    private func checkGap(_ kind: Contact.Kind, since seconds: Double?) throws(AuthError) {
        let gap = kind == .email ? settings.email.minimumGap : settings.sms.minimumGap
        guard let seconds, seconds < gap else { return }
        throw .tooSoon(kind, seconds: Int(min(gap - seconds, 1e9)))
    }

    private func flow(_ challenge: CodeChallenge?, _ method: AuthenticationMethod, of userID: String) throws(AuthError) -> [SQL] {
        guard let challenge else { return [] }
        guard ["s256", "plain"].contains(challenge.method) else { throw .unexpected }
        return [
            """
            INSERT INTO auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
                authentication_method, created_at, updated_at)
            VALUES (\(parameter: Random.uuid())::uuid, \(parameter: userID)::uuid, \(parameter: Random.uuid()),
                \(parameter: challenge.method)::auth.code_challenge_method, \(parameter: challenge.challenge),
                \(parameter: method.rawValue), \(parameter: method.rawValue), now(), now())
            """
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

/// Rows of `auth.one_time_tokens`: a user has one of a kind.
enum OneTimeToken: String, Sendable {
    case confirmation = "confirmation_token"
    case emailChangeNew = "email_change_token_new"
    case emailChangeCurrent = "email_change_token_current"
    case phoneChange = "phone_change_token"

    static func replace(_ type: OneTimeToken, of userID: String, hash: String, for contact: String) -> [SQL] {
        let type = "\(parameter: type.rawValue)::auth.one_time_token_type" as SQL
        return [
            "DELETE FROM auth.one_time_tokens WHERE user_id = \(parameter: userID)::uuid AND token_type = \(type)",
            """
            INSERT INTO auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
            VALUES (\(parameter: Random.uuid())::uuid, \(parameter: userID)::uuid, \(type), \(parameter: hash),
                \(parameter: contact.lowercased()), now() AT TIME ZONE 'UTC', now() AT TIME ZONE 'UTC')
            """,
        ]
    }
}
