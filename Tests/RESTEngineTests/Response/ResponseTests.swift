import PostgresLink
import Testing

@testable import RESTEngine

/// Whole answers: status, headers in their order, body (rest.md 11.1).
@Suite struct ResponseTests {
    @Test("answers with the headers of each action in their order")
    func answers() async throws {
        let cases: [(request: String, answer: String)] = [
            (
                "GET /dogs?select=id&id=lt.3\nPrefer: count=exact",
                """
                200
                Content-Range: 0-1/2
                Content-Location: /dogs?id=lt.3&select=id
                Content-Length: 22
                Content-Type: application/json; charset=utf-8
                Preference-Applied: count=exact
                [{"id":1}, \n {"id":2}]
                """
            ),
            (
                "GET /dogs?select=id&limit=1\nPrefer: count=exact\nAccept-Profile: public",
                """
                206
                Content-Range: 0-0/3
                Content-Location: /dogs?limit=1&select=id
                Content-Length: 10
                Content-Type: application/json; charset=utf-8
                Content-Profile: public
                Preference-Applied: count=exact
                [{"id":1}]
                """
            ),
            (
                "GET /dogs?offset=9\nPrefer: count=exact\nAccept: text/csv",
                """
                416
                Content-Range: */3
                Content-Location: /dogs?offset=9
                Content-Length: 144
                Content-Type: text/csv; charset=utf-8
                Preference-Applied: count=exact
                {"code":"PGRST103","details":"An offset of 9 was requested, but there are only 3 rows.","hint":null,\
                "message":"Requested range not satisfiable"}
                """
            ),
            (
                "HEAD /dogs",
                "200\nContent-Range: 0-2/*\nContent-Location: /dogs\nContent-Type: application/json; charset=utf-8"
            ),
            (
                "POST /owners\nPrefer: return=headers-only, count=exact\n{\"id\":8,\"name\":\"x y\"}",
                "201\nContent-Length: 0\nLocation: /owners?id=eq.8\nContent-Range: */1\nPreference-Applied: return=headers-only, count=exact"
            ),
            (
                "POST /owners?select=id\nPrefer: return=representation\nContent-Profile: public\n[{\"id\":9,\"name\":\"x\"}]",
                """
                201
                Content-Length: 10
                Content-Range: */*
                Preference-Applied: return=representation
                Content-Type: application/json; charset=utf-8
                Content-Profile: public
                [{"id":9}]
                """
            ),
            (
                "POST /owners\nPrefer: resolution=merge-duplicates\n[{\"id\":9,\"name\":\"y\"}]",
                "200\nContent-Length: 0\nContent-Range: */*\nPreference-Applied: resolution=merge-duplicates"
            ),
            (
                "POST /owners\nPrefer: resolution=merge-duplicates\n[{\"id\":9,\"name\":\"y\"},{\"id\":10,\"name\":\"z\"}]",
                "201\nContent-Length: 0\nContent-Range: */*\nPreference-Applied: resolution=merge-duplicates"
            ),
            ("PUT /owners?id=eq.9\n{\"id\":9,\"name\":\"z\"}", "204"),
            (
                "PUT /owners?id=eq.11&select=id\nPrefer: return=representation\n{\"id\":11,\"name\":\"z\"}",
                """
                201
                Content-Length: 11
                Content-Type: application/json; charset=utf-8
                Preference-Applied: return=representation
                [{"id":11}]
                """
            ),
            ("PATCH /owners?id=gt.8\nPrefer: count=exact\n{\"email\":null}", "204\nContent-Range: 0-2/3\nPreference-Applied: count=exact"),
            ("PATCH /owners?id=gt.99\nPrefer: count=exact\n{\"email\":null}", "204\nContent-Range: */0\nPreference-Applied: count=exact"),
            (
                "PATCH /owners?id=eq.8&select=id\nPrefer: return=representation\n{}",
                """
                200
                Content-Range: */*
                Preference-Applied: return=representation
                Content-Length: 2
                Content-Type: application/json; charset=utf-8
                []
                """
            ),
            (
                "DELETE /owners?id=gt.7&select=id&order=id\nPrefer: return=representation, count=exact",
                """
                200
                Content-Range: */4
                Preference-Applied: return=representation, count=exact
                Content-Length: 48
                Content-Type: application/json; charset=utf-8
                [{"id":8}, \n {"id":9}, \n {"id":10}, \n {"id":11}]
                """
            ),
            ("POST /rpc/nothing", "204\nContent-Range: 0-0/*"),
            (
                "POST /rpc/add\nPrefer: count=exact\n{\"a\":2}",
                """
                200
                Content-Range: 0-0/1
                Preference-Applied: count=exact
                Content-Length: 1
                Content-Type: application/json; charset=utf-8
                2
                """
            ),
            (
                "GET /rpc/add?a=2&offset=5\nPrefer: count=exact",
                """
                416
                Content-Range: 5-5/1
                Preference-Applied: count=exact
                Content-Length: 144
                Content-Type: application/json; charset=utf-8
                {"code":"PGRST103","details":"An offset of 5 was requested, but there are only 1 rows.","hint":null,\
                "message":"Requested range not satisfiable"}
                """
            ),
            ("HEAD /rpc/numbers", "200\nContent-Range: 0-2/*\nContent-Type: application/json; charset=utf-8"),
            (
                "GET /rpc/some_dogs?select=name,owner_id(name)&owner_id=not.is.null&order=name",
                """
                200
                Content-Range: 0-1/*
                Content-Length: 88
                Content-Type: application/json; charset=utf-8
                [{"name":"Ada","owner_id":{"name": "Ben"}}, \n {"name":"Rex","owner_id":{"name": "Ana"}}]
                """
            ),
            ("OPTIONS /dogs", "200\nContent-Length: 0\nAccess-Control-Allow-Origin: *\nAllow: OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"),
            ("OPTIONS /logs", "200\nContent-Length: 0\nAccess-Control-Allow-Origin: *\nAllow: OPTIONS,GET,HEAD,POST,PATCH,DELETE"),
            ("OPTIONS /rpc/some_dogs", "200\nContent-Length: 0\nAccess-Control-Allow-Origin: *\nAllow: OPTIONS,GET,HEAD,POST"),
            ("OPTIONS /rpc/nothing", "200\nContent-Length: 0\nAccess-Control-Allow-Origin: *\nAllow: OPTIONS,POST"),
        ]
        try await withDogs { session in
            for item in cases {
                let transcript = try await DogRequest(item.request).answer(from: session).transcript
                #expect(transcript == item.answer, "\(item.request)")
            }
        }
    }

