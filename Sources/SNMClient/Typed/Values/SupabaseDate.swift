import Foundation

/// A day of the calendar, without time or zone: PostgreSQL's `date`.
///
///     SupabaseDate(2026, 1, 5).queryValue        // 2026-01-05
public struct SupabaseDate: Sendable, Hashable {
    /// Negative before the year 1; there is no year 0.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// Not checked: a day that does not exist is refused by the server.
    public init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2026-01-05`, or `0044-03-15 BC`.
    public init?(_ text: String) {
        let isBeforeChrist = text.hasSuffix(" BC")
        let numbers = text.prefix { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2], year > 0,
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(isBeforeChrist ? -year : year, month, day)
    }
}

/// A time of the day without a zone: PostgreSQL's `time`.
public struct SupabaseTime: Sendable, Hashable {
    /// 0 to 24.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 60.
    public var second: Int
    /// 0 to 999,999.
    public var microsecond: Int

    /// Not checked: a time that does not exist is refused by the server.
    public init(_ hour: Int, _ minute: Int, _ second: Int = 0, microsecond: Int = 0) {
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// Reads `12:34:56.123456`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let hour = numbers[0], let minute = numbers[1], let second = numbers[2],
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        var microsecond = 0
        if parts.count == 2 {
            let digits = parts[1].prefix(6)
            guard !digits.isEmpty, let number = Int(digits.padding(toLength: 6)), number >= 0 else { return nil }
            microsecond = number
        }
        self.init(hour, minute, second, microsecond: microsecond)
    }
}

extension SupabaseDate: SupabaseRangeBound, Comparable {
    /// Reads a bound of a `daterange`.
    public init?(rangeBound text: String) { self.init(text) }

    public var queryValue: String {
        "\(abs(year).digits(4))-\(month.digits(2))-\(day.digits(2))" + (year < 0 ? " BC" : "")
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension SupabaseTime: SupabaseOrdered, Comparable {
    public var queryValue: String {
        let fraction = microsecond == 0 ? "" : "." + microsecond.digits(6)
        return "\(hour.digits(2)):\(minute.digits(2)):\(second.digits(2))" + fraction
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.hour, left.minute, left.second, left.microsecond) < (right.hour, right.minute, right.second, right.microsecond)
    }
}

extension SupabaseDate: Codable, CustomStringConvertible {
    public var description: String { queryValue }
    public init(from decoder: any Decoder) throws { self = try decoder.text("date") { Self($0) } }
    public func encode(to encoder: any Encoder) throws { try encoder.write(text: queryValue) }
}

extension SupabaseTime: Codable, CustomStringConvertible {
    public var description: String { queryValue }
    public init(from decoder: any Decoder) throws { self = try decoder.text("time") { Self($0) } }
    public func encode(to encoder: any Encoder) throws { try encoder.write(text: queryValue) }
}

extension Decoder {
    /// A value that travels as text.
    func text<Value>(_ kind: String, _ parse: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = parse(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no \(kind)")
        }
        return value
    }
}

extension Encoder {
    func write(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}

extension Int {
    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}

extension Substring {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: "0", count: length - count)
    }
}
