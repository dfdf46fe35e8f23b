import PostgresLink
import Testing

@testable import RESTEngine

@Suite struct RoutineLookupTests {
    static let cache = SchemaCache(
        routines: Dictionary(
            grouping: [
                routine("ping"),
                routine("add", [("a", "integer", true), ("b", "integer", false)]),
                routine("options", [("a", "text", false), ("b", "text", false)]),
                routine("find"),
                routine("find", [("name", "text", true)]),
                routine("find", [("name", "text", true), ("weight", "numeric", true)]),
                routine("twins", [("a", "integer", true)]),
                routine("twins", [("a", "text", true)]),
                routine("whole", [("", "json", true)]),
                routine("whole", [("", "text", true)]),
                routine("whole", [("", "xml", true)]),
                routine("whole", [("", "bytea", true)]),
                routine("either", [("", "json", true)]),
                routine("either", [("", "jsonb", true)]),
            ], by: \.name))

    @Test(
        "chooses the overload by the names of the arguments",
        arguments: [
            ("ping", [], .get, .json, 0, false), ("ping", [], .post, .json, 0, false), ("add", ["a"], .get, .json, 2, false),
            ("add", ["b", "a", "a"], .post, .json, 2, false), ("options", [], .head, .json, 2, false),
            ("options", [], .post, .textPlain, 2, false), ("options", ["b"], .post, .csv, 2, false), ("find", [], .get, .json, 0, false),
            ("find", ["name"], .get, .json, 1, false), ("find", ["weight", "name"], .get, .json, 2, false),
            ("whole", [], .post, .textPlain, 1, true), ("whole", ["x", "y"], .post, .json, 1, true),
            ("whole", [], .post, .textXML, 1, true), ("whole", [], .post, .octetStream, 1, true),
        ] as [(String, [String], APIRequest.Invocation, RESTMediaType, Int, Bool)])
    func chooses(
        name: String, arguments: [String], invocation: APIRequest.Invocation, type: RESTMediaType, parameters: Int, whole: Bool
    ) throws {
        let match = try Self.cache.routine(named: name, in: "public", arguments: arguments, invocation: invocation, contentType: type)
        #expect(match.routine.parameters.count == parameters)
        #expect(match.takesWholeBody == whole)
    }

    @Test(
        "words a failed lookup",
        arguments: [
            (
                "top", [], .get, .json, "public.top without parameters", "public.top without parameters", nil
            ),
            (
                "pong", ["b", "a"], .post, .json, "public.pong(a, b)",
                "public.pong with parameters a, b or with a single unnamed json/jsonb parameter", "public.ping"
            ),
            ("pingg", ["x"], .get, .json, "public.pingg(x)", "public.pingg with parameter x", "public.ping"),
            ("ping", [], .post, .textPlain, "public.ping", "public.ping with a single unnamed text parameter", nil),
            ("pingg", [], .post, .octetStream, "public.pingg", "public.pingg with a single unnamed bytea parameter", nil),
            ("add", ["a", "c"], .get, .json, "public.add(a, c)", "public.add with parameters a, c", "public.add(a, b)"),
            ("find", ["nam"], .post, .csv, "public.find(nam)", "public.find with parameter nam", "public.find(name)"),
            ("whole", [], .get, .json, "public.whole without parameters", "public.whole without parameters", "public.whole()"),
        ] as [(String, [String], APIRequest.Invocation, RESTMediaType, String, String, String?)])
    func words(
        name: String, arguments: [String], invocation: APIRequest.Invocation, type: RESTMediaType, called: String, searched: String,
        suggestion: String?
    ) {
        let error = #expect(throws: RESTError.self) {
            try Self.cache.routine(named: name, in: "public", arguments: arguments, invocation: invocation, contentType: type)
        }
        #expect(error?.code == "PGRST202" && error?.status.code == 404)
        #expect(error?.message == "Could not find the function \(called) in the schema cache")
        #expect(error?.details.string == "Searched for the function \(searched), but no matches were found in the schema cache.")
        #expect(error?.hint == suggestion.map { "Perhaps you meant to call the function \($0)" })
    }

    @Test(
        "lists overloads that cannot be told apart",
        arguments: [
            ("twins", ["a"], "public.twins(a => integer), public.twins(a => text)"),
            ("either", [], "public.either( => json), public.either( => jsonb)"),
        ])
    func ambiguous(name: String, arguments: [String], list: String) {
        let error = #expect(throws: RESTError.self) {
            try Self.cache.routine(named: name, in: "public", arguments: arguments, invocation: .post, contentType: .json)
        }
        #expect(error?.code == "PGRST203" && error?.status.code == 300)
        #expect(error?.message == "Could not choose the best candidate function between: \(list)")
    }

    private static func routine(_ name: String, _ parameters: [(String, String, Bool)] = []) -> Routine {
        Routine(
            name: QualifiedName("public", name),
            parameters: parameters.map { Routine.Parameter(name: $0, type: $1, wideType: $1, isRequired: $2) },
            result: Routine.Result(isSet: false, isComposite: false, type: QualifiedName("pg_catalog", "text")))
    }
}
