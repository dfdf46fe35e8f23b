import JSONText
package import PostgresLink
package import Sockets
import Tokens

/// The schema `auth`, and bcrypt, which PostgreSQL computes on sessions of its own, so that sign-ins starve nobody.
package struct AuthDatabase: Sendable {
    private let pool: Pool
    private let passwordPool: Pool
    private let offload: Offload?

    /// - Parameter pool: sessions of `supabase_auth_admin`, begun with ``sessionSetup``.
    /// - Parameter passwordPool: a few more sessions, each of which may keep a core busy for 50 ms at a time.
    /// - Parameter offload: threads for hashes that PostgreSQL does not know; nil: those fit no password.
    package init(pool: Pool, passwordPool: Pool, offload: Offload? = nil) {
        self.pool = pool
        self.passwordPool = passwordPool
        self.offload = offload
    }

    /// What sessions begin with: no request takes longer than ten seconds, nor waits longer than five for another.
    package static let sessionSetup: [SQL] = ["SET statement_timeout = '10s'", "SET lock_timeout = '5s'", "SET search_path = auth"]

    /// Runs the statements in one round trip; either all of them take effect, or none.
    nonisolated(nonsending)
        func run(_ statements: [SQL]) async throws -> [ResultSet]
    {
        try await pool.withSession { try await $0.run(statements.map { Statement($0) }) }
    }

    /// The JSON in the first row and column; nil when there is none.
    nonisolated(nonsending)
        func value(_ statement: SQL) async throws -> JSON?
    {
        try await run([statement]).first?.json
    }

    /// Runs the body in a transaction, which is rolled back when the body throws.
    nonisolated(nonsending)
        func transaction<R>(_ body: nonisolated(nonsending) (AuthTransaction) async throws -> R) async throws -> R
    {
        // The pool rolls back what a session brings back open.
        try await pool.withSession { session in
            _ = try await session.run("BEGIN")
            let result = try await body(AuthTransaction(session: session))
            _ = try await session.run("COMMIT")
            return result
        }
    }
}

/// An open transaction.
struct AuthTransaction: Sendable {
    let session: Session

    @discardableResult
    nonisolated(nonsending)
        func run(_ statements: [SQL]) async throws -> [ResultSet]
    {
        try await session.run(statements.map { Statement($0) })
    }

    /// The user as the transaction sees it; nobody else can change it until the end.
    nonisolated(nonsending)
        func lockedUser(_ id: String) async throws -> User?
    {
        try await run([UserQuery.lock(id), UserQuery.byID(id)]).last?.user
    }
}

// MARK: - Passwords

extension AuthDatabase {
    nonisolated(nonsending)
        func hash(_ password: String, cost: Int) async throws -> String
    {
        let cost = String(min(max(cost, Limits.passwordCosts.lowerBound), Limits.passwordCosts.upperBound))
        let rows = try await passwordPool.withSession {
            try await $0.run("SELECT extensions.crypt(\(parameter: password), extensions.gen_salt('bf', \(parameter: cost)::integer))")
        }
        guard let hash = rows.firstText else { throw AuthError.unexpected }
        return hash
    }

    /// False also for hashes of a kind that is not known.
    nonisolated(nonsending)
        func isPassword(_ password: String, of hash: String) async throws -> Bool
    {
        switch PasswordHash(hash) {
        case .bcrypt(let known): return try await isPassword(password, of: known)
        case .argon2(let known, let variant):
            guard let offload else { return false }
            return try await offload.run { Argon2.isPassword(password, of: known, variant) }
        case .firebase, nil: return false
        }
    }

    nonisolated(nonsending)
        private func isPassword(_ password: String, of known: BcryptHash) async throws -> Bool
    {
        let rows = try await passwordPool.withSession {
            try await $0.run("SELECT extensions.crypt(\(parameter: password), \(parameter: known.asPgcryptoKnowsIt))")
        }
        guard let computed = rows.firstText.flatMap({ BcryptHash($0) }) else { return false }
        return Array(computed.rest.utf8).equalsInConstantTime(Array(known.rest.utf8))
    }
}

// MARK: - Results

extension ResultSet {
    var firstText: String? { rowCount > 0 && columnCount > 0 ? text(0, 0) : nil }

    var json: JSON? {
        guard rowCount > 0, columnCount > 0, let value = value(0, 0) else { return nil }
        return value.withUnsafeBytes { try? JSON(parsing: $0) }
    }

    var user: User? { json?.object.map { User($0) } }
}
