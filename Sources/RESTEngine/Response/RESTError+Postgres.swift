internal import HTTPServing
internal import JSONText
package import PostgresLink

extension RESTError {
    /// An error that PostgreSQL reported, as PostgREST shows it (rest.md 10.3).
    ///
    /// - Parameter isAuthenticated: whether the caller's role differs from the anonymous one: decides between 401 and 403.
    package init(_ error: PostgresError, isAuthenticated: Bool) {
        if let failure = ResultCheck.failure(in: error) {
            self = failure
            return
        }
        if error.sqlState == "PGRST" {
            self = Self.raised(error)
            return
        }
        let status = Self.status(of: error, isAuthenticated: isAuthenticated)
        self.init(
            status.code, error.sqlState, error.message, details: error.detail.map { .string($0) } ?? .null, hint: error.hint,
            headers: status.code == 401 ? [("WWW-Authenticate", "Bearer")] : [])
        self.status = status
    }

    private static func status(of error: PostgresError, isAuthenticated: Bool) -> Status {
        let state = error.sqlState
        if state.hasPrefix("PT") {
            guard let code = Int(state.dropFirst(2)), code >= 0 else { return Status(500) }
            return Status(code, reason: error.message)
        }
        switch state {
        case "23503", "23505": return Status(409)
        case "25006": return Status(405)
        case "21000": return Status(error.message.hasSuffix("requires a WHERE clause") ? 400 : 500)
        case "22023":
            return Status(error.message.hasPrefix("role") && error.message.hasSuffix("does not exist") ? 401 : 400)
        case "53400": return Status(500)
        case "57P01": return Status(503)
        case "P0001": return Status(400)
        case "42883": return Status(error.message.hasPrefix("function xmlagg(") ? 406 : 404)
        case "42P01": return Status(404)
        case "42P17": return Status(500)
        case "42501": return Status(isAuthenticated ? 403 : 401)
        default: break
        }
        switch state.prefix(2) {
        case "08", "53": return Status(503)
        case "0L", "0P", "28": return Status(403)
        case "09", "25", "2D", "38", "39", "3B", "40", "54", "55", "57", "58", "F0", "HV", "P0", "XX": return Status(500)
        default: return Status(400)
        }
    }

    /// `RAISE SQLSTATE 'PGRST'` with the whole answer in MESSAGE and DETAIL (rest.md 10.4).
    private static func raised(_ error: PostgresError) -> Self {
        guard let message = (try? JSON(text: error.message)).flatMap(RaisedMessage.init) else {
            return unreadableRaise(
                "Invalid JSON value for MESSAGE: '\(error.message)'",
                "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.")
        }
        let hint = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
        guard let text = error.detail else { return unreadableRaise("DETAIL is missing in the RAISE statement", hint) }
        guard let detail = (try? JSON(text: text)).flatMap(RaisedDetail.init) else {
            return unreadableRaise("Invalid JSON value for DETAIL: '\(text)'", hint)
        }
        var result = Self(
            detail.status, message.code, message.message, details: message.details.map { .string($0) } ?? .null, hint: message.hint,
            headers: detail.headers)
        result.status.reason = detail.statusText
        return result
    }

    private static func unreadableRaise(_ details: String, _ hint: String) -> Self {
        Self(500, "PGRST121", "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error", details: .string(details), hint: hint)
    }
}

private struct RaisedMessage {
    var code: String
    var message: String
    var details: String?
    var hint: String?

    init?(_ json: JSON) {
        guard let code = json["code"]?.string, let message = json["message"]?.string, json.hasTextOrNothing("details"),
            json.hasTextOrNothing("hint")
        else { return nil }
        self.code = code
        self.message = message
        details = json["details"]?.string
        hint = json["hint"]?.string
    }
}

private struct RaisedDetail {
    var status: Int
    var statusText: String?
    var headers: [(name: String, value: String)] = []

    init?(_ json: JSON) {
        guard let status = json["status"]?.wholeNumber, let members = json["headers"]?.object?.members, json.hasTextOrNothing("status_text")
        else { return nil }
        self.status = status
        statusText = json["status_text"]?.string
        for member in members {
            guard let value = member.value.string else { return nil }
            headers.append((member.name, value))
        }
        headers.sort { Array($0.name.unicodeScalars) .lexicographicallyPrecedes(Array($1.name.unicodeScalars)) }
    }
}

extension JSON {
    fileprivate func hasTextOrNothing(_ name: String) -> Bool {
        switch self[name] {
        case nil, .null?, .string?: true
        case .bool?, .number?, .array?, .object?: false
        }
    }

    /// `404` and `404.0` are both whole.
    fileprivate var wholeNumber: Int? {
        guard case .number(let text) = self else { return nil }
        if let whole = Int(text) { return whole }
        guard let value = Double(text), value == value.rounded(), abs(value) < 1e15 else { return nil }
        return Int(value)
    }
}
