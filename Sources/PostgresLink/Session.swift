#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
package import Sockets
import Synchronization

/// A connection to PostgreSQL that serves one task at a time.
///
///     let session = try await Session.connect(settings, on: loop)
///     let rows = try await session.run("SELECT name FROM dog WHERE id = \(parameter: "7")")
///
/// A class with a lock instead of an actor: a call to an actor from a task that prefers the loop is enqueued on the loop, and
/// once more on its return, where the lock, which nobody contends, costs some 20 ns.
package final class Session: Sendable {
    let state: Mutex<SessionState>
    let loop: EventLoop
    /// As long as the connection lives.
    let descriptor: CInt
    package let processID: Int
    /// Such as 150018 for PostgreSQL 15.18.
    package let serverVersion: Int

    private init(_ connection: sending LibpqConnection, _ settings: ConnectionSettings, on loop: EventLoop) {
        self.loop = loop
        descriptor = connection.descriptor
        processID = connection.processID
        serverVersion = connection.serverVersion
        state = Mutex(SessionState(connection, prepares: settings.preparedStatements))
    }

    deinit {
        loop.forget(descriptor)
    }

    /// Ends the session, also while a statement runs; that then fails.
    package func close() {
        state.withLock { state in
            if state.isBusy {
                // Whoever waits for the answer sees the end of the stream, and lets the connection go.
                _ = shutdown(descriptor, CInt(SHUT_RDWR))
            } else {
                letGo(&state)
            }
        }
    }

    /// False once the connection is closed or broken.
    package var isUsable: Bool { state.withLock { $0.connection != nil } }
    /// Whether a transaction block is open, failed or not.
    package var isInTransaction: Bool { state.withLock { $0.connection?.isIdle == false } }
    /// Whether something so large went through it that it should make way for another: libpq never gives its buffers back.
    var hasGrown: Bool { state.withLock { $0.connection?.hasGrown == true } }
    /// How many statements are prepared on the server.
    package var preparedCount: Int { state.withLock { $0.cache.count } }

    /// What the server reported of a setting, such as `server_version` or `TimeZone`.
    package func parameterStatus(_ name: String) -> String? {
        state.withLock { $0.connection?.parameterStatus(name) }
    }

    /// Has notices and warnings handed to a function, which must not wait. Without one they are dropped.
    package func onNotice(_ handler: (@Sendable (Notice) -> Void)?) {
        state.withLock { $0.noticeHandler = handler }
    }
}

// MARK: Connecting

extension Session {
    package static func connect(_ settings: ConnectionSettings, on loop: EventLoop) async throws(DatabaseError) -> Session {
        do {
            return try await withTimeout(settings.attemptTimeout, on: loop) {
                let session = Session(try await establish(settings, on: loop), settings, on: loop)
                if !settings.initialStatements.isEmpty {
                    _ = try await session.run(settings.initialStatements.map { Statement($0, isPrepared: false) })
                }
                return session
            }
        } catch let error as DatabaseError {
            throw error
        } catch is TimedOut {
            throw .connection("timeout expired")
        } catch is CancellationError {
            throw .connection("the attempt to connect was cancelled")
        } catch {
            throw .connection("\(error)")
        }
    }

    nonisolated(nonsending)
        private static func establish(_ settings: ConnectionSettings, on loop: EventLoop) async throws -> sending LibpqConnection
    {
        let connection = try LibpqConnection(try await settings.resolved())
        var polling = LibpqConnection.Polling.writing
        while polling != .ready {
            let descriptor = connection.descriptor
            // libpq may close it and try the next address, whose descriptor often has the same number.
            defer { loop.forget(descriptor) }
            try await loop.wait(for: polling == .reading ? .readable : .writable, on: descriptor)
            loop.forget(descriptor)
            polling = try connection.poll()
        }
        return connection
    }
}

// MARK: Running

