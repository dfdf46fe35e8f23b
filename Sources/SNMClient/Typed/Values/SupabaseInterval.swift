/// A span of time as PostgreSQL keeps it: months, days and microseconds, which do not convert into each other.
///
///     SupabaseInterval(days: 1, microseconds: 3_600_000_000).queryValue       // P1DT1H
public struct SupabaseInterval: Sendable, Hashable {
    /// Twelve are a year.
    public var months: Int
    /// Of 23 to 25 hours each.
    public var days: Int
    /// Of the time below a day.
    public var microseconds: Int

    /// Each part may be negative.
    public init(months: Int = 0, days: Int = 0, microseconds: Int = 0) {
        self.months = months
        self.days = days
        self.microseconds = microseconds
    }

    /// Reads what PostgreSQL writes: `1 year 2 mons -3 days +04:05:06.789`, or ISO 8601's `P1Y2M-3DT4H5M6.789S`.
    public init?(_ text: String) {
        self.init()
        let isRead = text.hasPrefix("P") ? readISO(text.dropFirst()) : readWords(text)
        guard isRead else { return nil }
    }
}

extension SupabaseInterval: SupabaseOrdered {
    /// ISO 8601, which PostgreSQL reads whatever its settings.
    public var queryValue: String {
        var text = "P"
        if months != 0 { text += "\(months)M" }
        if days != 0 { text += "\(days)D" }
        if microseconds == 0 { return text == "P" ? "PT0S" : text }
        let (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = microseconds < 0 && seconds == 0 ? "-" : ""
        text += "T\(sign)\(seconds)"
        if fraction != 0 {
            let digits = String(abs(fraction))
            text += "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
        }
        return text + "S"
    }
}

extension SupabaseInterval: Codable, CustomStringConvertible {
    public var description: String { queryValue }
    public init(from decoder: any Decoder) throws { self = try decoder.text("interval") { Self($0) } }
    public func encode(to encoder: any Encoder) throws { try encoder.write(text: queryValue) }
}

extension SupabaseInterval {
    private mutating func readWords(_ text: String) -> Bool {
        var words = text.split(separator: " ")[...]
        guard !words.isEmpty else { return false }
        while let word = words.popFirst() {
            if word.contains(":") {
                guard words.isEmpty, readClock(word) else { return false }
            } else {
                guard let number = Int(word), let unit = words.popFirst(), add(number, unit) else { return false }
            }
        }
        return true
    }

    private mutating func add(_ number: Int, _ unit: Substring) -> Bool {
        switch unit {
        case "year", "years": return Self.add(number, times: 12, to: &months)
        case "mon", "mons": return Self.add(number, times: 1, to: &months)
        case "day", "days": return Self.add(number, times: 1, to: &days)
        default: return false
        }
    }

    /// `-04:05:06.789`
    private mutating func readClock(_ text: Substring) -> Bool {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]), let seconds = Self.microseconds(parts[2]) else {
            return false
        }
        let sign = isNegative ? -1 : 1
        return Self.add(hours, times: sign * 3_600_000_000, to: &microseconds)
            && Self.add(minutes, times: sign * 60_000_000, to: &microseconds) && Self.add(seconds, times: sign, to: &microseconds)
    }

    private mutating func readISO(_ text: Substring) -> Bool {
        var isTime = false
        var number = Substring()
        for character in text {
            switch (character, isTime) {
            case ("T", false): isTime = true
            case ("Y", false), ("M", false), ("W", false), ("D", false):
                guard let value = Int(number) else { return false }
                let (factor, isMonths) = ["Y": (12, true), "M": (1, true), "W": (7, false)][character] ?? (1, false)
                guard isMonths ? Self.add(value, times: factor, to: &months) : Self.add(value, times: factor, to: &days) else { return false }
                number = ""
            case ("H", true), ("M", true):
                guard let value = Int(number), Self.add(value, times: character == "H" ? 3_600_000_000 : 60_000_000, to: &microseconds) else {
                    return false
                }
                number = ""
            case ("S", true):
                let isNegative = number.hasPrefix("-")
                guard let value = Self.microseconds(isNegative ? number.dropFirst() : number) else { return false }
                guard Self.add(value, times: isNegative ? -1 : 1, to: &microseconds) else { return false }
                number = ""
            default: number.append(character)
            }
        }
        return number.isEmpty && !text.isEmpty
    }

    /// `6.789`
    private static func microseconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = Int(parts[0]), whole >= 0 else { return nil }
        let digits = parts.count == 2 ? parts[1].prefix(6) : ""
        let fraction = digits.isEmpty ? 0 : Int(digits + String(repeating: "0", count: 6 - digits.count))
        var sum = fraction ?? -1
        guard sum >= 0, add(whole, times: 1_000_000, to: &sum) else { return nil }
        return sum
    }

    /// False when it does not fit: a server's text must not end the program.
    private static func add(_ number: Int, times factor: Int, to sum: inout Int) -> Bool {
        let (product, overflows) = number.multipliedReportingOverflow(by: factor)
        let (total, overflowsToo) = sum.addingReportingOverflow(product)
        guard !overflows && !overflowsToo else { return false }
        sum = total
        return true
    }
}
