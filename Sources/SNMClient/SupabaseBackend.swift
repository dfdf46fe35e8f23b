/// A backend's services, put together: one session shared by authentication, database and storage.
///
///     let backend = SupabaseBackend(config: config)
///     try await backend.auth.signInAnonymously()
///     let walks = try await backend.database.fetchData().setTable("walk").request()
public struct SupabaseBackend: Sendable {
    /// Which backend it is.
    public let config: SupabaseConfig
    /// The signed-in user.
    public let session: SupabaseSessionManager
    /// Sign-in, sign-up, sign-out.
    public let auth: SupabaseAuthManager
    /// Tables and functions.
    public let database: SupabaseDBManager
    /// Files.
    public let storage: SupabaseStorageManager

    /// - Parameter sessionStorage: Where the session outlives the process; the system's usual place when left out.
    public init(
        config: SupabaseConfig,
        networkProvider: any NetworkProvider = SNMNetworkProvider(),
        sessionStorage: (any SupabaseSessionStorage)? = nil
    ) {
        self.config = config
        session = SupabaseSessionManager(config: config, networkProvider: networkProvider, storage: sessionStorage)
        auth = SupabaseAuthManager(config: config, networkProvider: networkProvider, sessionManager: session)
        database = SupabaseDBManager(config: config, networkProvider: networkProvider, sessionManager: session)
        storage = SupabaseStorageManager(config: config, networkProvider: networkProvider, sessionManager: session)
    }
}
