import HTTPServing
import Testing

@Suite("Multipart")
struct MultipartTests {
    private static let form = """
        --x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n\
        --x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n\r\n--x\r--xy\r\n-\r\n\
        --x--\r\nafterwards
        """

    private static func trace(_ pieces: [[UInt8]], boundary: String = "x") -> [String] {
        guard var parser = MultipartParser(boundary: boundary) else { return ["no boundary"] }
        var trace: [String] = []
        for piece in pieces {
            parser.receive(piece)
            do {
                while let event = try parser.next() {
                    switch event {
                    case .part(let head): trace.append("part \(head.name ?? "-") \(head.fileName ?? "-") \(head.contentType ?? "-"): ")
                    case .bytes(let bytes): trace[trace.count - 1] += String(decoding: bytes, as: UTF8.self)
                    case .partEnd: break
                    case .end: trace.append("end")
                    }
                }
            } catch {
                return trace + ["\(error)"]
            }
        }
        return trace
    }

    @Test("reads parts, with contents that look like boundaries")
    func parts() {
        let expected = ["part cacheControl - -: 3600", "part  a.png image/png: \r\n--x\r--xy\r\n-", "end"]
        // "\r\n--x" inside the content is a boundary by the standard: what follows it must be a line end or two hyphens.
        #expect(Self.trace([Array(Self.form.utf8)]).first == expected.first)
        #expect(Self.trace([Array(Self.form.utf8)]).last == "malformedBoundary")
        let clean = Self.form.replacing("--x\r\n", with: "--zz\r\n").replacing("--x--", with: "--zz--")
        #expect(Self.trace([Array(clean.utf8)], boundary: "zz") == expected)
    }

    @Test("gives the same events for any pieces")
    func pieces() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        let clean = Array(Self.form.replacing("--x\r\n", with: "--zz\r\n").replacing("--x--", with: "--zz--").utf8)
        let whole = Self.trace([clean], boundary: "zz")
        #expect(Self.trace(clean.map { [$0] }, boundary: "zz") == whole)
        for _ in 0..<200 { #expect(Self.trace(clean.pieces(using: &random), boundary: "zz") == whole, "seed \(seed)") }
    }

    @Test("never traps on mutated forms, nor depends on pieces")
    func mutations() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Randomness(seed: seed)
        for _ in 0..<2000 {
            var bytes = Array(Self.form.utf8)
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = Array("\r\n-x:; a".utf8).randomElement(using: &random)!
                bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
            }
            #expect(Self.trace(bytes.pieces(using: &random)) == Self.trace([bytes]), "seed \(seed)")
        }
    }

    @Test(
        "refuses",
        arguments: [
            ("nothing of the kind" + String(repeating: ".", count: 2000), "boundaryMissing"),
            ("--x\r\nA : b\r\n\r\nc\r\n--x--", "malformedHead"),
            ("--x\r\nA: \(String(repeating: "b", count: 20_000))", "headTooLarge"),
            ("--xy\r\n\r\n", "malformedBoundary"),
            (String(repeating: "--x\r\n\r\na\r\n", count: 101), "tooManyParts"),
        ])
    func refuses(body: String, error: String) {
        #expect(Self.trace([Array(body.utf8)]).last == error)
    }

    @Test("streams parts from a body, skipping what is not read")
    func streams() async throws {
        let body =
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\none\r\n--b\r\n\r\n\r\n--b\r\nContent-Disposition: form-data; name=c\r\n\r\nthree\r\n--b--\r\n"
        var form = try #require(Multipart(.bytes(Array(body.utf8)), contentType: "multipart/form-data; boundary=b"))
        #expect(try await form.nextPart()?.name == "a")
        #expect(try await form.collectedBytes(upTo: 3) == Array("one".utf8))
        #expect(try await form.nextBytes() == nil)
        #expect(try await form.nextPart()?.name == nil as String?)
        #expect(try await form.nextPart()?.name == "c")
        await #expect(throws: BodyTooLarge.self) { try await form.collectedBytes(upTo: 4) }
        #expect(try await form.nextPart() == nil)
        #expect(try await form.nextPart() == nil)
    }

    @Test("tells a body that ends too early, and a type that is no form")
    func incomplete() async throws {
        var form = try #require(Multipart(.bytes(Array("--b\r\n\r\nabc".utf8)), contentType: "multipart/form-data; boundary=b"))
        await #expect(throws: MultipartError.incomplete) { while try await form.nextPart() != nil {} }
        #expect(Multipart(.none, contentType: "multipart/form-data") == nil)
        #expect(Multipart(.none, contentType: "text/plain; boundary=b") == nil)
        #expect(Multipart(.none, contentType: nil) == nil)
    }
}
