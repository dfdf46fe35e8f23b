import Testing

@testable import RESTEngine

/// The parser runs fast first and explains itself only when that fails: both must see the same grammar.
@Suite struct ParserAgreementTests {
    @Test("finds the same whether or not it explains", arguments: [1, 2, 3, 4] as [UInt64])
    func agrees(seed: UInt64) {
        var random = SmallRandom(state: seed)
        for _ in 0..<500 {
            let text = Array(Self.text(&random).utf8)
            compare(text, seed) { parser throws(ParameterParser.Mismatch) in try parser.select() }
            compare(text, seed) { parser throws(ParameterParser.Mismatch) in try parser.order() }
            compare(text, seed) { parser throws(ParameterParser.Mismatch) in try parser.filterOperation() }
            compare(text, seed) { parser throws(ParameterParser.Mismatch) in try parser.logicTree() }
            compare(text, seed) { parser throws(ParameterParser.Mismatch) in try parser.nameList() }
        }
    }

    private func compare<Value: Equatable>(_ text: [UInt8], _ seed: UInt64, _ rule: ParameterParser.Rule<Value>) {
        let fast = ParameterParser.value(of: text, rule)
        do {
            let slow = try ParameterParser.explain(text, rule)
            #expect(fast == slow, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        } catch {
            #expect(fast == nil, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
            #expect(error.failure.position <= text.count && !error.failure.description.isEmpty)
        }
    }

    /// Pieces of the grammar in any order, so that most texts go wrong somewhere in the middle.
    private static func text(_ random: inout SmallRandom) -> String {
        let pieces = [
            "a", "id", "not.", "and", "or", "(", "(", ")", ")", ",", ".", ":", "::", "->", "->>", "-", "\"", "\\", "*", "...", "!", "inner",
            "eq.", "in.", "is.", "null", "gt.1", "like(any).", "count()", ".sum()", "0", "é", "\u{301}", " ", "\t", "\n", "{", "}", "desc",
            ".asc", ".nullslast", "%", "\0", "fts(simple).", "🐕",
        ]
        return (0..<Int(random.next() % 14)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }
}

/// xorshift64*: the same texts for the same seed.
private struct SmallRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return (state &* 2_685_821_657_736_338_717) >> 11
    }
}
