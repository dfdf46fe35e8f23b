import HTTPServing
import JSONText
import Testing

@testable import RESTEngine

/// What the schema or the configuration refuses, and which of several reasons is told (rest.md 1.1, 10.2).
@Suite struct PlanErrorTests {
    @Test(
        "refuses with a code and a message",
        arguments: [
            // Embed paths: filters, orders, ranges and logic, the last wrong one first.
            ("GET /dogs?walks.id=eq.1", 400, "PGRST108", "'walks' is not an embedded resource in this request"),
            ("GET /dogs?a.id=eq.1&b.id=eq.1", 400, "PGRST108", "'b' is not an embedded resource in this request"),
            ("GET /dogs?c.order=id&b.id=eq.1", 400, "PGRST108", "'b' is not an embedded resource in this request"),
            ("GET /dogs?c.limit=1&b.order=id", 400, "PGRST108", "'b' is not an embedded resource in this request"),
            ("GET /dogs?c.or=(id.eq.1)&b.limit=1", 400, "PGRST108", "'b' is not an embedded resource in this request"),
            ("GET /dogs?select=id,walks(id)&walks.routes.id=eq.1", 400, "PGRST108", "'routes' is not an embedded resource in this request"),
            ("GET /dogs?order=owners(name)", 400, "PGRST108", "'owners' is not an embedded resource in this request"),
            ("POST /dogs?walks.id=eq.1\n{}", 400, "PGRST108", "'walks' is not an embedded resource in this request"),
            // Related orders.
            ("GET /dogs?select=walks(km)&order=walks(km)", 400, "PGRST118", "A related order on 'walks' is not possible"),
            // A wrong order before one further down, that before the orders of later siblings.
            (
                "GET /dogs?select=owners(id)&order=x(id)&owners.order=y(id)", 400, "PGRST108",
                "'x' is not an embedded resource in this request"
            ),
            (
                "GET /dogs?select=owners(id),walks(id)&walks.order=y(id)&owners.order=x(id)", 400, "PGRST108",
                "'y' is not an embedded resource in this request"
            ),
            // Aggregates: in to-many spreads, directly or through a to-one spread.
            ("GET /dogs?select=...walks(km.sum())", 400, "PGRST127", "Feature not implemented"),
            ("GET /owners?select=...dogs(...passports(code.max()))", 400, "PGRST127", "Feature not implemented"),
            // Relations, relationships, columns, functions.
            ("GET /dog", 404, "PGRST205", "Could not find the table 'public.dog' in the schema cache"),
            ("GET /dogs?select=staff(id)", 400, "PGRST200", "Could not find a relationship between 'dogs' and 'staff' in the schema cache"),
            ("POST /dogs\n{\"z\":1,\"a\":1}", 400, "PGRST204", "Could not find the 'a' column of 'dogs' in the schema cache"),
            ("PATCH /dogs\n{\"z\":1}", 400, "PGRST204", "Could not find the 'z' column of 'dogs' in the schema cache"),
            ("GET /rpc/add", 404, "PGRST202", "Could not find the function public.add without parameters in the schema cache"),
            // The answer's type, before preferences on reads and calls, after them on writes.
            ("GET /dogs\nAccept: text/html, x/y", 406, "PGRST107", "None of these media types are available: text/html, x/y"),
            (
                "GET /dogs\nAccept: text/html\nPrefer: handling=strict, x", 406, "PGRST107",
                "None of these media types are available: text/html"
            ),
            (
                "POST /dogs\nAccept: text/html\nPrefer: handling=strict, x\n{}", 400, "PGRST122",
                "Invalid preferences given with handling=strict"
            ),
            ("GET /dogs\nPrefer: handling=strict, anything", 400, "PGRST122", "Invalid preferences given with handling=strict"),
            ("GET /rpc/numbers\nPrefer: handling=strict, anything", 400, "PGRST122", "Invalid preferences given with handling=strict"),
            (
                "POST /rpc/add\nPrefer: handling=strict, max-affected=1\n{\"a\":1}", 400, "PGRST128",
                "Function must return SETOF or TABLE when max-affected preference is used with handling=strict"
            ),
        ])
    func refusals(request: String, status: Int, code: String, message: String) {
        let error = #expect(throws: RESTError.self) { try DogRequest(request).plan() }
        #expect(error?.status.code == status && error?.code == code && error?.message == message)
    }

    @Test(
        "puts a row by its whole primary key only",
        arguments: [
            "PUT /dogs", "PUT /dogs?id=gt.1", "PUT /dogs?id=not.eq.1", "PUT /dogs?id=eq(any).{1}", "PUT /dogs?id=eq.1&name=eq.x",
            "PUT /dogs?name=eq.x", "PUT /dogs?\"id\"=eq.1", "PUT /dogs?id=eq.1&or=(id.eq.1)", "PUT /mates?dog_id=eq.1",
            "PUT /logs?line=eq.x",
        ])
    func singleUpsertKeys(line: String) {
        let error = #expect(throws: RESTError.self) { try DogRequest("\(line)\n{\"zzz\":1}").plan() }
        #expect(error?.status.code == 405 && error?.code == "PGRST105")
    }

    @Test("looks at the key of a PUT before the columns, and at both before the preferences")
    func orderOfPut() {
        let error = #expect(throws: RESTError.self) { try DogRequest("PUT /dogs?id=eq.1\nPrefer: handling=strict, x\n{\"zzz\":1}").plan() }
        #expect(error?.code == "PGRST204")
    }

    @Test(
        "refuses aggregates where they are switched off",
        arguments: ["select=count()", "select=id,walks(km.sum())", "select=...owners(id.max())"])
    func aggregates(query: String) {
        let error = #expect(throws: RESTError.self) { try DogRequest("GET /dogs?\(query)") { $0.aggregatesEnabled = false }.plan() }
        #expect(error?.status.code == 400 && error?.code == "PGRST123")
    }

    @Test("explains what is wrong with a related order, a preference, a path")
    func details() throws {
        func document(_ line: String) throws -> String {
            let error = try #require(throws: RESTError.self) { try DogRequest(line).plan() }
            return String(decoding: error.document.canonical(), as: UTF8.self)
        }
        #expect(
            try document("GET /dogs?select=w:walks(km)&order=w(km)")
                == #"{"code":"PGRST118","details":"'dogs' and 'w' do not form a many-to-one or one-to-one relationship","hint":null,"message":"A related order on 'w' is not possible"}"#
        )
        #expect(try document("GET /dogs\nPrefer: handling=strict, a, b=c").contains(#""details":"Invalid preferences: a, b=c""#))
        #expect(
            try document("GET /dogs?x.id=eq.1").contains(#""hint":"Verify that 'x' is included in the 'select' query parameter.""#))
    }

    @Test(
        "refuses writes without a condition as safeupdate does, and only real ones",
        arguments: [
            ("PATCH /dogs\n{\"name\":\"x\"}", "UPDATE requires a WHERE clause"), ("DELETE /dogs", "DELETE requires a WHERE clause"),
            ("PATCH /dogs\n{}", nil), ("PATCH /dogs?id=eq.1\n{\"name\":\"x\"}", nil), ("DELETE /dogs?or=(id.eq.1,id.eq.2)", nil),
            ("POST /dogs\n{}", nil),
        ] as [(String, String?)])
    func unconditionalWrites(request: String, message: String?) throws {
        let request = DogRequest(request) { $0.refusesUnconditionalWrites = true }
        do {
            _ = try request.plan()
            #expect(message == nil)
        } catch let error as RESTError {
            #expect(error.code == "21000" && error.status.code == 400 && error.message == message)
        }
    }
}