extension Session {
    /// Runs the statements in one round trip and one implicit transaction: either all of them take effect, or none.
    ///
    /// Throws the first error, which names its statement; the session stays usable, and a transaction that this run began is
    /// rolled back. Statements may begin and commit a transaction of their own. When the task is cancelled, the server is
    /// told to stop, and the session stays usable, too.
    nonisolated(nonsending)
        package func run(_ statements: [Statement]) async throws -> [ResultSet]
    {
        var outcome = try await attempt(statements)
        if let staleness = outcome.exchange.staleness {
            state.withLock { $0.drop(statements, staleness) }
            // Only where nothing can have been committed may it run again.
            if outcome.wasIdle && outcome.exchange.hasLeftNothing && !outcome.exchange.isFatal {
                outcome = try await attempt(statements)
            }
        }
        return try outcome.results()
    }

    nonisolated(nonsending)
        package func run(_ statement: Statement) async throws -> ResultSet
    {
        let results = try await run([statement])
        guard let result = results.first else { throw DatabaseError.connection("The server sent no result.") }
        return result
    }

    nonisolated(nonsending)
        package func run(_ sql: SQL) async throws -> ResultSet
    {
        try await run(Statement(sql))
    }

    /// Runs a text of several statements by the simple protocol, where each result comes back in order. Without a BEGIN of
    /// its own the text is one implicit transaction.
    nonisolated(nonsending)
        package func runScript(_ text: String) async throws -> [ResultSet]
    {
        let outcome = try await perform({ (state) throws(DatabaseError) in try state.beginScript(text) })
        try await rollBackIfNeeded(outcome)
        return try outcome.results()
    }

    nonisolated(nonsending)
        private func attempt(_ statements: [Statement]) async throws -> Outcome
    {
        let outcome = try await perform({ (state) throws(DatabaseError) in try state.begin(statements) })
        try await rollBackIfNeeded(outcome)
        return outcome
    }

    nonisolated(nonsending)
        func rollBackIfNeeded(_ outcome: Outcome) async throws
    {
        guard outcome.exchange.failure != nil, outcome.wasIdle else { return }
        let isOpen = state.withLock { $0.connection?.isInFailedTransaction == true }
        guard isOpen else { return }
        _ = try await perform({ (state) throws(DatabaseError) in try state.begin([Statement("ROLLBACK", isPrepared: false)]) })
    }

    struct Outcome: Sendable {
        var exchange: Exchange
        /// Whether no transaction was open before.
        var wasIdle: Bool

        func results() throws(DatabaseError) -> [ResultSet] {
            if let failure = exchange.failure { throw failure }
            return exchange.results
        }
    }

    /// Sends what `begin` queues, and waits for all answers.
    nonisolated(nonsending)
        func perform(
            _ begin: (inout SessionState) throws(DatabaseError) -> Bool,
            copying rows: nonisolated(nonsending) () async throws -> Void = {}
        ) async throws -> Outcome
    {
        let wasIdle = try queue(begin)
        do {
            try await finishExchange(copying: rows)
        } catch is CancellationError {
            await abandonExchange()
            throw CancellationError()
        } catch let error as DatabaseError {
            state.withLock { letGo(&$0) }
            throw error
        } catch {
            state.withLock { letGo(&$0) }
            throw DatabaseError.connection("\(error)")
        }
        return Outcome(exchange: takeExchange(), wasIdle: wasIdle)
    }

    func queue(_ begin: (inout SessionState) throws(DatabaseError) -> Bool) throws(DatabaseError) -> Bool {
        try state.withLock { (state) throws(DatabaseError) in
            do throws(DatabaseError) {
                return try begin(&state)
            } catch {
                // What was queued before it failed cannot be taken back.
                if case .connection = error { letGo(&state) }
                throw error
            }
        }
    }

    func takeExchange() -> Exchange {
        state.withLock { state in
            let exchange = state.finish()
            if exchange.isFatal { letGo(&state) }
            return exchange
        }
    }

    func letGo(_ state: inout SessionState) {
        loop.forget(descriptor)
        state.connection = nil
        state.exchange = nil
    }
}
