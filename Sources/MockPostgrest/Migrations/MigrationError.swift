package import PostgresLink

/// Why the migrations of a project could not be applied.
package enum MigrationError: Error, Hashable, Sendable {
    /// The database refused a statement. Nothing of the file remains, as far as it did not commit by itself.
    case failed(StatementFailure)
    /// A file cannot be split into statements.
    case script(file: String, ScriptError)
    /// A file begins a transaction and does not end it.
    case unfinishedTransaction(file: String, line: Int)
    case sameVersion(String, files: [String])
    /// The database has applied versions that the folder lacks.
    case missingFiles(versions: [String])
    case unreadable(path: String, reason: String)
    /// The connection broke, or the time for it ran out.
    case database(file: String?, DatabaseError)
    case cancelled

    package struct StatementFailure: Hashable, Sendable {
        package var file: String
        /// Counted from 1; nil if the error came when the transaction was committed (a deferred constraint).
        package var statement: Int?
        /// The line of the error if the database told its place, else of the statement.
        package var line: Int?
        package var text: String?
        package var cause: PostgresError
    }
}

extension MigrationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .failed(let failure): failure.description
        case .script(let file, let error): "\(file):\(error.line): \(error.reason)"
        case .unfinishedTransaction(let file, let line):
            "\(file):\(line): the transaction that begins here is never committed, so nothing of it would remain"
        case .sameVersion(let version, let files): "\(files.joined(separator: " and ")) have the same version, \(version)"
        case .missingFiles(let versions):
            "the database has migrations that the folder lacks: \(versions.joined(separator: ", ")); bring the files back, or reset the database"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .database(let file, let error): "\(file.map { "\($0): " } ?? "")\(error)"
        case .cancelled: "the migrations were cancelled"
        }
    }
}

extension MigrationError.StatementFailure: CustomStringConvertible {
    /// Lines of a statement that an error shows.
    private static let shownLines = 6

    /// The place, the database's words, and the statement's first lines.
    ///
    ///     20240101000000_walks.sql:7: relation "dgo" does not exist (42P01), in statement 3:
    ///       select * from dgo
    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        var lines = [
            "\(place): \(cause.message) (\(cause.sqlState)), \(statement.map { "in statement \($0)" } ?? "at the end of the transaction")"
        ]
        if let detail = cause.detail { lines.append("  detail: \(detail)") }
        if let hint = cause.hint { lines.append("  hint: \(hint)") }
        if let context = cause.context { lines.append("  context: \(context.replacing("\n", with: "\n    "))") }
        if let text {
            let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
            lines += shown.prefix(Self.shownLines).map { "  | \($0)" }
            if shown.count > Self.shownLines { lines.append("  | …") }
        }
        return lines.joined(separator: "\n")
    }
}
