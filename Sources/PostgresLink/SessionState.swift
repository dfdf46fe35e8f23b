/// What a session's lock protects: the connection, what is prepared on it, and what is under way.
struct SessionState {
    enum Progress: Sendable {
        case finished
        /// Wait until more can be read.
        case reading
        /// Wait until more can be sent, or read.
        case sending
        /// The server waits for the rows of a COPY.
        case copying
    }

    private enum Copying {
        /// A COPY FROM STDIN has no rows here, and is ended with an error.
        case refused
        case accepted
        /// Rows are being sent.
        case sending
        /// The server sends rows that nobody wants.
        case skipping
    }

    /// nil: closed.
    var connection: LibpqConnection?
    var exchange: Exchange?
    var noticeHandler: (@Sendable (Notice) -> Void)?
    private(set) var cache = StatementCache()
    private var prepares: Bool
    /// How often the server did not know what we had prepared.
    private var losses = 0
    private var isScript = false
    private var copying = Copying.refused
    /// Bytes of rows handed to libpq since it was last made to send.
    private var unsentRows = 0

    init(_ connection: LibpqConnection, prepares: Bool) {
        self.connection = connection
        self.prepares = prepares
    }

    var isBusy: Bool { exchange != nil }
}

// MARK: Beginning

extension SessionState {
    /// Queues the statements, one Sync behind them, and begins to send. Returns whether no transaction is open.
    mutating func begin(_ statements: [Statement]) throws(DatabaseError) -> Bool {
        let connection = try idleConnection()
        for statement in statements { try refuseOversized(statement) }
        let wasIdle = connection.isIdle
        var steps: [Exchange.Step] = []
        steps.reserveCapacity(2 * statements.count + 1)
        if wasIdle && cache.retired.count >= Limits.retiredStatements { try queueDeallocation(on: connection, &steps) }
        for (index, statement) in statements.enumerated() {
            try queue(statement, index, on: connection, &steps)
        }
        try connection.queueSync()
        steps.append(.sync)
        exchange = Exchange(steps)
        return wasIdle
    }

    private mutating func queue(
        _ statement: Statement, _ index: Int, on connection: LibpqConnection, _ steps: inout [Exchange.Step]
    ) throws(DatabaseError) {
        let template = SQL.Template(statement.sql)
        let isPrepared = prepares && statement.isPrepared && template.byteCount <= Limits.preparedTextBytes
        if isPrepared, let name = cache.use(template) {
            try connection.queuePrepared(name, statement.sql)
            steps.append(.execute(statement: index, isCached: true))
            return
        }
        let text = statement.sql.rendered().text
        try refuseNUL(in: text)
        if isPrepared {
            let name = cache.add(template)
            try connection.queuePrepare(text, as: name)
            try connection.queuePrepared(name, statement.sql)
            steps.append(.parse(statement: index, template: template))
        } else {
            try connection.queue(text, statement.sql)
        }
        steps.append(.execute(statement: index, isCached: false))
    }

    /// With a Sync of its own, so that it can fail without harm.
    private mutating func queueDeallocation(on connection: LibpqConnection, _ steps: inout [Exchange.Step]) throws(DatabaseError) {
        for name in cache.takeRetired() {
            try connection.queue("DEALLOCATE \(name)", SQL())
            steps.append(.deallocate(name))
        }
        try connection.queueSync()
        steps.append(.sync)
    }

    /// Sends statements by the simple protocol. Returns whether no transaction is open.
    mutating func beginScript(_ text: String, copiesIn: Bool = false) throws(DatabaseError) -> Bool {
        let connection = try idleConnection()
        try refuseNUL(in: text)
        let wasIdle = connection.isIdle
        try connection.sendScript(text)
        isScript = true
        copying = copiesIn ? .accepted : .refused
        exchange = Exchange([.script])
        return wasIdle
    }

    private func idleConnection() throws(DatabaseError) -> LibpqConnection {
        guard let connection else { throw .closed }
        precondition(exchange == nil, "a session serves one task at a time")
        return connection
    }

