import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /signup: a new account with an address and a password, or an anonymous one.
extension AuthResponder {
    func signUp(_ request: AuthRequest) async throws -> Response {
        var form = try SignupForm(request.body.fields())
        if form.email.isEmpty && form.phone.isEmpty { return try await signUpAnonymously(request, form) }

        try admit(.signUp, request)
        guard settings.signupEnabled else { throw AuthError.signupDisabled }
        let contact = try form.check(settings)
        let existing = try await database.value(UserQuery.owner(of: contact, audience: request.audience))?.object.map { User($0) }
        guard let existing else { return try await createAccount(request, form, contact) }

        let isConfirmed = contact.kind == .email ? existing.isEmailConfirmed : existing.isPhoneConfirmed
        if isConfirmed { return try await repeatSignup(form, contact, existing) }
        return try await confirmAgain(request, form, contact, existing)
    }

    private func createAccount(_ request: AuthRequest, _ form: SignupForm, _ contact: Contact) async throws -> Response {
        let hash = try await database.hash(form.password, cost: settings.passwordCost)
        let account = NewAccount(audience: request.audience, contact: contact, passwordHash: hash, data: form.data)
        let user = try await create(account, form.challenge, RedirectTarget(request, settings))
        return try await answer(request, user, contact)
    }

    /// The account waits for its confirmation. Nothing of it changes, not even the password.
    private func confirmAgain(
        _ request: AuthRequest, _ form: SignupForm, _ contact: Contact, _ existing: User
    ) async throws -> Response {
        let redirect = RedirectTarget(request, settings)
        let user = try await saving {
            try await database.transaction { try await confirmOrAsk($0, existing.id, contact, form.challenge, redirect) }
        }
        return try await answer(request, existing.isInvited ? user.withoutDetails() : user, contact)
    }

    private func answer(_ request: AuthRequest, _ user: User, _ contact: Contact) async throws -> Response {
        guard let json = user.json.object else { throw AuthError.unexpected }
        if settings.needsConfirmation(contact.kind) { return .json(json) }
        let note = AuditEntry.insert(.login, by: user, provider: contact.provider)
        return .json(try await signIn(request, user, .password, notes: [note]) { $0.justConfirmed(contact.kind) })
    }

    /// An address that is taken. Who asks learns so only where nothing is kept secret anyway.
    private func repeatSignup(_ form: SignupForm, _ contact: Contact, _ user: User) async throws -> Response {
        _ = try await database.run([AuditEntry.insert(.userRepeatedSignup, by: user, provider: contact.provider)])
        // One of the two is enough in the real service, too.
        guard settings.needsConfirmation(.email), settings.needsConfirmation(.phone) else {
            throw AuthError(422, "user_already_exists", "User already registered")
        }
        return .json(form.pretendedUser(contact, now: WallClock.timestamp()))
    }
}

// MARK: - Anonymous

extension AuthResponder {
    private func signUpAnonymously(_ request: AuthRequest, _ form: SignupForm) async throws -> Response {
        guard settings.anonymousSignInsEnabled else {
            throw AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
        }
        try admit(.anonymous, request)
        guard settings.signupEnabled else { throw AuthError.signupDisabled }
        let new = UserWrites.NewUser(
            id: Random.uuid(), audience: request.audience, contacts: [], passwordHash: nil, appMetadata: JSONObject(),
            userMetadata: form.data, isAnonymous: true)
        try await askBeforeCreating(new)
        let session = NewSession(userID: new.id, method: .anonymous, client: request.client)
        do {
            return .json(
                try await database.transaction { transaction in
                    try await transaction.run(UserWrites.insert(new))
                    return try await begin(transaction, session)
                })
        } catch let error as DatabaseError {
            // Without its cause: this answer has the ordinary form also when a trigger raised.
            var refusal = AuthError(error, "Database error creating anonymous user")
            refusal.cause = nil
            throw refusal
        }
    }
}

// MARK: - The form

/// What a sign-up says.
private struct SignupForm: Sendable {
    let email: String
    let phone: String
    let password: String
    let data: JSONObject
    private let channel: String
    private let codeChallenge: String
    private let codeChallengeMethod: String
    private(set) var challenge: CodeChallenge?

    init(_ fields: AuthBody.Fields) throws(AuthError) {
        email = try fields.text("email")
        phone = try fields.text("phone")
        password = try fields.text("password")
        data = try fields.object("data") ?? JSONObject()
        channel = try fields.text("channel")
        codeChallenge = try fields.text("code_challenge")
        codeChallengeMethod = try fields.text("code_challenge_method")
    }

    /// Checks everything in the order of the real service.
    mutating func check(_ settings: AuthSettings) throws(AuthError) -> Contact {
        guard !password.isEmpty else { throw .validation("Signup requires a valid password") }
        try PasswordRules(settings).check(password)
        guard email.isEmpty || phone.isEmpty else {
            throw .validation("Only an email address or phone number should be provided on signup.")
        }
        if email.isEmpty {
            try settings.checkChannel(channel)
            guard codeChallenge.isEmpty else { throw .validation("PKCE not supported for phone signups") }
            guard settings.sms.isEnabled else { throw AuthError(400, "phone_provider_disabled", "Phone signups are disabled") }
            return try Contact(phone: phone)
        }
        challenge = try CodeChallenge(challenge: codeChallenge, method: codeChallengeMethod)
        guard settings.email.isEnabled else { throw AuthError(400, "email_provider_disabled", "Email signups are disabled") }
        return try Contact(email: email)
    }

    /// Looks like the answer for a new account, and hides that there is one.
    func pretendedUser(_ contact: Contact, now: String) -> JSONObject {
        [
            "id": .string(Random.uuid()), "aud": .string(AuthRequest.defaultAudience), "role": "",
            "email": .string(contact.kind == .email ? contact.text : ""), "phone": .string(contact.kind == .phone ? contact.text : ""),
            "confirmation_sent_at": .string(now),
            "app_metadata": ["provider": .string(contact.provider), "providers": [.string(contact.provider)]],
            "user_metadata": .object(data), "identities": [], "created_at": .string(now), "updated_at": .string(now), "is_anonymous": false,
        ]
    }
}
