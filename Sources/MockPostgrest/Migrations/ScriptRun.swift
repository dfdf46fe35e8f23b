import PostgresLink

/// Runs one file on a session, in as few round trips as its statements allow.
///
/// Usually that is one pipeline, whose implicit transaction holds everything. A long file, or one with COPY, which cannot be
/// part of a pipeline, runs in pieces inside a transaction block. A statement that cannot be in a transaction runs by itself
/// between such parts, and what came before is committed.
struct ScriptRun {
    let file: LoadedSources.File
    let session: Session
    var omission: Migrator.Omission?

    /// Results are kept until the end of a pipeline, at about a kilobyte each.
    private static let longestPipeline = 1000

    /// A statement and its number in the file.
    private typealias Numbered = (number: Int, statement: SQLScript.Statement)

    /// Returns why statements were left out.
    @discardableResult
    func run(recording row: SQL?) async throws(MigrationError) -> [String] {
        var reasons: [String] = []
        do throws(MigrationError) {
            let numbered = file.script.statements.enumerated().map { Numbered($0.offset + 1, $0.element) }.filter {
                $0.statement.kind != .empty
            }
            var part: [Numbered] = []
            for (number, statement) in numbered {
                if let reason = omission?(statement.text) {
                    reasons.append(reason)
                    continue
                }
                guard statement.kind == .alone else {
                    part.append((number, statement))
                    continue
                }
                try await run(part, recording: nil)
                part = []
                try await alone((number, statement))
            }
            try await run(part, recording: row)
            return reasons
        } catch {
            // The session may be used again, to apply the mended file.
            if session.isInTransaction { _ = try? await session.run(Statement("rollback", isPrepared: false)) }
            throw error
        }
    }

    private func run(_ part: [Numbered], recording row: SQL?) async throws(MigrationError) {
        let needsBlock = part.count > Self.longestPipeline || part.contains { $0.statement.isCopy }
        guard needsBlock else { return try await pipeline(part, recording: row) }

        var rest = part[...]
        while let first = rest.first {
            if case .copy(let data) = first.statement.kind {
                rest = rest.dropFirst()
                try await copy(first, data)
            } else {
                let piece = rest.prefix { !$0.statement.isCopy }.prefix(Self.longestPipeline)
                rest = rest.dropFirst(piece.count)
                try await pipeline(Array(piece), inBlock: true)
            }
        }
        try await pipeline([], recording: row, commits: true)
    }

    /// Runs statements in one round trip, after `begin` where a block is wanted and none is open.
    private func pipeline(
        _ part: [Numbered], inBlock: Bool = false, recording row: SQL? = nil, commits: Bool = false
    ) async throws(MigrationError) {
        var statements: [Statement] = part.map { Statement(SQL(verbatim: $0.statement.text), isPrepared: false) }
        let begins = inBlock && !session.isInTransaction
        if begins { statements.insert(Statement("begin", isPrepared: false), at: 0) }
        if let row {
            // The file may have left another role, which may not write the history.
            statements += [Statement("reset session authorization", isPrepared: false), Statement(row, isPrepared: false)]
        }
        if commits, session.isInTransaction { statements.append(Statement("commit", isPrepared: false)) }
        guard !statements.isEmpty else { return }
        do {
            _ = try await session.run(statements)
        } catch {
            var culprit: Numbered?
            if case .server(let report) = error as? DatabaseError, let index = report.statement {
                let index = index - (begins ? 1 : 0)
                if part.indices.contains(index) { culprit = part[index] }
            }
            throw failure(error, culprit)
        }
    }

    private func copy(_ numbered: Numbered, _ data: [UInt8]) async throws(MigrationError) {
        if !session.isInTransaction { try await pipeline([], inBlock: true) }
        do {
            _ = try await session.copyIn(SQL(verbatim: numbered.statement.text), data: data)
        } catch {
            throw failure(error, numbered)
        }
    }

    private func alone(_ numbered: Numbered) async throws(MigrationError) {
        do {
            _ = try await session.runScript(numbered.statement.text)
        } catch {
            throw failure(error, numbered)
        }
    }

    private func failure(_ error: any Error, _ numbered: Numbered?) -> MigrationError {
        switch error {
        case DatabaseError.server(let report):
            let line = numbered.map { numbered in
                report.position.map { file.script.line(of: $0, in: numbered.statement) } ?? numbered.statement.line
            }
            return .failed(.init(file: file.path, statement: numbered?.number, line: line, text: numbered?.statement.text, cause: report))
        case let error as DatabaseError: return .database(file: file.path, error)
        case is CancellationError: return .cancelled
        default: return .database(file: file.path, .connection("\(error)"))
        }
    }
}

extension SQLScript.Statement {
    fileprivate var isCopy: Bool {
        if case .copy = kind { true } else { false }
    }
}
