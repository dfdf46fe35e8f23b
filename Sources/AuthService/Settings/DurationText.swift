/// A span of time as Go writes it: `1m30s`, `500ms`, `24h`.
package enum DurationText {
    private static let units: [(name: String, seconds: Double)] = [
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("μs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ]

    /// Nil for what is no span of time, or one of more than 292 years, which is as much as Go can say.
    package static func seconds(_ text: String) -> Double? {
        var rest = text[...]
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
        if rest == "0" { return 0 }
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0 == "." || "0"..."9" ~= $0 }
            guard digits.contains(where: { $0 != "." }), let number = Double(digits.hasPrefix(".") ? "0" + digits : String(digits)) else {
                return nil
            }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0 != "." && !("0"..."9" ~= $0) }
            guard let unit = units.first(where: { $0.name == name }) else { return nil }
            total += number * unit.seconds
            rest = rest.dropFirst(name.count)
        }
        return total <= 9_223_372_036 ? (isNegative ? -total : total) : nil
    }
}
