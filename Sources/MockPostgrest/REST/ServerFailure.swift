import PostgresLink
import RESTEngine

/// Why a server gives up that serves nothing but REST: another try would end the same way (rest.md 13.4).
package enum ServerFailure: Error, Sendable, Hashable {
    /// The options are wrong; in PostgREST's words.
    case configuration(String)
    /// The database refuses our password, or breaks on our own statements.
    case database(hint: String, String)
    /// A connection was lost or refused, and nobody may try again.
    case noRecovery
    /// PostgreSQL's version as libpq gives it.
    case unsupported(Int)

    /// nil: it may go better next time.
    init?(_ error: any Error) {
        switch error {
        case let failure as ServerFailure:
            self = failure
        case DatabaseError.connection(let text) where Self.isRefusal(text):
            self = .database(hint: "Failed to establish a connection.", text)
        case DatabaseError.server(let report):
            switch report.sqlState {
            case "42601":
                self = .database(hint: "A statement of the server's own is wrong; please report it.", report.message)
            case "42P05":
                self = .database(
                    hint: "Behind a connection pooler in transaction mode set db-prepared-statements to false.", report.message)
            case "08P01":
                self = .database(hint: "Connection poolers in statement mode are not supported.", report.message)
            default: return nil
            }
        default: return nil
        }
    }

    private static func isRefusal(_ text: String) -> Bool {
        text.contains("password authentication failed") || text.contains("no password supplied")
    }

    var text: String {
        switch self {
        case .configuration(let text): text
        case .database(let hint, let text): "\(hint) \(text)"
        case .noRecovery: "Automatic recovery disabled, exiting."
        case .unsupported(let version):
            "Cannot run in this PostgreSQL version (\(version / 10000).\(version % 10000)), PostgREST needs at least 13.0"
        }
    }
}

extension Error {
    /// Whether there is no connection, for whatever reason.
    var isLostConnection: Bool {
        switch self as? DatabaseError {
        case .connection, .closed: true
        case .server(let report): report.sqlState.hasPrefix("57P0") || report.sqlState.hasPrefix("08")
        case .poolTimeout, nil: false
        }
    }
}
