package import HTTPServing
import JSONText
package import PostgresLink
import Tokens

/// An error that the client is told; each is written once, in the extensions below and beside the endpoints.
package struct AuthError: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case ordinary(status: Int, code: String, message: String)
        /// What should not have happened: 500 without a code in the headers.
        case unforeseen
        case weakPassword(message: String, reasons: [String])
        /// As OAuth 2 words errors; always 400.
        case oauth(error: String, description: String)
    }

    package var kind: Kind
    /// The database's report behind it, which clients of the first API version may see.
    package var cause: PostgresError?
    /// Whether the headers name the code, too; what hooks make of a request has none.
    package var isNamed = true

    package init(_ status: Int, _ code: String, _ message: String, cause: PostgresError? = nil) {
        kind = .ordinary(status: status, code: code, message: message)
        self.cause = cause
    }

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

// MARK: - On the wire

extension AuthError {
    package func response(_ version: APIVersion) -> Response {
        var headers = Headers([("Content-Type", "application/json")])
        if version == .dated { headers.append("X-Supabase-Api-Version", APIVersion.dated.rawValue) }
        switch kind {
        case .ordinary(let status, let code, let message):
            if isNamed { headers.append("x-sb-error-code", code) }
            if version == .initial, let report = databaseReport(headers) { return report }
            return Response(Status(status), headers: headers, body: .json(Self.body(version, status, code, message)))
        case .unforeseen:
            let body = Self.body(version, 500, "unexpected_failure", Self.unforeseenMessage)
            return Response(Status(500), headers: headers, body: .json(body))
        case .weakPassword(let message, let reasons):
            if version == .initial { headers.append("x-sb-error-code", "weak_password") }
            var body = Self.body(version, 422, "weak_password", message)
            body.set("weak_password", ["reasons": .array(reasons.map { .string($0) })])
            return Response(Status(422), headers: headers, body: .json(body))
        case .oauth(let error, let description):
            var body = JSONObject([.init("error", .string(error))])
            if !description.isEmpty { body.set("error_description", .string(description)) }
            return Response(Status(400), headers: headers, body: .json(body))
        }
    }

    private static func body(_ version: APIVersion, _ status: Int, _ code: String, _ message: String) -> JSONObject {
        switch version {
        case .dated: JSONObject([.init("code", .string(code)), .init("message", .string(message))])
        case .initial:
            JSONObject(
                [.init("code", .number(String(status))), .init("error_code", .string(code)), .init("msg", .string(message))]
                    + (status >= 500 ? [.init("error_id", .string(Random.uuid()))] : []))
        }
    }

    /// What a trigger or constraint said, shown as it is to clients of the first version.
    private func databaseReport(_ headers: Headers) -> Response? {
        guard let cause, Self.isShown(cause.sqlState) else { return nil }
        var body = JSONObject([.init("code", .string(cause.sqlState)), .init("message", .string(cause.message))])
        if let hint = cause.hint, !hint.isEmpty { body.set("hint", .string(hint)) }
        if let detail = cause.detail, !detail.isEmpty { body.set("detail", .string(detail)) }
        let chosen = cause.sqlState.hasPrefix("PT") ? Int(cause.sqlState.dropFirst(2)).flatMap { 200...599 ~= $0 ? $0 : nil } : nil
        return Response(Status(chosen ?? 500), headers: headers, body: .json(body))
    }

    private static func isShown(_ sqlState: String) -> Bool {
        ["P0001", "23000", "23001", "23502", "23503", "23505", "23514", "23P01"].contains(sqlState) || sqlState.hasPrefix("PT")
    }
}

extension ResponseBody {
    static func json(_ object: JSONObject) -> Self { .bytes(JSON.object(object).serialized()) }
}

// MARK: - The errors that several endpoints share

extension AuthError {
    static func validation(_ message: String, status: Int = 400) -> Self { Self(status, "validation_failed", message) }
    static func badJSON(_ reason: String) -> Self { Self(400, "bad_json", "Could not parse request body as JSON: \(reason)") }
    static func badToken(_ message: String, status: Int = 403) -> Self { Self(status, "bad_jwt", message) }

    static func unexpected(_ message: String, cause: (any Error)? = nil) -> Self {
        var report: PostgresError?
        if case .server(let error)? = cause as? DatabaseError { report = error }
        return Self(500, "unexpected_failure", message, cause: report)
    }

    /// An error of a hook's making.
    static func ofHook(_ status: Int, _ message: String) -> Self {
        var error = Self(status, status == 500 ? "unexpected_failure" : "unknown", message)
        error.isNamed = false
        return error
    }

    static let unexpected = Self(.unforeseen)
    static let unforeseenMessage = "Unexpected failure, please check server logs for more information"
    static let bodyTooLarge = Self(413, "request_entity_too_large", "Request body too large (max \(Limits.bodyBytes) bytes)")
    static let timedOut = Self(504, "request_timeout", "Processing this request timed out, please retry after a moment.")
    static let signupDisabled = Self(422, "signup_disabled", "Signups not allowed for this instance")
    static let invalidCredentials = Self(400, "invalid_credentials", "Invalid login credentials")
    static let notEmulated = Self(501, "unexpected_failure", "This endpoint is not emulated yet")

    static func tooSoon(_ contact: Contact.Kind, seconds: Int) -> Self {
        let code = contact == .email ? "over_email_send_rate_limit" : "over_sms_send_rate_limit"
        return Self(429, code, "For security purposes, you can only request this after \(seconds) seconds.")
    }

    /// What became of a statement that was not expected to fail; `message` says what it was for.
    init(_ error: DatabaseError, _ message: String) {
        switch error {
        // lock_not_available: another refresh of the session holds it.
        case .server(let report) where report.sqlState == "55P03": self = .tooManyRefreshes
        // query_canceled, by statement_timeout.
        case .server(let report) where report.sqlState == "57014": self = .timedOut
        case .poolTimeout: self = .timedOut
        case .server, .connection, .closed: self = .unexpected(message, cause: error)
        }
    }
}