    private func refuseOversized(_ statement: Statement) throws(DatabaseError) {
        if statement.sql.parameterCount > Limits.parameters {
            throw .server(PostgresError(sqlState: "54023", message: "A statement takes at most \(Limits.parameters) parameters."))
        }
        if statement.sql.parameters.contains(where: { $0.byteCount > Limits.parameterBytes }) {
            throw .server(PostgresError(sqlState: "54000", message: "A value takes at most \(Limits.parameterBytes) bytes."))
        }
    }

    /// The server would see only what comes before it.
    private func refuseNUL(in text: String) throws(DatabaseError) {
        if text.utf8.contains(0) {
            throw .server(PostgresError(sqlState: "22021", message: "invalid byte sequence for encoding \"UTF8\": 0x00"))
        }
    }
}

// MARK: Going on

extension SessionState {
    /// Sends and reads what can be without waiting.
    mutating func advance(isReady: Bool) -> Progress {
        guard let connection, exchange != nil else { return .finished }
        let isSent = connection.flush()
        // Whether it worked shows below, after the last words of the server.
        if isReady { _ = connection.consumeInput() }
        while exchange?.isComplete == false {
            if copying == .skipping {
                guard connection.skipCopy() else { break }
                copying = .refused
            }
            guard let event = connection.nextEvent() else { break }
            if case .copyIn = event, isScript {
                if copying == .accepted {
                    copying = .sending
                    return .copying
                }
                refuseCopy(on: connection)
            } else if case .copyOut = event, isScript {
                copying = .skipping
            } else if case .end = event, connection.isLost {
                // The rest will never come.
                exchange?.lose(connection.errorText)
            } else {
                exchange?.take(event)
            }
        }
        if exchange?.isComplete == true { return .finished }
        if connection.isLost {
            exchange?.lose(connection.errorText)
            return .finished
        }
        return isSent ? .reading : .sending
    }

    /// The outcome; what it says of the prepared statements is noted.
    mutating func finish() -> Exchange {
        guard var exchange else { return Exchange([]) }
        self.exchange = nil
        for template in exchange.unparsed { cache.forget(template) }
        for name in exchange.undeallocated { cache.giveBack(name) }
        if isScript, !exchange.isFatal {
            do throws(DatabaseError) {
                try connection?.finishScript()
            } catch {
                exchange.lose("\(error)")
            }
        }
        isScript = false
        copying = .refused
        return exchange
    }

    /// Gives up what is prepared for these statements, or altogether.
    mutating func drop(_ statements: [Statement], _ staleness: Exchange.Staleness) {
        switch staleness {
        case .all:
            cache.forgetAll()
            losses += 1
            // Behind a pooler each transaction meets another session: what is prepared there only piles up.
            if losses >= Limits.preparedLosses { prepares = false }
        case .these: for statement in statements { cache.retire(SQL.Template(statement.sql)) }
        }
    }
}

// MARK: COPY

extension SessionState {
    /// Whether the rows were taken, and whether everything has been sent.
    mutating func copy(_ rows: ArraySlice<UInt8>) throws(DatabaseError) -> (isTaken: Bool, isSent: Bool) {
        guard let connection else { throw .closed }
        let isTaken = try connection.copy(rows)
        unsentRows += rows.count
        if isTaken && unsentRows < Limits.copyPieceBytes { return (true, true) }
        unsentRows = 0
        return (isTaken, try flush() && isTaken)
    }

    /// Sends what libpq holds, and reads what the server has to say, lest it stop to listen.
    func flush() throws(DatabaseError) -> Bool {
        guard let connection else { throw .closed }
        guard connection.consumeInput() else { throw .connection(connection.errorText) }
        return connection.flush()
    }

    mutating func endCopy(failing reason: String?) throws(DatabaseError) {
        guard let connection else { throw .closed }
        copying = .refused
        guard try connection.endCopy(failing: reason) else { throw .connection(connection.errorText) }
    }

    /// The task that sent rows was cancelled. The server would wait for more of them, deaf to a request to cancel.
    mutating func abandonCopy() throws(DatabaseError) {
        if copying == .sending {
            try endCopy(failing: "The source of the rows went away.")
        } else {
            copying = .refused
        }
    }

    private mutating func refuseCopy(on connection: LibpqConnection) {
        do throws(DatabaseError) {
            try endCopy(failing: "COPY FROM STDIN has no rows here.")
        } catch {
            exchange?.lose("\(error)")
        }
    }
}
