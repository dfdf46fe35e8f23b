import Foundation

/// Why a request to the database was not sent.
///
/// A request that was sent and refused throws ``SNMNetworkError/failedStatusCode(_:header:body:)``.
public enum SupabaseDBError: Error, Sendable, Hashable {
    /// A part that the task cannot do without was not set.
    case missing(SupabaseRequestPart, in: SupabaseDBTask)
    /// The table's or function's name cannot be a part of a path.
    case invalidTable(String)
    /// A name or value holds a NUL character, which PostgreSQL's texts cannot: the server would cut it off there.
    case nulCharacter(key: String)
    /// A parameter contradicts itself or the grammar.
    case invalidQuery(reason: String)
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
        }
    }
}
