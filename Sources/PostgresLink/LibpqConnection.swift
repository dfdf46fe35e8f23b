internal import CLibpq

/// A connection of libpq in non-blocking pipeline mode. No function of it waits: the session asks, waits for the descriptor,
/// and asks again.
///
/// Only `Session` holds one, behind its lock.
final class LibpqConnection {
    /// What comes back, in the order of what was queued.
    enum Event {
        case result(ResultSet)
        case error(PostgresError)
        /// Skipped, because something before it in the pipeline failed.
        case aborted
        /// No more results of this statement.
        case end
        case synchronized
        /// The server waits for the rows of a COPY.
        case copyIn
        /// The server sends the rows of a COPY.
        case copyOut
        /// The connection broke; libpq's text.
        case lost(String)
    }

    enum Polling {
        case reading, writing, ready
    }

    private let connection: OpaquePointer
    private let notices = NoticeInbox()
    private var buffer = ParameterBuffer()
    /// Whether libpq's buffers, which never shrink, have become large.
    private(set) var hasGrown = false

    /// Begins to connect. Host names must have been resolved: see `ConnectionSettings.resolved`.
    init(_ parameters: [String: String]) throws(DatabaseError) {
        let started = withCStrings(parameters.keys.sorted()) { keywords in
            withCStrings(parameters.keys.sorted().map { parameters[$0] ?? "" }) { values in
                PQconnectStartParams(keywords, values, 0)
            }
        }
        guard let started else { throw .connection("out of memory") }
        connection = started
        guard PQstatus(connection) != CONNECTION_BAD else { throw .connection(errorText) }
        PQsetNoticeReceiver(
            connection,
            { inbox, result in
                guard let inbox, let result else { return }
                let report = PostgresError(report: result)
                Unmanaged<NoticeInbox>.fromOpaque(inbox).takeUnretainedValue().notices.append(Notice(report: report))
            }, Unmanaged.passUnretained(notices).toOpaque())
    }

    deinit {
        PQfinish(connection)
    }

    /// Changes while it connects, and when libpq notices that the connection broke (then -1).
    var descriptor: CInt { PQsocket(connection) }
    var isLost: Bool { PQstatus(connection) == CONNECTION_BAD }
    var errorText: String { trimmed(PQerrorMessage(connection)) }
    var processID: Int { Int(PQbackendPID(connection)) }
    var serverVersion: Int { Int(PQserverVersion(connection)) }
    var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }
    var isInFailedTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_INERROR }

    func parameterStatus(_ name: String) -> String? {
        PQparameterStatus(connection, name).map { String(cString: $0) }
    }

    func poll() throws(DatabaseError) -> Polling {
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_READING: return .reading
        case PGRES_POLLING_WRITING: return .writing
        case PGRES_POLLING_OK:
            guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw .connection(errorText) }
            return .ready
        default: throw .connection(errorText)
        }
    }
}

// MARK: Queueing

extension LibpqConnection {
    func queuePrepare(_ text: String, as name: String) throws(DatabaseError) {
        try check(PQsendPrepare(connection, name, text, 0, nil))
    }

    /// Only the parameters of the SQL count.
    func queuePrepared(_ name: String, _ parameters: SQL) throws(DatabaseError) {
        note(parameters)
        let connection = connection
        try check(
            buffer.with(parameters) { count, values, lengths, formats in
                PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0)
            })
    }

    func queue(_ text: String, _ parameters: SQL) throws(DatabaseError) {
        note(parameters)
        let connection = connection
        try check(
            buffer.with(parameters) { count, values, lengths, formats in
                PQsendQueryParams(connection, text, count, nil, values, lengths, formats, 0)
            })
    }

    /// Ends the implicit transaction, and sends as much as the socket takes.
    func queueSync() throws(DatabaseError) {
        try check(PQpipelineSync(connection))
    }

    /// Sends statements by the simple protocol, which pipeline mode excludes.
    func sendScript(_ text: String) throws(DatabaseError) {
        try check(PQexitPipelineMode(connection))
        try check(PQsendQuery(connection, text))
    }

    func finishScript() throws(DatabaseError) {
        try check(PQenterPipelineMode(connection))
    }

    private func note(_ parameters: SQL) {
        if parameters.parameters.contains(where: { $0.byteCount > Limits.keptBufferBytes }) { hasGrown = true }
    }

    private func check(_ status: CInt) throws(DatabaseError) {
        if status != 1 { throw .connection(errorText) }
    }

    /// Whether all that was queued has been sent. A failure shows when the answer is read, after what the server had to say.
    func flush() -> Bool {
        PQflush(connection) != 1
    }
}

// MARK: Reading

extension LibpqConnection {
    /// Reads what the socket has. False: the connection broke; what came before that can still be read.
    func consumeInput() -> Bool {
        PQconsumeInput(connection) == 1
    }