    @Test("counts the rows of a to-one spread, not those of its parent")
    func hoistedCounts() async throws {
        let cases = [
            ("GET /walks?select=km.sum(),...dogs(count(),name)&dog_id=eq.1", #"[{"sum":5.5,"count":2,"name":"Rex"}]"#),
            ("GET /walks?select=...dogs(...owners(m:id.max(),n:count()))", #"[{"m":2,"n":3}]"#),
            ("GET /dogs?select=c:count(),...owners(n:count())", #"[{"c":3,"n":2}]"#),
        ]
        try await withDogs { session in
            for (request, body) in cases {
                let transcript = try await DogRequest(request).answer(from: session).transcript
                #expect(transcript.hasSuffix("\n\(body)"), "\(request): \(transcript)")
            }
        }
    }

    @Test("shows a plan line by line, with no headers but those of the body")
    func plans() async throws {
        try await withDogs { session in
            let answer = try await DogRequest("GET /dogs\nAccept: application/vnd.pgrst.plan\nPrefer: count=exact").answer(from: session)
            #expect(answer.headers.fields.map(\.name) == ["Content-Length", "Content-Type"])
            #expect(answer.headers["Content-Type"] == "application/vnd.pgrst.plan+text; for=\"application/json\"; charset=utf-8")
            #expect(answer.transcript.contains("Aggregate") && answer.transcript.hasSuffix("\n"))
        }
    }

    @Test("counts what a function returns, however few rows may be shown")
    func estimatedCountOfCalls() async throws {
        try await withDogs { session in
            let request = DogRequest("GET /rpc/numbers\nPrefer: count=estimated") { $0.maxRows = 1 }
            let called = try await request.answer(from: session).headers["Content-Range"]
            #expect(called == "0-0/3")
            let unlimited = DogRequest("GET /dogs\nPrefer: count=estimated") { $0.maxRows = .max }
            let read = try await unlimited.answer(from: session).headers["Content-Range"]
            #expect(read == "0-2/3")
        }
    }

    @Test("lets functions replace headers and the status")
    func overrides() async throws {
        try await withDogs { session in
            _ = try await session.runScript(
                """
                create or replace function nothing() returns void language sql as $$
                  select set_config('response.status', '202 x', true),
                    set_config('response.headers', '[{"content-range":"none"},{"X-A":"1"},{"X-A":"2"}]', true) $$;
                """)
            let answer = try await DogRequest("POST /rpc/nothing").answer(from: session)
            #expect(answer.transcript == "202\ncontent-range: none\nX-A: 1\nX-A: 2")
        }
    }
}
