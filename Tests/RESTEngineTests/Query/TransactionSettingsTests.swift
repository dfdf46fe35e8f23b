import PostgresLink
import Testing

@testable import RESTEngine

/// What a transaction is set to before anything else runs (rest.md 9.6).
@Suite struct TransactionSettingsTests {
    @Test("makes the transaction the caller's")
    func settings() async throws {
        var request = DogRequest("GET /dogs?limit=1\nX-A: 1\nCookie: a=b\nPrefer: timezone=Europe/Berlin")
        request.configuration.extraSearchPath = ["public", "ex\"tra"]
        request.configuration.roleSettings["postgres"] = [("statement_timeout", "7s")]
        request.configuration.applicationSettings = [("app.settings.x", "y")]
        let settings = try request.query().statements[0]
        try await withDogs { session in
            let shown: SQL = """
                SELECT concat_ws(' ', current_setting('search_path'), current_setting('role'), current_setting('statement_timeout'),
                  current_setting('request.method'), current_setting('request.path'), current_setting('request.headers'),
                  current_setting('request.cookies'), current_setting('request.jwt.claims'), current_setting('timezone'),
                  current_setting('app.settings.x'), current_setting('transaction_read_only'))
                """
            let text = try await session.run([Statement(settings), Statement(shown)])[1].text(0, 0)
            #expect(
                text == #""public", "public", "ex""tra" postgres 7s GET /dogs {"prefer":"timezone=Europe/Berlin","x-a":"1"} {"a":"b"} "#
                    + #"{"role":"postgres"} Europe/Berlin y on"#)
        }
    }

    @Test("lets the settings of the role replace the search path, and sets the rest as the role")
    func order() throws {
        var request = DogRequest("POST /rpc/careful\nPrefer: timezone=Europe/Berlin")
        request.configuration.roleSettings["postgres"] = [("search_path", "vet")]
        request.configuration.applicationSettings = [("app.settings.x", "y")]
        let names = try request.query().statements[1].rendered().parameters.compactMap { parameter in
            if case .text(let text) = parameter { text } else { nil }
        }
        #expect(
            names == [
                #""public", "public""#, "search_path", "vet", "postgres", "POST", "/rpc/careful", "timezone", "Europe/Berlin",
                "statement_timeout", "5s", "app.settings.x", "y",
            ])
    }
}
