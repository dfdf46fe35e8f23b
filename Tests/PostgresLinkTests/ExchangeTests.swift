import Testing

@testable import PostgresLink

@Suite struct ExchangeTests {
    private static let error = PostgresError(sqlState: "23505", message: "duplicate key")

    @Test("a failed preparation names its statement, and nothing behind it counts as prepared")
    func failedParse() {
        var exchange = Exchange([
            .parse(statement: 0, template: SQL.Template("a")), .execute(statement: 0, isCached: false),
            .parse(statement: 1, template: SQL.Template("b")),
            .execute(statement: 1, isCached: false), .sync,
        ])
        exchange.take(.error(Self.error))
        for _ in 0..<3 {
            exchange.take(.end)
            exchange.take(.aborted)
        }
        exchange.take(.end)
        #expect(!exchange.isComplete)
        exchange.take(.synchronized)
        #expect(exchange.isComplete && !exchange.isFatal)
        #expect(exchange.unparsed == [SQL.Template("a"), SQL.Template("b")])
        var expected = Self.error
        expected.statement = 0
        #expect(exchange.failure == .server(expected))
    }

    @Test("an error at the end of the transaction belongs to no statement")
    func failedCommit() {
        var exchange = Exchange([.execute(statement: 0, isCached: true), .sync])
        exchange.take(.end)
        exchange.take(.error(Self.error))
        exchange.take(.end)
        exchange.take(.synchronized)
        #expect(exchange.isComplete)
        #expect(exchange.failure == .server(Self.error))
    }

    @Test("a failed deallocation harms nobody, and one that was skipped is tried again")
    func deallocation() {
        var exchange = Exchange([.deallocate("s1"), .deallocate("s2"), .sync, .sync])
        exchange.take(.error(Self.error))
        exchange.take(.end)
        exchange.take(.aborted)
        exchange.take(.end)
        exchange.take(.synchronized)
        exchange.take(.synchronized)
        #expect(exchange.isComplete && exchange.failure == nil)
        #expect(exchange.undeallocated == ["s2"])
    }

    @Test(
        "what ends the connection ends the exchange",
        arguments: [
            (.lost("gone"), .connection("gone")),
            (.copyIn, .connection("COPY is not possible in a pipeline.")),
            (.synchronized, .connection("The server lost step with the pipeline.")),
        ] as [(LibpqConnection.Event, DatabaseError)])
    func fatal(event: LibpqConnection.Event, failure: DatabaseError) {
        var exchange = Exchange([.execute(statement: 0, isCached: true), .sync])
        exchange.take(event)
        #expect(exchange.isComplete && exchange.isFatal)
        #expect(exchange.failure == failure)
    }

    @Test(
        "knows a stale plan by the server's error",
        arguments: [
            ("26000", nil, true, .all), ("26000", nil, false, nil),
            ("0A000", "RevalidateCachedQuery", true, .these), ("0A000", "transformSelect", true, nil),
            ("42883", nil, true, .these), ("42804", nil, true, .these), ("42883", nil, false, nil), ("42501", nil, true, nil),
        ] as [(String, String?, Bool, Exchange.Staleness?)])
    func staleness(sqlState: String, function: String?, isCached: Bool, staleness: Exchange.Staleness?) {
        var error = PostgresError(sqlState: sqlState, message: "")
        error.sourceFunction = function
        var exchange = Exchange([.execute(statement: 0, isCached: isCached), .sync])
        exchange.take(.error(error))
        #expect(exchange.staleness == staleness)
    }
}
