import HTTPServing
import Testing

@Suite("RequestBody")
struct RequestBodyTests {
    private static func body(isStream: Bool) -> RequestBody {
        isStream ? .stream(pieces(["ab", "cd", "e"])) : .bytes(Array("abcde".utf8))
    }

    @Test("is collected whole, up to a limit", arguments: [true, false])
    func collects(isStream: Bool) async throws {
        #expect(try await Self.body(isStream: isStream).collected(upTo: 5) == Array("abcde".utf8))
        await #expect(throws: BodyTooLarge(limit: 4)) { _ = try await Self.body(isStream: isStream).collected(upTo: 4) }
    }

    @Test("is empty when absent")
    func absent() async throws {
        #expect(try await RequestBody.none.collected(upTo: 0) == [])
    }
}
