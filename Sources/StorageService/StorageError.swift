package import HTTPServing
import JSONText
import PostgresLink

/// An error as the storage service shows it: four texts, of which `statusCode` is the true status. The HTTP status is 400 for
/// most of them, which clients rely on (storage.md 3).
package struct StorageError: ResponseError, Sendable, Hashable {
    package var code: String
    /// A label from the service's first years; the code where there is none.
    package var label: String
    package var statusCode: Int
    package var message: String
    /// The HTTP status where the rule does not give it.
    package var forcedStatus: Int?

    init(_ statusCode: Int, _ code: String, label: String? = nil, _ message: String, forcedStatus: Int? = nil) {
        self.statusCode = statusCode
        self.code = code
        self.label = label ?? code
        self.message = message
        self.forcedStatus = forcedStatus
    }

    package var response: Response {
        let status = forcedStatus ?? (statusCode == 500 ? 500 : 400)
        let body: JSON = [
            "statusCode": .string(String(statusCode)), "error": .string(label), "message": .string(message), "code": .string(code),
        ]
        return Response(
            Status(status), headers: Headers([("Content-Type", "application/json; charset=utf-8")]), body: .bytes(body.serialized()))
    }
}

extension StorageError {
    static let noSuchBucket = Self(404, "NoSuchBucket", label: "Bucket not found", "Bucket not found")
    static let noSuchKey = Self(404, "NoSuchKey", label: "not_found", "Object not found")
    static let contentMissing = Self(404, "NoSuchKey", label: "Not found", "The resource was not found")
    static let keyExists = Self(409, "KeyAlreadyExists", label: "Duplicate", "The resource already exists")
    static let exists = Self(409, "ResourceAlreadyExists", label: "Duplicate", "The resource already exists")
    static let referenced = Self(
        409, "ResourceReferenced", "The resource could not be updated or removed due to a foreign key constraint")
    static let relatedMissing = Self(404, "InvalidRequest", "The related resource does not exist")
    static let bucketName = Self(400, "InvalidBucketName", label: "Invalid Input", "Bucket name invalid")
    static let tooLarge = Self(413, "EntityTooLarge", label: "Payload too large", "The object exceeded the maximum allowed size")
    static let metadataTooLarge = Self(
        413, "EntityTooLarge", label: "Payload too large", "The user_metadata exceeded the maximum allowed size")
    static let contentType = Self(415, "InvalidMimeType", label: "invalid_mime_type", "Invalid Content-Type header")
    static let range = Self(416, "InvalidRange", label: "invalid_range", "invalid range provided", forcedStatus: 416)
    static let lockTimeout = Self(503, "LockTimeout", label: "acquiring_lock_timeout", "acquiring lock timeout")
    static let locked = Self(423, "ResourceLocked", "The resource is locked")
    static let databaseTimeout = Self(544, "DatabaseTimeout", "The connection to the database timed out", forcedStatus: 544)
    static let slowDown = Self(
        429, "SlowDown", label: "too_many_connections", "Too many connections issued to the database", forcedStatus: 429)
    static let headerMissing = Self(400, "InvalidRequest", label: "Error", "headers must have required property 'authorization'")
    static let notEmulated = Self(501, "NotEmulated", "This part of storage is not emulated yet", forcedStatus: 501)

    static func accessDenied(_ reason: String) -> Self { Self(403, "AccessDenied", label: "Unauthorized", reason) }
    static func key(_ key: String) -> Self { Self(400, "InvalidKey", "Invalid key: \(key)") }
    static func mimeType(_ type: String) -> Self { Self(415, "InvalidMimeType", label: "invalid_mime_type", "mime type \(type) is not supported") }
    static func noContent(_ reason: String = "No content provided") -> Self { Self(400, "InvalidRequest", reason) }

    static func noRoute(_ method: Method, _ target: Target) -> Self {
        let shown = target.path + (target.query.map { "?\($0)" } ?? "")
        return Self(404, "InvalidRequest", label: "Not Found", "Route \(method.rawValue):\(shown) not found", forcedStatus: 404)
    }

    /// What a failed statement means (storage.md 3.4).
    init(_ error: DatabaseError) {
        switch error {
        case .server(let error): self.init(error)
        case .poolTimeout: self = .slowDown
        case .connection, .closed: self = .databaseTimeout
        }
    }

    private init(_ error: PostgresError) {
        switch error.sqlState {
        case "42501":
            let mentionsPolicies = error.message.contains("row-level security")
            self = .accessDenied(mentionsPolicies ? "new row violates row-level security policy" : error.message)
        case "23505": self = .exists
        case "23503": self = error.detail?.contains("still referenced") == true ? .referenced : .relatedMissing
        case "55P03": self = .locked
        case "57014": self = .databaseTimeout
        case "25006": self = Self(503, "DatabaseReadOnly", "The database is in read-only mode: \(error.message)")
        case "42P17": self = Self(503, "DatabaseInvalidObjectDefinition", "The database schema is invalid or incompatible.")
        case "22P02": self = Self(400, "InvalidParameter", error.message)
        case "42703", "42P01": self = Self(503, "DatabaseSchemaMismatch", "The database schema does not match: \(error.message)")
        default: self = Self(500, "DatabaseError", "database error, code: \(error.sqlState)")
        }
    }
}
