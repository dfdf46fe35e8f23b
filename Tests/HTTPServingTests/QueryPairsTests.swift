import HTTPServing
import Testing

@Suite("QueryPairs")
struct QueryPairsTests {
    private func describe(_ query: String?, semicolonSeparates: Bool) -> [String] {
        QueryPairs(query, semicolonSeparates: semicolonSeparates).pairs.map { pair in
            pair.keyText! + (pair.valueText.map { "=" + $0 } ?? "")
        }
    }

    @Test(
        "splits a query",
        arguments: [
            (nil, []), ("", []), ("a=1", ["a=1"]), ("a=1&", ["a=1"]), ("&", [""]), ("&&", ["", ""]), ("a", ["a"]), ("a=", ["a="]),
            ("a=b=c&a=%26+%2", ["a=b=c", "a=& %2"]), ("a+b=c", ["a b=c"]), ("a=1;b=2", ["a=1", "b=2"]),
        ] as [(String?, [String])])
    func splits(query: String?, pairs: [String]) {
        #expect(describe(query, semicolonSeparates: true) == pairs)
    }

    @Test("keeps semicolons unless asked, and bytes that are no text")
    func variants() {
        #expect(describe("a=1;b=2", semicolonSeparates: false) == ["a=1;b=2"])
        #expect(QueryPairs("a=%FF").pairs == [.init(key: [0x61], value: [0xFF])])
        #expect(QueryPairs("a=%FF&b=2")["a"] == nil)
        #expect(QueryPairs("a=1&a=2")["a"] == "1")
    }
}
