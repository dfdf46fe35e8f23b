import HTTPServing
import Testing

@Suite("RequestParser, whatever the pieces")
struct RequestParserPiecesTests {
    private static let messages: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /dogs?select=*&id=in.(1,2) HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\nPrefer: count=exact \r\n\r\n",
        "POST /dogs HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\nhello world",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: x\r\n\r\n",
        "PATCH http://h/x HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
        "\r\nDELETE /a%20b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ]

    private static var smallLimits: Limits {
        var limits = Limits()
        limits.requestLineBytes = 60
        limits.headBytes = 120
        limits.bodyBytes = 64
        limits.chunkLineBytes = 16
        limits.chunkExtensionBytes = 16
        limits.trailerBytes = 20
        limits.headerFields = 6
        return limits
    }

    @Test("gives the same events for pipelined requests byte by byte")
    func bytewise() {
        let text = Self.messages.joined()
        let whole = ParserTrace.of(text)
        #expect(whole.filter { $0 == .end }.count == Self.messages.count)
        #expect(ParserTrace.of(text.utf8.map { [$0] }) == whole)
    }

    @Test("gives the same events for random pieces")
    func randomPieces() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        for _ in 0..<300 {
            let bytes = (0..<3).flatMap { _ in Array(Self.messages.randomElement(using: &random)!.utf8) }
            #expect(ParserTrace.of(bytes.pieces(using: &random)) == ParserTrace.of([bytes]), "seed \(seed)")
        }
    }

    @Test("gives the same events or error for mutated requests, and never traps")
    func mutations() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        let telling = Array("\r\n\t :;,0179afAF+-*/?#%\0\u{7F}\"chunkedHTTP".utf8)
        for round in 0..<8_000 {
            var bytes = Array((Self.messages.randomElement(using: &random)! + Self.messages.randomElement(using: &random)!).utf8)
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes[index] = telling.randomElement(using: &random)!
                case 2: bytes.insert(telling.randomElement(using: &random)!, at: index)
                case 3: bytes.remove(at: index)
                default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 12)], at: index)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let limits = round.isMultiple(of: 2) ? Limits() : Self.smallLimits
            let whole = ParserTrace.of([bytes], limits: limits)
            guard ParserTrace.of(bytes.pieces(using: &random), limits: limits) == whole else {
                Issue.record("seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
    }

    @Test("survives noise")
    func noise() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 1...200, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(ParserTrace.of(bytes.pieces(using: &random)) == ParserTrace.of([bytes]), "seed \(seed)")
        }
    }
}
