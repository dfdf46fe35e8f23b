import HTTPServing
import PostgresLink
import Testing

@testable import RESTEngine

/// PostgreSQL's errors as answers (rest.md 10.3, 10.4).
@Suite struct PostgresErrorTests {
    @Test(
        "gives each class of errors its status",
        arguments: [
            ("08000", 503), ("08P01", 503), ("09000", 500), ("0L000", 403), ("0LP01", 403), ("0P000", 403), ("23503", 409), ("23505", 409),
            ("23502", 400), ("23514", 400), ("25006", 405), ("25001", 500), ("25P02", 500), ("28000", 403), ("28P01", 403), ("2D000", 500),
            ("38000", 500), ("39P01", 500), ("3B001", 500), ("40001", 500), ("40P01", 500), ("53400", 500), ("53000", 503), ("53300", 503),
            ("54001", 500), ("55000", 500), ("55006", 500), ("57P01", 503), ("57014", 500), ("57P03", 500), ("58030", 500), ("F0001", 500),
            ("HV000", 500), ("P0001", 400), ("P0002", 500), ("P0004", 500), ("XX000", 500), ("XX002", 500), ("42883", 404), ("42P01", 404),
            ("42P17", 500), ("42501", 403), ("22P02", 400), ("42703", 400), ("42601", 400), ("42P10", 400), ("2201W", 400), ("2201X", 400),
            ("428C9", 400), ("42804", 400), ("42809", 400), ("42725", 400), ("21000", 500), ("22023", 400), ("01000", 400), ("ZZZZZ", 400),
        ])
    func statuses(state: String, status: Int) {
        let error = RESTError(PostgresError(sqlState: state, message: "m", detail: "d", hint: "h"), isAuthenticated: true)
        #expect(error.status == Status(status))
        #expect(
            String(decoding: error.document.canonical(), as: UTF8.self) == #"{"code":"\#(state)","details":"d","hint":"h","message":"m"}"#)
        #expect(error.headers.isEmpty)
    }

    @Test(
        "looks at the message where the state does not tell enough",
        arguments: [
            ("21000", "UPDATE requires a WHERE clause", 400), ("21000", "more than one row returned", 500),
            ("22023", "role \"x\" does not exist", 401), ("22023", "parameter \"x\" does not exist", 400),
            ("42883", "function xmlagg(json) does not exist", 406), ("42883", "function f() does not exist", 404),
            ("42501", "permission denied for table dogs", 401),
        ])
    func messages(state: String, message: String, status: Int) {
        let error = RESTError(PostgresError(sqlState: state, message: message), isAuthenticated: false)
        #expect(error.status.code == status)
        #expect(error.headers.map { "\($0.name): \($0.value)" } == (status == 401 ? ["WWW-Authenticate: Bearer"] : []))
    }

    @Test(
        "takes the status of a PT state as it stands",
        arguments: [("PT402", 402), ("PT401", 401), ("PT000", 0), ("PT200", 200), ("PT999", 999), ("PTABC", 500), ("PT4X2", 500)])
    func statusStates(state: String, status: Int) {
        let error = RESTError(PostgresError(sqlState: state, message: "Züge"), isAuthenticated: true)
        let isNumber = Int(state.dropFirst(2)) != nil
        #expect(error.status == Status(status, reason: isNumber ? "Züge" : nil) && error.code == state)
        #expect(error.headers.count == (status == 401 ? 1 : 0))
    }

