import AuthService
import MockPostgrest
import PostgresLink
import TestSupport

/// One bootstrapped database for the tests of Auth, which keep apart by users of their own.
struct AuthTestDatabase: Sendable {
    let auth: AuthDatabase
    /// As the service itself.
    let pool: Pool
    /// As a superuser.
    let admin: Pool

    private static let opening = Task { try await open() }

    static func shared() async throws -> AuthTestDatabase { try await opening.value }

    /// - Parameter script: what a project has besides, run as a superuser.
    static func open(script: String = "") async throws -> AuthTestDatabase {
        let settings = try await TestCluster.shared().createDatabase()
        let admin = Pool(PoolSettings(settings, limit: 2), on: TestCluster.loop)
        try await bootstrap(admin)
        _ = try await admin.withSession { try await $0.runScript(script) }
        var own = settings
        own["user"] = "supabase_auth_admin"
        own.initialStatements = AuthDatabase.sessionSetup
        let pool = Pool(PoolSettings(own, limit: 8), on: TestCluster.loop)
        return AuthTestDatabase(
            auth: AuthDatabase(pool: pool, passwordPool: Pool(PoolSettings(own, limit: 2), on: TestCluster.loop)), pool: pool, admin: admin)
    }

    /// Roles belong to the whole cluster, and other tests of this process may be making the same ones.
    private static func bootstrap(_ admin: Pool) async throws {
        for attempt in 1... {
            do {
                return try await admin.withSession { try await Bootstrap.apply(over: $0) }
            } catch DatabaseError.server(let error) where attempt < 5 && ["23505", "42710", "XX000"].contains(error.sqlState) {
                try await TestCluster.loop.sleep(for: .milliseconds(100))
            }
        }
    }
}
