import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// `/admin/users` and one user below it: administrators make, read, change and delete accounts. Nobody is sent anything.
extension AuthResponder {
    func createUser(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let form = try AdminUserForm(request.body.fields())
        let contacts = try form.contacts()
        guard let first = contacts.first else {
            throw AuthError.validation("Cannot create a user without either an email or phone")
        }
        let audience = form.audience.isEmpty ? request.audience : form.audience
        for contact in contacts {
            let taken = try await database.value(UserQuery.isTaken(contact, byOtherThan: UUIDText.null, audience: audience))
            guard taken == false else {
                throw contact.kind == .email
                    ? .emailExists : AuthError(422, "phone_exists", "Phone number already registered by another user")
            }
        }
        let hash = try await passwordHash(of: form)
        let new = UserWrites.NewUser(
            id: try form.checkedID(), audience: audience, contacts: contacts, passwordHash: hash,
            appMetadata: ["provider": .string(first.provider), "providers": .array(contacts.map { .string($0.provider) })],
            userMetadata: form.userMetadata ?? [:], role: form.role.isEmpty ? "authenticated" : form.role)
        let ban = try BanDuration.parse(form.banDuration)

        var writes = UserWrites.insert(new)
        for contact in contacts { writes.append(UserWrites.insertIdentity(of: new.id, contact)) }
        writes += form.confirmations(new.id)
        if let metadata = form.appMetadata { writes.append(UserWrites.mergeAppMetadata(new.id, metadata)) }
        if let ban { writes.append(ban.statement(new.id)) }
        let user = try await saving("Database error creating new user") { [writes] in
            try await database.transaction { transaction in
                try await transaction.run(writes)
                let user = try await found(transaction, new.id)
                try await transaction.run([AuditEntry.insert(.userSignedUp, by: administrator, to: user)])
                return user
            }
        }
        return try answer(user.withoutConfirmationTime())
    }

    func getUser(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        try answer(try await namedUser(request))
    }

    func changeUser(_ request: AuthRequest, _ administrator: Administrator) async throws -> Response {
        let known = try await namedUser(request)
        let form = try AdminUserForm(request.body.fields())
        let contacts = try form.contacts()
        let ban = try BanDuration.parse(form.banDuration)
        var hash: String?
        if let password = form.password {
            try PasswordRules(settings).check(password)
            hash = try await database.hash(password, cost: settings.passwordCost)
        }
        let user = try await saving("Error updating user") { [hash] in
            try await database.transaction { transaction in
                let user = try await found(transaction, known.id)
                try await transaction.run(changes(of: user, form, contacts, passwordHash: hash, ban))
                try await transaction.run([AuditEntry.insert(.userModified, by: administrator, to: user)])
                return try await found(transaction, known.id)
            }
        }
        return try answer(user.withIdentities(before: known).withConfirmationTime(of: known))
    }

    private func changes(
        of user: User, _ form: AdminUserForm, _ contacts: [Contact], passwordHash: String?, _ ban: BanDuration?
    ) -> [SQL] {
        let id = "\(parameter: user.id)::uuid" as SQL
        var writes: [SQL] = []
        if !form.role.isEmpty {
            writes.append("UPDATE auth.users SET role = \(parameter: form.role), updated_at = now() WHERE id = \(id)")
        }
        writes += form.confirmations(user.id)
        if let passwordHash {
            writes += UserWrites.setPassword(user.id, hash: passwordHash) + [SessionQuery.end(of: user.id, but: nil)]
        }
        for contact in contacts {
            let (kind, isVerified) = (contact.provider, contact.kind == .email ? form.confirmsEmail : form.confirmsPhone)
            let data: JSONObject = [
                "sub": .string(user.id), kind: .string(contact.text), "\(kind)_verified": .bool(isVerified),
            ]
            writes += UserWrites.identityData(kind, of: user, data)
            writes.append(
                "UPDATE auth.users SET \(identifier: kind) = \(parameter: contact.text), updated_at = now() WHERE id = \(id)")
        }
        if let metadata = form.appMetadata { writes.append(UserWrites.mergeAppMetadata(user.id, metadata)) }
        if let metadata = form.userMetadata { writes.append(UserWrites.mergeUserMetadata(user.id, metadata)) }
        if let ban { writes.append(ban.statement(user.id)) }
        return writes
    }

    /// The user whom the path names.
    func namedUser(_ request: AuthRequest) async throws -> User {
        guard let id = request.ids.first, UUIDText.isValid(id) else {
            throw AuthError.validation("user_id must be an UUID", status: 404)
        }
        guard let user = try await database.value(UserQuery.byID(id))?.object.map({ User($0) }) else {
            throw AuthError(404, "user_not_found", "User not found")
        }
        return user
    }

    private func answer(_ user: User) throws(AuthError) -> Response {
        guard let json = user.json.object else { throw .unexpected }
        return .json(json)
    }

    private func passwordHash(of form: AdminUserForm) async throws -> String {
        guard form.password == nil || form.passwordHash.isEmpty else {
            throw AuthError.validation("Only a password or a password hash should be provided")
        }
        guard form.passwordHash.isEmpty else {
            guard PasswordHash(form.passwordHash) != nil else { throw AuthError.unexpected("Error creating user") }
            return form.passwordHash
        }
        let given = form.password ?? ""
        guard given.utf8.count <= Limits.passwordBytes else { throw AuthError.passwordTooLong }
        let password = given.isEmpty ? Random.text(64, of: RandomPassword.alphabet) : given
        return try await database.hash(password, cost: settings.passwordCost)
    }
}

/// What an administrator says of a user.
private struct AdminUserForm: Sendable {
    let id: String
    let audience: String
    let role: String
    let email: String
    let phone: String
    /// Nil: not given.
    let password: String?
    let passwordHash: String
    let confirmsEmail: Bool
    let confirmsPhone: Bool
    let userMetadata: JSONObject?
    let appMetadata: JSONObject?
    let banDuration: String

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        id = try fields.text("id")
        audience = try fields.text("aud")
        role = try fields.text("role")
        email = try fields.text("email")
        phone = try fields.text("phone")
        password = try fields.has("password") ? fields.text("password") : nil
        passwordHash = try fields.text("password_hash")
        confirmsEmail = try fields.bool("email_confirm")
        confirmsPhone = try fields.bool("phone_confirm")
        userMetadata = try fields.object("user_metadata")
        appMetadata = try fields.object("app_metadata")
        banDuration = try fields.text("ban_duration")
    }

    /// The address and the number, as far as they are given.
    func contacts() throws(AuthError) -> [Contact] {
        var contacts: [Contact] = []
        if !email.isEmpty { contacts.append(try Contact(email: email)) }
        if !phone.isEmpty { contacts.append(try Contact(phone: phone)) }
        return contacts
    }

    func checkedID() throws(AuthError) -> String {
        guard !id.isEmpty else { return Random.uuid() }
        guard UUIDText.isValid(id) else { throw .validation("ID must conform to the uuid v4 format") }
        guard id != UUIDText.null else { throw .validation("ID cannot be a nil uuid") }
        return id.lowercased()
    }

    func confirmations(_ userID: String) -> [SQL] {
        (confirmsEmail ? UserWrites.confirm(userID, .email) : []) + (confirmsPhone ? UserWrites.confirm(userID, .phone) : [])
    }
}
