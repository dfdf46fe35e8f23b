import Testing

@testable import RESTEngine

@Suite struct SuggestionTests {
    @Test(
        "suggests the nearest name",
        arguments: [
            ("dogz", ["walks", "dogs"], 0.75, "dogs"),
            ("DOGS", ["dogs"], 0.75, "dogs"),
            ("walk", ["walks", "walkers"], 0.75, "walks"),
            ("add_nmbers", ["add_numbers"], 0.75, "add_numbers"),
            ("산책", ["산책로"], 0.33, "산책로"),
            ("STRASSE", ["straße"], 0.33, "straße"),
            ("(aa)", ["(a, b)"], 0.33, "(a, b)"),
            ("", ["a"], 0.33, nil),
            ("()", ["(n)"], 0.33, nil),
            ("cats", ["dogs"], 0.33, nil),
            ("dxxx", ["dogs"], 0.33, nil),
            ("dogs", [], 0.33, nil),
        ] as [(String, [String], Double, String?)])
    func suggests(query: String, candidates: [String], minimum: Double, expected: String?) {
        #expect(Suggestion(for: query, among: candidates, minimum: minimum)?.text == expected)
    }

    @Test("tells an exact hit from a near one")
    func exact() {
        #expect(Suggestion(for: "Dogs", among: ["dog", "dogs"], minimum: 0.33)?.isExact == true)
        #expect(Suggestion(for: "dogz", among: ["dog", "dogs"], minimum: 0.33)?.isExact == false)
    }

    @Test("an endless query costs no more than its letters")
    func endless() {
        let query = String(repeating: "dog", count: 20_000)
        #expect(Suggestion(for: query, among: (0..<400).map { "dog\($0)" }, minimum: 0.33) == nil)
    }
}
