import JSONText
package import PostgresLink
import Tokens

/// The schema `auth`, and bcrypt, which PostgreSQL computes on sessions of its own, so that sign-ins starve nobody.
package struct AuthDatabase: Sendable {
    private let pool: Pool
    private let passwordPool: Pool

    /// - Parameter pool: sessions of `supabase_auth_admin`, begun with ``sessionSetup``.
    /// - Parameter passwordPool: a few more sessions, each of which may keep a core busy for 50 ms at a time.
    package init(pool: Pool, passwordPool: Pool) {
        self.pool = pool
        self.passwordPool = passwordPool
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

    /// False also for hashes of other kinds than bcrypt.
    nonisolated(nonsending)
        func isPassword(_ password: String, of hash: String) async throws -> Bool
    {
        guard let known = BcryptHash(hash) else { return false }
        let rows = try await passwordPool.withSession {
            try await $0.run("SELECT extensions.crypt(\(parameter: password), \(parameter: known.asPgcryptoKnowsIt))")
        }
        guard let computed = rows.firstText.flatMap({ BcryptHash($0) }) else { return false }
        return Array(computed.rest.utf8).equalsInConstantTime(Array(known.rest.utf8))
    }
}

/// A hash such as `$2a$10$` with 53 characters of salt and digest.
struct BcryptHash: Sendable, Hashable {
    /// Cost, salt and digest: what follows the version.
    let rest: String

    init?(_ text: String) {
        guard ["$2a$", "$2b$", "$2y$"].contains(where: text.hasPrefix) else { return nil }
        rest = String(text.dropFirst(4))
        let parts = rest.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 53], let cost = Int(parts[0]), Limits.passwordCosts ~= cost,
            parts[1].utf8.allSatisfy({ 0x2E...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 })
        else { return nil }
    }

    /// The versions differ only in mistakes that other programs made long ago; pgcrypto knows one name, and takes the others
    /// for another algorithm.
    var asPgcryptoKnowsIt: String { "$2a$" + rest }
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
