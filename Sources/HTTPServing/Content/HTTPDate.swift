/// A time to the second as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
///
/// Without Foundation, whose formatter costs more than the rest of a response head.
package struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    package var secondsSince1970: Int

    package init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension HTTPDate: CustomStringConvertible {
    package var description: String {
        let (days, second) = secondsSince1970.quotientFlooring(by: 86_400)
        let day = CivilDay(daysSince1970: days)
        let weekday = Self.weekdays[(days + 4).quotientFlooring(by: 7).remainder]
        let date = "\(weekday), \(Self.padded(day.day)) \(Self.months[day.month - 1]) \(Self.padded(day.year, to: 4))"
        return "\(date) \(Self.padded(second / 3600)):\(Self.padded(second / 60 % 60)):\(Self.padded(second % 60)) GMT"
    }

    fileprivate static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    fileprivate static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension HTTPDate {
    /// Reads the preferred form; the two obsolete ones count as absent, which for a condition means "not fulfilled".
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].utf8.last == UInt8(ascii: ","), parts[5] == "GMT",
            Self.weekdays.contains(String(parts[0].dropLast())), let month = Self.months.firstIndex(of: String(parts[2])),
            let day = Self.number(parts[1], digits: 2), let year = Self.number(parts[3], digits: 4),
            let clock = Self.clock(parts[4]), let date = CivilDay(year: year, month: month + 1, day: day)
        else { return nil }
        self.init(secondsSince1970: date.daysSince1970 * 86_400 + clock)
    }

    private static func clock(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
            let second = number(parts[2], digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ $0.decimalValue != nil }) else { return nil }
        return Int(text)
    }
}

/// A day of the Gregorian calendar. The arithmetic counts years from March, so that the leap day is a year's last.
private struct CivilDay {
    var year: Int
    var month: Int
    var day: Int

    init(daysSince1970: Int) {
        // 719,468 days lie between 0000-03-01 and 1970-01-01; 146,097 make an era of 400 years.
        let (era, dayOfEra) = (daysSince1970 + 719_468).quotientFlooring(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    init?(year: Int, month: Int, day: Int) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), day >= 1, day <= lengths[month - 1] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    var daysSince1970: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientFlooring(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int {
    fileprivate func quotientFlooring(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
