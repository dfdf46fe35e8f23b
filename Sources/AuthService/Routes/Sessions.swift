import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// What the endpoints that sign somebody in have in common.
extension AuthResponder {
    /// Stores the session and reads the user as it is then.
    func start(_ session: NewSession, of user: User, provider: String) async throws -> User {
        do {
            let entry = AuditEntry.insert(.login, by: user, provider: provider)
            let results = try await database.run(session.statements + [entry, UserQuery.byID(user.id)])
            guard let signedIn = results.last?.user else { throw AuthError.unexpected("Database error finding user") }
            return signedIn
        } catch let error as DatabaseError {
            throw AuthError(error, "Database error granting user")
        }
    }

    func tokenResponse(_ user: User, _ session: NewSession) throws(AuthError) -> JSONObject {
        let now = Int(WallClock.seconds())
        return try accessTokens.response(
            for: user, session: session.id, refreshToken: session.refreshToken,
            references: [.init(method: session.method.rawValue, timestamp: now)], now: now)
    }

    /// Runs what writes a new user; whatever a trigger raises has one name.
    nonisolated(nonsending)
        func saving<R>(_ body: nonisolated(nonsending) () async throws -> R) async throws -> R
    {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw AuthError(error, "Database error saving new user")
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
