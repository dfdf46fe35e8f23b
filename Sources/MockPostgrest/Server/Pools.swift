import AuthService
import PostgresLink
import Sockets

/// The sessions of one server, by the role they log in as and the work they do.
struct Pools: Sendable {
    let rest: Pool
    let auth: Pool
    /// bcrypt keeps a core busy for 50 ms: a few sessions of its own, so that sign-ins starve nobody.
    let passwords: Pool
    let storage: Pool
    let listener: ConnectionSettings

    init(_ database: ServedDatabase, _ configuration: MockServerConfiguration, on loop: EventLoop) {
        rest = Pool(PoolSettings(database.connection(as: "authenticator", application: "rest"), limit: configuration.poolSize), on: loop)
        var authConnection = database.connection(as: "supabase_auth_admin", application: "auth")
        authConnection.initialStatements = AuthDatabase.sessionSetup
        auth = Pool(PoolSettings(authConnection, limit: Limits.authSessions), on: loop)
        passwords = Pool(PoolSettings(authConnection, limit: Limits.passwordSessions), on: loop)
        storage = Pool(
            PoolSettings(database.connection(as: "authenticator", application: "storage"), limit: Limits.storageSessions), on: loop)
        listener = database.connection(as: "authenticator", application: "schema listener")
    }

    func close() async {
        await rest.close()
        await auth.close()
        await passwords.close()
        await storage.close()
    }
}
