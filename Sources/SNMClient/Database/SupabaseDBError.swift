import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a request to the database has no result.
///
/// The untyped builder throws the cases down to ``invalidQuery(reason:)``, before anything is sent, and ``SNMNetworkError`` for what comes
/// later. The typed ones throw nothing but this and `CancellationError`.
public enum SupabaseDBError: Error, Sendable, Hashable {
    /// A part that the task cannot do without was not set.
    case missing(SupabaseRequestPart, in: SupabaseDBTask)
    /// The table's or function's name cannot be a part of a path.
    case invalidTable(String)
    /// A name or value holds a NUL character, which PostgreSQL's texts cannot: the server would cut it off there.
    case nulCharacter(key: String)
    /// A parameter contradicts itself or the grammar.
    case invalidQuery(reason: String)
    /// The server refused.
    case refused(SupabaseRefusal)
    /// One row was asked for, and there were so many.
    case rowCount(Int)
    /// Nothing came back; the code tells what the network did.
    case noAnswer(URLError.Code?, reason: String)
    /// The session has ended or could not be refreshed.
    case noSession(reason: String)
    /// The answer is not what the types say: they and the schema have parted.
    case unreadable(String)
}

extension SupabaseDBError {
    /// The server's refusal, if it is one.
    public var refusal: SupabaseRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    /// The server's code, such as `23505` for a duplicate key.
    public var code: String? { refusal?.code }
}

/// What a request builder is told.
public enum SupabaseRequestPart: String, Sendable, Hashable {
    case table, body, query
}

/// What a request does, in SQL's words.
public enum SupabaseDBTask: String, Sendable, Hashable, CaseIterable {
    case fetch, insert, update, delete, rpc
}

extension SupabaseDBError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .missing(.table, in: .rpc): "The function's name is missing: say setTable(\"name\") before request()."
        case .missing(.query, in: let task):
            "A condition is missing in \(task.rawValue): without one it would concern every row. Say setQuery(…) before request()."
        case .missing(let part, in: let task):
            "The \(part.rawValue) is missing in \(task.rawValue): say set\(part.rawValue.capitalized)(…) before request()."
        case .invalidTable(let name): "'\(name)' is no name of a table or function."
        case .nulCharacter(let key): "The parameter '\(key)' holds a NUL character, which no text in PostgreSQL can."
        case .invalidQuery(let reason): "The query is invalid: \(reason)."
        case .refused(let refusal): refusal.description
        case .rowCount(let count): "One row was asked for, but there are \(count): say maybeSingle() or rows() if that may be."
        case .noAnswer(_, let reason): "The database could not be reached: \(reason)"
        case .noSession(let reason): reason
        case .unreadable(let reason): "The answer is not what the types say: \(reason). Has the schema changed since they were generated?"
        }
    }
}