    /// nil: more has to be read first.
    func nextEvent() -> Event? {
        guard PQisBusy(connection) == 0 else { return nil }
        guard let result = PQgetResult(connection) else { return .end }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY, PGRES_SINGLE_TUPLE:
            if PQresultMemorySize(result) > Limits.keptBufferBytes { hasGrown = true }
            return .result(ResultSet(owning: result))
        case PGRES_PIPELINE_SYNC: return discard(result, .synchronized)
        case PGRES_PIPELINE_ABORTED: return discard(result, .aborted)
        case PGRES_COPY_IN: return discard(result, .copyIn)
        case PGRES_COPY_OUT: return discard(result, .copyOut)
        case PGRES_FATAL_ERROR where PQresultErrorField(result, mp_diag_sqlstate) != nil:
            return discard(result, .error(PostgresError(report: result)))
        default:
            return discard(result, .lost(trimmed(PQresultErrorMessage(result))))
        }
    }

    private func discard(_ result: OpaquePointer, _ event: Event) -> Event {
        PQclear(result)
        return event
    }

    func takeNotices() -> [Notice] {
        if notices.notices.isEmpty { return [] }
        defer { notices.notices = [] }
        return notices.notices
    }

    func takeNotifications() -> [Notification] {
        var notifications: [Notification] = []
        while let notify = PQnotifies(connection) {
            let (channel, payload) = (notify.pointee.relname, notify.pointee.extra)
            notifications.append(
                Notification(
                    channel: channel.map { String(cString: $0) } ?? "",
                    payload: payload.map { String(cString: $0) } ?? "",
                    processID: Int(notify.pointee.be_pid)))
            PQfreemem(notify)
        }
        return notifications
    }

    func cancelRequest() -> CancelRequest? {
        PQgetCancel(connection).map { CancelRequest(owning: $0) }
    }
}

// MARK: COPY

extension LibpqConnection {
    /// False: the buffer is full; send what it holds, and try again.
    func copy(_ bytes: ArraySlice<UInt8>) throws(DatabaseError) -> Bool {
        // libpq counts in 32 bits; the session cuts larger pieces.
        let status = bytes.withUnsafeBytes { bytes in
            PQputCopyData(connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count))
        }
        if status < 0 { throw .connection(errorText) }
        return status == 1
    }

    /// Ends the rows; with a reason, the server drops them and reports it. False as in `copy`.
    func endCopy(failing reason: String?) throws(DatabaseError) -> Bool {
        let status = PQputCopyEnd(connection, reason)
        if status < 0 { throw .connection(errorText) }
        return status == 1
    }

    /// Drops the rows that the server sends. False: more has to be read first.
    func skipCopy() -> Bool {
        var row: UnsafeMutablePointer<CChar>?
        while true {
            let status = PQgetCopyData(connection, &row, 1)
            if status == 0 { return false }
            if status < 0 { return true }
            PQfreemem(row)
        }
    }
}

// MARK: Connection strings

extension LibpqConnection {
    static func parameters(of text: String) throws(DatabaseError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw .connection(trimmed(message))
        }
        defer { PQconninfoFree(options) }
        return values(of: options)
    }

    /// What libpq takes from the environment and a service file where nothing is said.
    static func defaultParameters() -> [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        return values(of: options)
    }

    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}

/// The means to cancel what a session runs, from another thread, while that waits.
final class CancelRequest: Sendable {
    // Safe: libpq documents that PQcancel may run in any thread, and only deinit frees the object.
    private nonisolated(unsafe) let request: OpaquePointer

    fileprivate init(owning request: OpaquePointer) {
        self.request = request
    }

    deinit {
        PQfreeCancel(request)
    }

    /// Blocks until the server has taken the request. That it fails shows in the statement, which goes on.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
            _ = PQcancel(request, message.baseAddress, CInt(message.count))
        }
    }
}

/// Where libpq puts notices while it reads. Touched only while the session's lock is held.
private final class NoticeInbox {
    var notices: [Notice] = []
}

extension PostgresError {
    fileprivate init(report: OpaquePointer) {
        func field(_ code: CInt) -> String? {
            PQresultErrorField(report, code).map { String(cString: $0) }
        }
        self.init(
            sqlState: field(mp_diag_sqlstate) ?? "XX000", message: field(mp_diag_message) ?? "",
            detail: field(mp_diag_detail), hint: field(mp_diag_hint))
        severity = field(mp_diag_severity) ?? severity
        position = field(mp_diag_position).flatMap { Int($0) }
        context = field(mp_diag_context)
        schema = field(mp_diag_schema)
        table = field(mp_diag_table)
        column = field(mp_diag_column)
        constraint = field(mp_diag_constraint)
        sourceFunction = field(mp_diag_source_function)
    }
}

private func trimmed(_ text: UnsafePointer<CChar>?) -> String {
    var text = text.map { String(cString: $0) } ?? ""
    while text.last?.isNewline == true { text.removeLast() }
    return text
}

/// The strings as a null-terminated C array.
private func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
    var bytes: [CChar] = []
    let offsets = strings.map { string in
        defer { bytes.append(contentsOf: string.utf8CString) }
        return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
        let pointers = offsets.map { offset in bytes.baseAddress.map { $0 + offset } }
        return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
