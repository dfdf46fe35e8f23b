import JSONText
import PostgresLink
import Tokens

/// What a code does when it is redeemed.
extension AuthResponder {
    enum Redeemed: Sendable {
        /// All is proved that was to be.
        case done(User)
        /// One of the two addresses of a change has agreed; the other one must, too.
        case half
    }

    nonisolated(nonsending)
        func redeem(_ transaction: AuthTransaction, _ redeemed: RedeemedCode, of user: User) async throws -> Redeemed
    {
        switch redeemed.type {
        case .signup, .invite: try await confirmAddress(transaction, user)
        case .recovery, .magicLink, .email: try await recover(transaction, user)
        case .emailChange:
            if needsOtherAddress(user) {
                try await agree(transaction, user, redeemed.code)
                return .half
            }
            try await changeEmail(transaction, user)
        case .sms: try await confirmPhone(transaction, user)
        case .phoneChange: try await changePhone(transaction, user)
        case .other: preconditionFailure("no code is of this type")
        }
        try await transaction.run([UserWrites.resetProviders(user.id)])
        return .done(try await found(transaction, user.id))
    }

    nonisolated(nonsending)
        private func confirmAddress(_ transaction: AuthTransaction, _ user: User) async throws
    {
        var statements: [SQL] = []
        if user.isInvited && user.passwordHash.isEmpty {
            // Who was invited sets a password later; until then there is one that nobody knows.
            let hash = try await database.hash(Random.text(64, of: RandomPassword.alphabet), cost: settings.passwordCost)
            statements += UserWrites.setPassword(user.id, hash: hash)
        }
        statements += [AuditEntry.insert(.userSignedUp, by: user, provider: "email")] + UserWrites.confirm(user.id, .email)
        statements.append(
            """
            UPDATE auth.identities SET identity_data = identity_data || '{"email_verified": true}', updated_at = now()
            WHERE user_id = \(parameter: user.id)::uuid AND email = \(parameter: user.email)
            """)
        try await transaction.run(statements)
    }

    nonisolated(nonsending)
        private func recover(_ transaction: AuthTransaction, _ user: User) async throws
    {
        var statements: [SQL] = [
            "UPDATE auth.users SET recovery_token = '', updated_at = now() WHERE id = \(parameter: user.id)::uuid",
            OneTimeToken.deleteAll(of: user.id),
        ]
        if user.isEmailConfirmed {
            statements.append(AuditEntry.insert(.login, by: user))
        } else {
            statements += [AuditEntry.insert(.userSignedUp, by: user, provider: "email")] + UserWrites.confirm(user.id, .email)
        }
        try await transaction.run(statements)
    }

    nonisolated(nonsending)
        private func confirmPhone(_ transaction: AuthTransaction, _ user: User) async throws
    {
        try await transaction.run(
            [AuditEntry.insert(.userSignedUp, by: user, provider: "phone")] + UserWrites.confirm(user.id, .phone))
    }

    nonisolated(nonsending)
        func changePhone(_ transaction: AuthTransaction, _ user: User) async throws
    {
        let old = user.phone
        _ = try await saving("Error confirming user") {
            try await transaction.run(
                [AuditEntry.insert(.userModified, by: user)] + UserWrites.changePhone(user, to: user.newPhone))
        }
        try await notify(
            transaction, .phoneChanged, to: user.email, user: try await found(transaction, user.id),
            .init(oldPhone: old, phone: user.newPhone))
    }
}

// MARK: - Changing the address

extension AuthResponder {
    private func needsOtherAddress(_ user: User) -> Bool {
        settings.email.confirmationsEnabled && settings.email.doubleConfirmsChanges && user.emailChangeStatus == 0 && !user.email.isEmpty
    }

    /// One half: that code is used up, the other one stays.
    nonisolated(nonsending)
        private func agree(_ transaction: AuthTransaction, _ user: User, _ code: OneTimeToken) async throws
    {
        try await transaction.run([
            """
            UPDATE auth.users SET \(identifier: code.rawValue) = '', email_change_confirm_status = 1, updated_at = now()
            WHERE id = \(parameter: user.id)::uuid
            """,
            OneTimeToken.delete(code, of: user.id),
        ])
    }

    nonisolated(nonsending)
        func changeEmail(_ transaction: AuthTransaction, _ user: User) async throws
    {
        let old = user.email
        _ = try await saving("Error confirm email") {
            let taken = try await transaction.run([
                UserQuery.isTaken(.email(user.newEmail), byOtherThan: user.id, audience: user.audience)
            ])
            guard taken.first?.json == false else { throw AuthError.unexpected("Error confirm email") }
            try await transaction.run(
                [AuditEntry.insert(.userModified, by: user)] + UserWrites.changeEmail(user, to: user.newEmail))
        }
        try await notify(
            transaction, .emailChanged, to: old, user: try await found(transaction, user.id), .init(oldEmail: old))
    }
}

/// Passwords that nobody is told.
enum RandomPassword {
    static let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
}
