import JSONText
import PostgresLink
import Tokens

/// An account that is about to be made, with the identity that goes with its address.
struct NewAccount: Sendable {
    let id = Random.uuid()
    let audience: String
    let contact: Contact
    /// Nil: no password.
    let passwordHash: String?
    /// What the user says of themselves.
    let data: JSONObject

    var user: UserWrites.NewUser {
        UserWrites.NewUser(
            id: id, audience: audience, contacts: [contact], passwordHash: passwordHash,
            appMetadata: ["provider": .string(contact.provider), "providers": [.string(contact.provider)]], userMetadata: data)
    }

    /// What the new identity says of the user: the names of the service win over those of the form.
    var identityData: JSONObject {
        var object = data
        object.set("sub", .string(id))
        if case .email(let email) = contact { object.set("email", .string(email)) }
        object.set("email_verified", false)
        object.set("phone_verified", false)
        return object
    }

    /// As a sign-up writes it: the user says of themselves what the identity says.
    var statements: [SQL] {
        UserWrites.insert(user) + [
            UserWrites.insertIdentity(id, provider: contact.provider, subject: id, data: identityData),
            UserWrites.mergeUserMetadata(id, identityData), UserWrites.updateProviders(id),
        ]
    }
}

extension NewAccount {
    /// As an invitation writes it: the identity says no more than the address.
    var insertion: [SQL] {
        UserWrites.insert(user) + [UserWrites.insertIdentity(of: id, contact), UserWrites.updateProviders(id)]
    }
}

extension AuthResponder {
    /// The hook may refuse a new user.
    nonisolated(nonsending)
        func askBeforeCreating(_ user: UserWrites.NewUser, in transaction: AuthTransaction? = nil) async throws
    {
        _ = try await ask(.beforeUserCreated, ["user": .object(user.announcement)], in: transaction)
    }

    /// Makes the account, and confirms it or sends what confirms it.
    func create(_ account: NewAccount, _ challenge: CodeChallenge?, _ redirect: RedirectTarget) async throws -> User {
        try await askBeforeCreating(account.user)
        return try await saving {
            try await database.transaction { transaction in
                try await transaction.run(account.statements)
                return try await confirmOrAsk(transaction, account.id, account.contact, challenge, redirect)
            }
        }
    }

    /// Confirms the user when the settings ask for no proof; else sends a code.
    nonisolated(nonsending)
        func confirmOrAsk(
            _ transaction: AuthTransaction, _ id: String, _ contact: Contact, _ challenge: CodeChallenge?, _ redirect: RedirectTarget
        ) async throws -> User
    {
        let user = try await found(transaction, id)
        if settings.needsConfirmation(contact.kind) {
            try await sendConfirmation(transaction, user, contact, challenge, redirect)
            try await transaction.run([AuditEntry.insert(.userConfirmationRequested, by: user, provider: contact.provider)])
        } else {
            try await transaction.run(
                UserWrites.confirm(id, contact.kind) + [AuditEntry.insert(.userSignedUp, by: user, provider: contact.provider)])
        }
        return try await found(transaction, id)
    }
}

extension UserWrites.NewUser {
    /// The user as hooks see it before there is a row.
    var announcement: JSONObject {
        [
            "id": .string(id), "aud": .string(audience), "role": "", "email": .string(email ?? ""), "phone": .string(phone ?? ""),
            "app_metadata": .object(appMetadata), "user_metadata": .object(userMetadata), "identities": [],
            "created_at": "0001-01-01T00:00:00Z", "updated_at": "0001-01-01T00:00:00Z", "is_anonymous": .bool(isAnonymous),
        ]
    }
}
