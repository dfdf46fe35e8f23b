import PostgresLink

/// How long somebody is banned: `none`, or a span such as `24h` or `1h30m`, perhaps with a sign.
enum BanDuration: Sendable, Hashable {
    case lifted
    case seconds(Double)

    /// Nil: the text is "", and nothing changes.
    static func parse(_ text: String) throws(AuthError) -> BanDuration? {
        if text.isEmpty { return nil }
        if text == "none" { return .lifted }
        guard let seconds = seconds(text) else {
            throw .validation("invalid format for ban duration: time: invalid duration \"\(text)\"")
        }
        return .seconds(seconds)
    }

    private static let units: [(name: String, seconds: Double)] = [
        // Longer names come first: `ms` is no minute.
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("μs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ]

    private static func seconds(_ text: String) -> Double? {
        var rest = text[...]
        let sign: Double = rest.hasPrefix("-") ? -1 : 1
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
        if rest == "0" { return 0 }
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { "0123456789.".contains($0) }
            guard number.contains(where: { $0 != "." }), let value = Double(number.hasPrefix(".") ? "0" + number : String(number)) else {
                return nil
            }
            rest = rest[number.endIndex...]
            guard let unit = units.first(where: { rest.hasPrefix($0.name) }) else { return nil }
            rest = rest.dropFirst(unit.name.count)
            total += value * unit.seconds
        }
        // A span is counted in 64 bits of nanoseconds: some 292 years.
        guard total < 9_223_372_036 else { return nil }
        return sign * total
    }

    func statement(_ userID: String) -> SQL {
        let id = "\(parameter: userID)::uuid" as SQL
        return switch self {
        case .lifted: "UPDATE auth.users SET banned_until = NULL, updated_at = now() WHERE id = \(id)"
        case .seconds(let seconds):
            """
            UPDATE auth.users SET updated_at = now(),
                banned_until = now() + make_interval(secs => \(parameter: String(seconds))::double precision)
            WHERE id = \(id)
            """
        }
    }
}
