package import HTTPServing
package import PostgresLink
import Tokens

/// Supabase Storage: objects in buckets, at paths below `/storage/v1` (which the gateway takes off).
///
/// Rows are in the schema `storage`, under the application's policies; bytes are where the ``ContentStore`` keeps them.
package struct StorageResponder: Responder {
    let settings: StorageSettings
    let database: StorageDatabase
    let contents: any ContentStore
    let authenticator: StorageAuthenticator
    private let router: Router

    /// - Parameter pool: sessions of `authenticator`, which takes the callers' roles.
    package init(settings: StorageSettings, pool: Pool, contents: any ContentStore) {
        self.settings = settings
        self.contents = contents
        database = StorageDatabase(pool: pool)
        authenticator = StorageAuthenticator(verifier: JWTVerifier(keys: settings.keys))
        let objects = ObjectRoutes(settings: settings, database: database, contents: contents, authenticator: authenticator)
        router = Self.routes(objects)
    }

    private static func routes(_ objects: ObjectRoutes) -> Router {
        var router = Router()
        router.on(.get, "/health") { _, _ in Response(Status(200), headers: Headers([("Content-Length", "0")])) }
        router.on(.get, "/status") { _, _ in Response(Status(200), headers: Headers([("Content-Length", "0")])) }
        router.on(.post, "/object/:bucket/*key") { try await objects.upload($0, try address($1), replaces: false) }
        router.on(.put, "/object/:bucket/*key") { try await objects.upload($0, try address($1), replaces: true) }
        for method in [Method.get, .head] {
            router.on(method, "/object/:bucket/*key") { try await objects.download($0, try address($1), needsToken: false) }
            router.on(method, "/object/authenticated/:bucket/*key") {
                try await objects.download($0, try address($1), needsToken: true)
            }
            router.on(method, "/object/public/:bucket/*key") { try await objects.downloadPublic($0, try address($1)) }
        }
        for path in ["/bucket", "/bucket/*rest", "/object/sign/*rest", "/object/upload/sign/*rest", "/object/list/*rest",
            "/object/list-v2/*rest", "/object/move", "/object/copy", "/object/info/*rest", "/render/image/*rest", "/upload/resumable",
            "/upload/resumable/*rest", "/s3/*rest", "/cdn/*rest",
        ] {
            for method in [Method.get, .head, .post, .put, .patch, .delete] {
                router.on(method, path) { _, _ in throw StorageError.notEmulated }
            }
        }
        for path in ["/object/:bucket", "/object/:bucket/*key"] {
            router.on(.delete, path) { _, _ in throw StorageError.notEmulated }
        }
        router.fallback = { request, _ in throw StorageError.noRoute(request.method, request.target) }
        return router
    }

    private static func address(_ parameters: PathParameters) throws(StorageError) -> ObjectAddress {
        try ObjectAddress(bucket: parameters["bucket"] ?? "", key: parameters["key"] ?? "")
    }

    package func respond(to request: Request) async throws -> Response {
        do {
            return try await router.respond(to: request)
        } catch let error as StorageError {
            return error.response
        } catch let error as DatabaseError {
            return StorageError(error).response
        }
    }
}
