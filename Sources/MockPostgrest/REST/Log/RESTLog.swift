import HTTPServing
import JSONText
import RESTEngine
import Synchronization

/// The log of `mock-postgrest rest`, line for line PostgREST's: requests to standard output, everything else to standard error
/// (rest.md 13.3).
package final class RESTLog: Sendable {
    private let level: RESTServerConfiguration.LogLevel
    private let write: @Sendable (Stream, String) -> Void
    /// When the pool's exhaustion was last told of: it comes in swarms.
    private let lastTimeout = Mutex<ContinuousClock.Instant?>(nil)

    package enum Stream: Sendable {
        case output, errors
    }

    package init(level: RESTServerConfiguration.LogLevel, write: @escaping @Sendable (Stream, String) -> Void = RESTLog.standard) {
        self.level = level
        self.write = write
    }

    package static func standard(_ stream: Stream, _ line: String) {
        switch stream {
        case .output: Log.write(line)
        case .errors: Console.say(line)
        }
    }

    /// Whether a response of this status has a line.
    func shows(_ status: Status) -> Bool {
        switch level {
        case .crit: false
        case .error: status.code >= 500
        case .warn: status.code >= 400
        case .info, .debug: true
        }
    }

    func write(_ request: Request, _ response: Response, _ record: RequestRecord, withStatements: Bool) {
        if let error = record.error, error.isOfDatabase { report(.requestFailed(error)) }
        guard shows(response.status) else { return }
        if withStatements {
            for statement in record.statements { diagnose(statement.rendered().text.onOneLine) }
        }
        let fields = [
            request.peer ?? "-", "-", record.role ?? "-", "[\(LogTime().text)]",
            "\"\(request.method.rawValue) \(request.target.path)\(request.target.query.map { "?\($0)" } ?? "") HTTP/1.1\"", "\(response.status.code)",
            response.headers["Content-Length"] ?? "-", "\"\(request.headers["Referer"] ?? "")\"",
            "\"\(request.headers["User-Agent"] ?? "")\"",
        ]
        write(.output, fields.joined(separator: " ").printable)
    }

    package func report(_ event: Event) {
        switch event {
        case .starting: diagnose("Starting PostgREST \(PostgRESTVersion.current)...")
        case .adminListening(let address): diagnose("Admin server listening on \(address.port == nil ? address.host : "\(address)")")
        case .listening(let address): diagnose("API server listening on \(address.port == nil ? address.host : "\(address)")")
        case .connected(let version): diagnose("Successfully connected to \(version)")
        case .poolInitialized(let size): diagnose("Connection Pool initialized with a maximum size of \(size) connections")
        case .configurationLoaded: diagnose("Config reloaded")
        case .configurationInvalid(let reason): diagnose("Failed reloading config: \(reason)")
        case .schemaLoaded(let summary, let time):
            diagnose("Schema cache queried in \(time.milliseconds) milliseconds")
            diagnose("Schema cache loaded \(summary)")
        case .schemaLoadFailed(let failure, let configuration, let pause):
            let schemas = configuration.schemas.joined(separator: ",")
            let path = configuration.extraSearchPath.joined(separator: ",")
            diagnose(
                "Failed to load the schema cache using db-schemas=\(schemas) and db-extra-search-path=\(path). \("\(failure)".onOneLine)")
            diagnose("Attempting to reconnect to the database in \(pause.components.seconds) seconds...")
        case .listenerStarted(let channel): diagnose("Listening for database notifications on the \"\(channel)\" channel")
        case .listenerFailed(let channel, let failure, let pause):
            diagnose("Failed listening for database notifications on the \"\(channel)\" channel. \("\(failure)".onOneLine)")
            diagnose("Retrying listening for database notifications in \(pause.components.seconds) seconds...")
        case .notified(let channel, let isSchema):
            diagnose("Received a \(isSchema ? "schema cache" : "config") reload message on the \"\(channel)\" channel")
        case .requestFailed(let error): report(error)
        case .gaveUp(let failure): diagnose(failure.text)
        }
    }

    private func report(_ error: RESTError) {
        guard level >= .error else { return }
        if error.code == RESTError.poolTimeout.code {
            let now = ContinuousClock.now
            let isRepeated = lastTimeout.withLock { last in
                if let before = last, now - before < .seconds(5) { return true }
                last = now
                return false
            }
            if isRepeated { return }
        }
        diagnose(String(decoding: error.document.canonical(), as: UTF8.self))
    }

    private func diagnose(_ text: String) {
        write(.errors, "\(LogTime().text): \(text)")
    }
}

extension RESTError {
    /// Whether the database, or the way there, is to blame: not for what a request asks wrongly.
    fileprivate var isOfDatabase: Bool { status.code >= 500 && (!code.hasPrefix("PGRST") || code.hasPrefix("PGRST0")) }
}

extension SchemaSummary: CustomStringConvertible {
    package var description: String {
        """
        \(relations) Relations, \(relationships) Relationships, \(routines) RPCs, \(representations) Domain Representations, \
        \(mediaHandlers) Media Type Handlers, \(timezones) Timezones
        """
    }
}

extension Duration {
    /// With one decimal.
    fileprivate var milliseconds: String {
        let tenths = Int(self / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    fileprivate var onOneLine: String {
        contains("\n") ? split(separator: "\n").map { $0.filter { $0 != "\t" } }.joined(separator: " ") : self
    }
}
