import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// What the endpoints that sign somebody in have in common.
extension AuthResponder {
    /// Begins a session in a transaction of its own.
    ///
    /// - Parameter notes: what is written with it.
    /// - Parameter shown: what the answer shows of the user.
    func signIn(
        _ request: AuthRequest, _ user: User, _ method: AuthenticationMethod, notes: [SQL] = [], shown: @Sendable (User) -> User = { $0 }
    ) async throws -> JSONObject {
        let session = NewSession(userID: user.id, method: method, client: request.client)
        do {
            return try await database.transaction { try await begin($0, session, notes: notes, shown: shown) }
        } catch let error as DatabaseError {
            throw AuthError(error, "Database error granting user")
        }
    }

    /// Stores the session, reads the user as it is then, and makes the answer.
    nonisolated(nonsending)
        func begin(
            _ transaction: AuthTransaction, _ session: NewSession, notes: [SQL] = [], shown: (User) -> User = { $0 }
        ) async throws -> JSONObject
    {
        let results = try await transaction.run(session.statements + notes + [UserQuery.byID(session.userID)])
        guard let user = results.last?.user else { throw AuthError.unexpected("Database error finding user") }
        let reference = AccessTokens.Reference(method: session.method.rawValue, timestamp: Int(WallClock.seconds()))
        return try await tokens(
            transaction, for: shown(user), session: session.id, refreshToken: session.refreshToken, references: [reference],
            session.method)
    }

    /// The answer to a sign-in, after the hook has had its say about the claims.
    nonisolated(nonsending)
        func tokens(
            _ transaction: AuthTransaction, for user: User, session: String, refreshToken: String, references: [AccessTokens.Reference],
            _ method: AuthenticationMethod
        ) async throws -> JSONObject
    {
        let now = Int(WallClock.seconds())
        var claims = accessTokens.claims(for: user, session: session, references: references, now: now)
        let question: JSONObject = [
            "user_id": .string(user.id), "claims": .object(claims), "authentication_method": .string(method.rawValue),
        ]
        if let answer = try await ask(.customAccessToken, question, in: transaction) { claims = try CustomClaims(answer).claims }
        return try accessTokens.response(claims, for: user, refreshToken: refreshToken, now: now)
    }

    /// Runs what writes a new user; whatever a trigger raises has one name.
    nonisolated(nonsending)
        func saving<R>(
            _ message: String = "Database error saving new user", _ body: nonisolated(nonsending) () async throws -> R
        ) async throws -> R
    {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw AuthError(error, message)
        }
    }

    /// The user as the transaction sees it, who must be there.
    nonisolated(nonsending)
        func found(_ transaction: AuthTransaction, _ id: String) async throws -> User
    {
        guard let user = try await transaction.lockedUser(id) else { throw AuthError.unexpected("Database error finding user") }
        return user
    }

    /// The account that an address or number belongs to.
    func account(_ contact: Contact, _ request: AuthRequest) async throws -> User? {
        do {
            return try await database.value(UserQuery.byContact(contact, audience: request.audience))?.object.map { User($0) }
        } catch let error as DatabaseError {
            throw AuthError(error, "Database error finding user")
        }
    }
}

extension AuthSettings {
    func needsConfirmation(_ kind: Contact.Kind) -> Bool {
        switch kind {
        case .email: email.confirmationsEnabled
        case .phone: sms.confirmationsEnabled
        }
    }
}

extension Contact {
    /// The name of the identity's provider.
    var provider: String {
        switch self {
        case .email: "email"
        case .phone: "phone"
        }
    }
}