    @Test("reads a raised answer whole")
    func raised() {
        let error = RESTError(
            PostgresError(
                sqlState: "PGRST", message: #"{"code":"X1","message":"no","details":"d","hint":null,"more":1}"#,
                detail: #"{"status":404.0,"headers":{"b":"2","A":"1","Content-Type":"x"},"status_text":"Lost"}"#), isAuthenticated: false)
        #expect(error.status == Status(404, reason: "Lost"))
        #expect(
            error.response.transcript == """
                404
                Content-Type: application/json; charset=utf-8
                Content-Length: 54
                Proxy-Status: PostgREST; error=X1
                A: 1
                Content-Type: x
                b: 2
                {"code":"X1","details":"d","hint":null,"message":"no"}
                """)
        let bare = RESTError(
            PostgresError(sqlState: "PGRST", message: #"{"code":"","message":""}"#, detail: #"{"status":401,"headers":{}}"#),
            isAuthenticated: false)
        #expect(bare.status == Status(401) && bare.headers.isEmpty && bare.details == .null && bare.hint == nil)
    }

    @Test("puts Retry-After in front of a 503, raised ones included")
    func retryAfter() {
        let error = RESTError(
            PostgresError(sqlState: "PGRST", message: #"{"code":"X","message":"m"}"#, detail: #"{"status":503,"headers":{}}"#),
            isAuthenticated: true)
        #expect(error.response.headers.fields.first?.name == "Retry-After")
    }

    static let messageHint =
        "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
    static let detailHint = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

    @Test(
        "says what is wrong with a raised answer",
        arguments: [
            ("", nil, "Invalid JSON value for MESSAGE: ''", messageHint),
            ("hello", "{}", "Invalid JSON value for MESSAGE: 'hello'", messageHint),
            ("[]", nil, "Invalid JSON value for MESSAGE: '[]'", messageHint),
            (#"{"code":"x"}"#, nil, #"Invalid JSON value for MESSAGE: '{"code":"x"}'"#, messageHint),
            (#"{"code":1,"message":"m"}"#, nil, #"Invalid JSON value for MESSAGE: '{"code":1,"message":"m"}'"#, messageHint),
            (
                #"{"code":"x","message":"m","hint":1}"#, nil, #"Invalid JSON value for MESSAGE: '{"code":"x","message":"m","hint":1}'"#,
                messageHint
            ),
            (#"{"code":"x","message":"m"}"#, nil, "DETAIL is missing in the RAISE statement", detailHint),
            (#"{"code":"x","message":"m"}"#, "", "Invalid JSON value for DETAIL: ''", detailHint),
            (#"{"code":"x","message":"m"}"#, #"{"status":404}"#, #"Invalid JSON value for DETAIL: '{"status":404}'"#, detailHint),
            (
                #"{"code":"x","message":"m"}"#, #"{"status":"404","headers":{}}"#,
                #"Invalid JSON value for DETAIL: '{"status":"404","headers":{}}'"#, detailHint
            ),
            (
                #"{"code":"x","message":"m"}"#, #"{"status":1.5,"headers":{}}"#,
                #"Invalid JSON value for DETAIL: '{"status":1.5,"headers":{}}'"#, detailHint
            ),
            (
                #"{"code":"x","message":"m"}"#, #"{"status":404,"headers":{"a":1}}"#,
                #"Invalid JSON value for DETAIL: '{"status":404,"headers":{"a":1}}'"#, detailHint
            ),
        ] as [(String, String?, String, String)])
    func unreadable(message: String, detail: String?, details: String, hint: String) {
        let error = RESTError(PostgresError(sqlState: "PGRST", message: message, detail: detail), isAuthenticated: true)
        #expect(error.status.code == 500 && error.code == "PGRST121")
        #expect(error.message == "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error")
        #expect(error.details == .string(details) && error.hint == hint)
    }

    @Test("survives statuses of any size", arguments: ["99999999999999999999", "1e300", "-1", "-9223372036854775808", "1e1000"])
    func hugeStatuses(status: String) {
        let error = RESTError(
            PostgresError(
                sqlState: "PGRST", message: #"{"code":"x","message":"m"}"#, detail: #"{"status":\#(status),"headers":{}}"#),
            isAuthenticated: true)
        #expect(error.code == "x" || error.code == "PGRST121")
    }
}
