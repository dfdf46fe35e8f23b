import Foundation
import SNMClient
import Testing

/// A value can never change the meaning of a query: random texts come back as they were, read by an independent reader.
@Suite struct QueryMeaningTests {
    /// A generator that gives the same numbers for the same seed, so that a failure can be repeated.
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    static let pieces: [String] = [
        "\"", "\\", ",", "(", ")", "{", "}", ".", "%", "+", "&", ";", "=", "#", "?", "/", " ", "\t", "\n", "\r", "\r\n", ":", "*", "!", "<",
        ">", "'", "null", "NULL", "not.", "eq.", "in.(", "and(", "or(", "->>", "%41", "%00x", "a", "Z", "0", "초코", "é", "e\u{301}", "🐶",
        "👨‍👩‍👧", "\u{7F}", "\u{200B}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "\u{1}", "\u{A0}",
    ]

    static func text(using generator: inout Seeded) -> String {
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    static func query(_ parameters: SupabaseQueryParameter...) throws -> [(key: String, value: String)] {
        let config = SupabaseConfig(baseURL: try #require(URL(string: "http://localhost")), apiKey: "")
        let builder = parameters.reduce(SupabaseDBManager(config: config).fetchData().setTable("t")) { $0.setQuery($1) }
        let url = try #require(try builder.build().urlRequest().url?.absoluteString)
        let mark = try #require(url.firstIndex(of: "?"))
        return GrammarReader.pairs(ofQuery: String(url[url.index(after: mark)...]))
    }

    /// `==` on texts holds for different scalars that look the same, which is no equality for a server.
    static func same(_ left: String, _ right: String) -> Bool { Array(left.unicodeScalars) == Array(right.unicodeScalars) }

    @Test("random values survive equal, in, or, arrays and any", arguments: [UInt64.random(in: 0...UInt64.max)])
    func survives(seed: UInt64) throws {
        print("QueryMeaningTests seed: \(seed)")
        var generator = Seeded(state: seed)
        for _ in 0..<400 {
            let (a, b) = (Self.text(using: &generator), Self.text(using: &generator))

            let equal = try Self.query(.equal("name", a), .limit(1))
            #expect(equal.count == 2 && equal[0].key == "name" && Self.same(equal[0].value, "eq." + a), "\(seed): \(a.debugDescription)")

            for values in [[a], [a, b]] {
                let pairs = try Self.query(.in("name", values))
                let list = try #require(GrammarReader.list(pairs[0].value), "\(seed): \(values)")
                // A single empty text is written twice: once would be an empty list.
                let expected = values == [""] ? ["", ""] : values
                #expect(list.count == expected.count && zip(list, expected).allSatisfy(Self.same), "\(seed): \(values)")
            }

            let tree = try Self.query(.or([.equal("name", a), .like("name", b)]))
            let members = try #require(GrammarReader.tree(tree[0].value), "\(seed): \([a, b])")
            #expect(members.map(\.column) == ["name", "name"] && members.map(\.operation) == ["eq", "like"], "\(seed): \([a, b])")
            #expect(Self.same(members[0].value, a) && Self.same(members[1].value, b), "\(seed): \([a, b])")

            let array = try Self.query(.contains("tags", [a, nil, b]))
            let elements = try #require(GrammarReader.arrayLiteral(String(array[0].value.dropFirst(3))), "\(seed): \([a, b])")
            try #require(elements.count == 3, "\(seed): \([a, b])")
            #expect(Self.same(elements[0] ?? "-", a) && elements[1] == nil && Self.same(elements[2] ?? "-", b), "\(seed): \([a, b])")

            let any = try Self.query(.or([.any(.equal, "name", [a, b]), .equal("id", 1)]))
            let anyMembers = try #require(GrammarReader.tree(any[0].value), "\(seed): \([a, b])")
            let inner = try #require(GrammarReader.arrayLiteral(anyMembers[0].value), "\(seed): \([a, b])")
            #expect(anyMembers.count == 2 && anyMembers[0].operation == "eq(any)", "\(seed): \([a, b])")
            #expect(inner.count == 2 && Self.same(inner[0] ?? "-", a) && Self.same(inner[1] ?? "-", b), "\(seed): \([a, b])")
        }
    }

    @Test("an empty list stays empty, an empty text does not become one")
    func empty() throws {
        #expect(GrammarReader.list(try Self.query(.in("a", [] as [String]))[0].value) == [])
        #expect(GrammarReader.list(try Self.query(.in("a", [""]))[0].value) == ["", ""])
    }
}
