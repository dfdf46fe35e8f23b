import HTTPServing

/// How long each stage of a request took, for the `Server-Timing` header (rest.md 11.3). Costs nothing when disabled.
struct ServerTiming {
    private var last: ContinuousClock.Instant?
    private var stages: [String] = []

    init(isEnabled: Bool) {
        last = isEnabled ? .now : nil
    }

    mutating func mark(_ stage: StaticString) {
        guard let start = last else { return }
        let now = ContinuousClock.now
        let tenths = (now - start) / .microseconds(100)
        stages.append("\(stage);dur=\(Int(tenths) / 10).\(Int(tenths) % 10)")
        last = now
    }

    func append(to response: inout Response) {
        if !stages.isEmpty { response.headers.append("Server-Timing", stages.joined(separator: ", ")) }
    }
}
