import Testing

@testable import AuthService

@Suite("Spans of time as Go writes them")
struct DurationTextTests {
    @Test(
        "are read",
        arguments: [
            ("1m0s", 60), ("500ms", 0.5), ("24h", 86_400), ("1h30m", 5400), ("-1.5s", -1.5), ("+.5s", 0.5), ("0", 0),
            ("876000h", 3_153_600_000),
            ("1us", 1e-6),
        ])
    func read(text: String, seconds: Double) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test("or refused", arguments: ["", "1", "s", ".s", "1d", "1.2.3s", "soon", "1s ", "-", "9999999999h", "1e3s"])
    func refused(text: String) {
        #expect(DurationText.seconds(text) == nil)
    }
}
