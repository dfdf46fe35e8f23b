/// What was sent to the server and what has come back of it. Pure: it is told the events, and knows the outcome.
struct Exchange: Sendable {
    enum Step: Sendable {
        case deallocate(String)
        case parse(statement: Int, template: SQL.Template)
        case execute(statement: Int, isCached: Bool)
        case sync
        /// Statements of the simple protocol: any number of results.
        case script
    }

    private var steps: [Step]
    private var position = 0
    private(set) var results: [ResultSet] = []
    private(set) var failure: DatabaseError?
    /// Statements that could not be prepared.
    private(set) var unparsed: [SQL.Template] = []
    /// Names that are still prepared.
    private(set) var undeallocated: [String] = []
    /// Whether the failed statement was prepared in an earlier run.
    private var hasFailedFromCache = false
    /// The connection cannot be used any more.
    private(set) var isFatal = false

    init(_ steps: [Step]) {
        self.steps = steps
    }

    var isComplete: Bool { isFatal || position == steps.count }

    mutating func take(_ event: LibpqConnection.Event) {
        guard position < steps.count else { return lose("The server answered more than it was asked.") }
        switch event {
        case .result(let result): take(result)
        case .error(let error): take(error)
        case .aborted: skip()
        case .end: endStep()
        case .synchronized: synchronize()
        case .copyIn, .copyOut: lose("COPY is not possible in a pipeline.")
        case .lost(let text): lose(text)
        }
    }

    /// The connection broke, or can no longer be understood.
    mutating func lose(_ text: String) {
        isFatal = true
        failure = failure ?? .connection(text)
    }

    private mutating func take(_ result: ResultSet) {
        switch steps[position] {
        case .execute, .script: results.append(result)
        case .deallocate, .parse, .sync: break
        }
    }

    private mutating func take(_ error: PostgresError) {
        var error = error
        switch steps[position] {
        case .deallocate: return
        case .parse(let statement, let template):
            unparsed.append(template)
            error.statement = statement
        case .execute(let statement, let isCached):
            error.statement = statement
            hasFailedFromCache = hasFailedFromCache || (isCached && failure == nil)
        case .script: error.statement = results.count
        // The commit failed: a deferred constraint, a serialization failure.
        case .sync: break
        }
        if error.severity != "ERROR" { isFatal = true }
        failure = failure ?? .server(error)
    }

    private mutating func skip() {
        switch steps[position] {
        case .deallocate(let name): undeallocated.append(name)
        case .parse(_, let template): unparsed.append(template)
        case .execute, .sync, .script: break
        }
    }

    private mutating func endStep() {
        if !awaitsSync { position += 1 }
    }

    var awaitsSync: Bool {
        guard position < steps.count, case .sync = steps[position] else { return false }
        return true
    }

    private mutating func synchronize() {
        guard awaitsSync else { return lose("The server lost step with the pipeline.") }
        position += 1
    }
}

extension Exchange {
    /// Whether the failure came from a plan that the schema or somebody else's DEALLOCATE has made useless.
    var staleness: Staleness? {
        guard hasFailedFromCache, case .server(let error) = failure else { return nil }
        switch error.sqlState {
        case "26000": return .all
        case "0A000" where error.sourceFunction == "RevalidateCachedQuery": return .these
        // The parameters' types were settled when the statement was prepared, and the columns' have changed.
        case "42883", "42804", "42846": return .these
        default: return nil
        }
    }

    enum Staleness {
        /// The statements of this run.
        case these
        /// Whatever this session has prepared.
        case all
    }

    /// Whether all that came before the failure went with it. A COMMIT, a procedure, a VACUUM may have made something last.
    var hasLeftNothing: Bool {
        results.allSatisfy { result in
            let verb = result.commandTag.prefix { $0 != " " }
            return ["SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "SET", "SHOW", "BEGIN", "START", "SAVEPOINT", ""].contains(verb)
        }
    }
}
