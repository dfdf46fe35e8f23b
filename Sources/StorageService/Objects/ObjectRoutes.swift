import HTTPServing

/// The routes that read and write one object.
struct ObjectRoutes: Sendable {
    let settings: StorageSettings
    let database: StorageDatabase
    let contents: any ContentStore
    let authenticator: StorageAuthenticator
}
