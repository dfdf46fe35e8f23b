import HTTPServing
import PostgresLink
import Testing

@testable import StorageService

@Suite("Storage errors")
struct StorageErrorTests {
    @Test("have four texts in this order, and mostly the status 400", arguments: [
        (StorageError.noSuchKey, 400, #"{"statusCode":"404","error":"not_found","message":"Object not found","code":"NoSuchKey"}"#),
        (.noSuchBucket, 400, #"{"statusCode":"404","error":"Bucket not found","message":"Bucket not found","code":"NoSuchBucket"}"#),
        (.keyExists, 400, #"{"statusCode":"409","error":"Duplicate","message":"The resource already exists","code":"KeyAlreadyExists"}"#),
        (.range, 416, #"{"statusCode":"416","error":"invalid_range","message":"invalid range provided","code":"InvalidRange"}"#),
        (
            .databaseTimeout, 544,
            #"{"statusCode":"544","error":"DatabaseTimeout","message":"The connection to the database timed out","code":"DatabaseTimeout"}"#
        ),
        (.key("\"\n"), 400, #"{"statusCode":"400","error":"InvalidKey","message":"Invalid key: \"\n","code":"InvalidKey"}"#),
        (
            .noRoute(.get, Target("/a?b=1")), 404,
            #"{"statusCode":"404","error":"Not Found","message":"Route GET:/a?b=1 not found","code":"InvalidRequest"}"#
        ),
    ])
    func response(error: StorageError, status: Int, body: String) async throws {
        let response = error.response
        #expect(response.status.code == status)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test("tell what PostgreSQL's mean", arguments: [
        ("42501", "new row violates row-level security policy for table \"objects\"", "AccessDenied", 403, 400),
        ("42501", "permission denied for table x", "AccessDenied", 403, 400),
        ("23505", "duplicate key", "ResourceAlreadyExists", 409, 400), ("23503", "violates", "InvalidRequest", 404, 400),
        ("55P03", "lock", "ResourceLocked", 423, 400), ("57014", "cancelled", "DatabaseTimeout", 544, 544),
        ("25006", "read-only", "DatabaseReadOnly", 503, 400), ("42P17", "recursion", "DatabaseInvalidObjectDefinition", 503, 400),
        ("22P02", "invalid input", "InvalidParameter", 400, 400), ("42P01", "no table", "DatabaseSchemaMismatch", 503, 400),
        ("P0001", "raised by a trigger", "DatabaseError", 500, 500),
    ])
    func mapping(sqlState: String, message: String, code: String, statusCode: Int, status: Int) {
        let error = StorageError(DatabaseError.server(PostgresError(sqlState: sqlState, message: message)))
        #expect(error.code == code)
        #expect(error.statusCode == statusCode)
        #expect(error.response.status.code == status)
    }

    @Test("keep the words of a refusal that no policy made, and hide those of the others")
    func words() {
        let denied = StorageError(.server(PostgresError(sqlState: "42501", message: "permission denied for table x")))
        #expect(denied.message == "permission denied for table x")
        let raised = StorageError(.server(PostgresError(sqlState: "P0001", message: "a secret")))
        #expect(raised.message == "database error, code: P0001")
        let referenced = StorageError(.server(PostgresError(sqlState: "23503", message: "", detail: "Key is still referenced from table")))
        #expect(referenced.code == "ResourceReferenced")
    }
}
