extension Session {
    /// Runs `COPY … FROM STDIN` with the rows that the sequence gives, in pieces of any size. If the sequence throws, nothing
    /// is copied and its error is thrown. Memory stays flat: a piece is taken when the one before has been sent.
    package func copyIn<Rows: AsyncSequence>(_ statement: SQL, data: Rows) async throws -> ResultSet where Rows.Element == [UInt8] {
        var iterator = data.makeAsyncIterator()
        return try await copyIn(statement) { try await iterator.next(isolation: nil) }
    }

    package func copyIn(_ statement: SQL, data: [UInt8]) async throws -> ResultSet {
        var rest: [UInt8]? = data
        return try await copyIn(statement) {
            defer { rest = nil }
            return rest
        }
    }

    private func copyIn(_ statement: SQL, next: nonisolated(nonsending) () async throws -> [UInt8]?) async throws -> ResultSet {
        var failure: (any Error)?
        let text = statement.rendered().text
        let outcome = try await perform({ (state) throws(DatabaseError) in try state.beginScript(text, copiesIn: true) }) {
            do {
                while let rows = try await next() { try await send(rows) }
                try state.withLock { (state) throws(DatabaseError) in try state.endCopy(failing: nil) }
            } catch {
                if error is CancellationError || error is DatabaseError { throw error }
                failure = error
                try state.withLock { (state) throws(DatabaseError) in try state.endCopy(failing: "The source of the rows failed.") }
            }
        }
        try await rollBackIfNeeded(outcome)
        if let failure { throw failure }
        guard let result = try outcome.results().last else { throw DatabaseError.connection("The server sent no result.") }
        return result
    }

    nonisolated(nonsending)
        private func send(_ rows: [UInt8]) async throws
    {
        var rest = rows[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Limits.copyPieceBytes)
            var (isTaken, isSent) = try state.withLock { (state) throws(DatabaseError) in try state.copy(piece) }
            if isTaken { rest = rest.dropFirst(piece.count) }
            // Until all is sent, or else a slow server would have libpq's buffer grow.
            while !isSent {
                try await waitForBoth()
                isSent = try state.withLock { (state) throws(DatabaseError) in try state.flush() }
            }
        }
    }
}
