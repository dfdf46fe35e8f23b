import PostgresLink
import Testing

@testable import RESTEngine

/// Conditions on the result that undo everything, although COMMIT is already queued behind them (rest.md 6.7).
@Suite struct ResultCheckTests {
    @Test("leaves the table unchanged, and the session usable, when a check is violated")
    func violations() async throws {
        let cases: [(request: String, code: String, details: String)] = [
            ("DELETE /walks\nAccept: application/vnd.pgrst.object+json", "PGRST116", "\"The result contains 3 rows\""),
            ("DELETE /walks?id=eq.77\nAccept: application/vnd.pgrst.object+json", "PGRST116", "\"The result contains 0 rows\""),
            (
                "POST /walks\nAccept: application/vnd.pgrst.object+json\nPrefer: return=minimal\n[{\"id\":8},{\"id\":9}]", "PGRST116",
                "\"The result contains 2 rows\""
            ),
            (
                "PATCH /walks\nAccept: application/vnd.pgrst.object+json\nPrefer: handling=strict, max-affected=1\n{\"km\":0}", "PGRST116",
                "\"The result contains 3 rows\""
            ),
            ("PATCH /walks\nPrefer: handling=strict, max-affected=2\n{\"km\":0}", "PGRST124", "\"The query affects 3 rows\""),
            ("DELETE /walks?id=eq.1\nPrefer: handling=strict, max-affected=-1", "PGRST124", "\"The query affects 1 rows\""),
            ("DELETE /walks\nPrefer: handling=strict, max-affected=2, return=representation", "PGRST124", "\"The query affects 3 rows\""),
            ("PUT /walks?id=eq.9\n{\"id\":10}", "PGRST115", "null"),
            ("PUT /walks?id=eq.1&id=eq.2\n[{\"id\":1},{\"id\":2}]", "PGRST115", "null"),
            (
                "POST /rpc/some_dogs\nPrefer: handling=strict, max-affected=1\n{}", "PGRST124", "\"The query affects 3 rows\""
            ),
        ]
        try await withDogs { session in
            let before = try await session.text("SELECT json_agg(w)::text FROM walks w")
            for isolation in [nil, "serializable"] {
                for item in cases {
                    let request = DogRequest(item.request) { if let isolation { $0.roleIsolation["postgres"] = isolation } }
                    let transcript = try await request.answer(from: session).transcript
                    #expect(transcript.contains("{\"code\":\"\(item.code)\",\"details\":\(item.details),"), "\(item.request)")
                    let after = try await session.text("SELECT json_agg(w)::text FROM walks w")
                    #expect(after == before, "\(item.request)")
                }
            }
        }
    }

    @Test("lets writes through that satisfy their check")
    func satisfied() async throws {
        try await withDogs { session in
            for request in [
                "DELETE /walks?id=eq.1\nAccept: application/vnd.pgrst.object+json", "PUT /walks?id=eq.9\n{\"id\":9,\"km\":4}",
                "PATCH /walks?id=eq.2\nPrefer: handling=strict, max-affected=1\n{\"km\":0}",
            ] {
                let status = try await DogRequest(request).answer(from: session).status.code
                #expect(status == 204)
            }
            let kept = try await session.text("SELECT string_agg(id || '=' || coalesce(km, 0), ' ' ORDER BY id) FROM walks")
            #expect(kept == "2=0 3=1 9=4")
        }
    }

    @Test("rolls back on request, after deferred constraints have had their say")
    func rollback() async throws {
        try await withDogs { session in
            let deleted = try await DogRequest("DELETE /walks\nPrefer: tx=rollback, count=exact").answer(from: session)
            #expect(deleted.transcript == "204\nContent-Range: */3\nPreference-Applied: count=exact, tx=rollback")
            _ = try await session.runScript("alter table dogs alter constraint dogs_owner_fk deferrable initially deferred")
            let broken = try await DogRequest("POST /dogs\nPrefer: tx=rollback\n{\"id\":9,\"owner_id\":99}").answer(from: session)
            #expect(broken.status.code == 409)
            let count = try await session.text("SELECT count(*)::text FROM walks")
            #expect(count == "3")
        }
    }

    @Test("knows its own failures, in any language, and no one else's")
    func failures() {
        func error(_ message: String, _ state: String = "22P02") -> PostgresError { PostgresError(sqlState: state, message: message) }
        let word = ResultCheck.word
        #expect(ResultCheck.failure(in: error("invalid input syntax for type integer: \"\(word)singular:12\""))?.code == "PGRST116")
        let french = ResultCheck.failure(in: error("syntaxe en entrée invalide pour le type integer : « \(word)affected:12 »"))
        #expect(french?.details == "The query affects 12 rows")
        #expect(ResultCheck.failure(in: error("\"\(word)singular:12\"", "22023")) == nil)
        #expect(ResultCheck.failure(in: error("invalid input syntax for type integer: \"pgrst-check-1-singular:12\"")) == nil)
    }
}
