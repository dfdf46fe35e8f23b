import Foundation

/// Dates as text: ISO 8601 in UTC with microseconds, which is what PostgreSQL's timestamptz holds.
///
/// Written by hand because Foundation's formatters stop at milliseconds or cost many microseconds a call.
enum Timestamp {
    /// `2026-08-20T10:54:52.123456Z`; no fraction when there is none. Dates without end are PostgreSQL's `infinity`.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        if seconds.isNaN { return "NaN" }
        // timestamptz ends in the year 294276; beyond it nothing is stored, so "infinity" compares the same.
        if abs(seconds) > 9.3e12 { return seconds < 0 ? "-infinity" : "infinity" }
        let microseconds = Int64((seconds * 1_000_000).rounded()) + secondsToReference * 1_000_000
        let (second, fraction) = microseconds.flooredDivision(by: 1_000_000)
        let (day, secondOfDay) = second.flooredDivision(by: 86_400)
        let (year, month, dayOfMonth) = civil(day: day)

        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        // There is no year 0: PostgreSQL writes the years before 1 as BC.
        append(year > 0 ? year : 1 - year, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(month, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(dayOfMonth, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        append(secondOfDay / 3600, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(secondOfDay / 60 % 60, digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(secondOfDay % 60, digits: 2, to: &bytes)
        if fraction != 0 {
            bytes.append(UInt8(ascii: "."))
            append(fraction, digits: 6, to: &bytes)
        }
        bytes.append(UInt8(ascii: "Z"))
        if year <= 0 { bytes.append(contentsOf: " BC".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads `2026-08-20T10:54:52[.fraction](Z|±hh[[:]mm])`, with a blank allowed for the T; without offset it is UTC.
    static func date(from text: String) -> Date? {
        if text == "infinity" { return Date(timeIntervalSinceReferenceDate: .infinity) }
        if text == "-infinity" { return Date(timeIntervalSinceReferenceDate: -.infinity) }
        let isBeforeChrist = text.hasSuffix(" BC")
        var reader = Reader(bytes: Array(isBeforeChrist ? text.utf8.dropLast(3) : text.utf8[...]))
        guard let number = reader.year(), number > 0 || !isBeforeChrist, reader.skip("-"), let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2),
            (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60, second < 61
        else { return nil }
        let microseconds = reader.skip(".") ? reader.fraction() : 0
        guard let microseconds, let offset = reader.offset(), reader.isAtEnd else { return nil }
        // The year before 1 is 1 BC.
        let year = isBeforeChrist ? 1 - number : number
        let seconds = dayNumber(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds - secondsToReference) + Double(microseconds) / 1_000_000)
    }

    /// From 1970 to 2001, where `Date` counts from.
    private static let secondsToReference: Int64 = 978_307_200

    private static func append(_ number: Int64, digits: Int, to bytes: inout [UInt8]) {
        let text = String(number)
        for _ in 0..<max(0, digits - text.utf8.count) { bytes.append(UInt8(ascii: "0")) }
        bytes.append(contentsOf: text.utf8)
    }

    /// The Gregorian date of a day counted from 1970-01-01. Years start in March here, so that the leap day is the last of its year.
    private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (day + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int64 {
    /// Quotient rounded down and a remainder that is never negative, for times before 1970.
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Int64(bytes[position] - UInt8(ascii: "0"))
    }

    /// Four digits, or up to six in PostgreSQL's far future.
    mutating func year() -> Int64? {
        guard var year = number(digits: 4) else { return nil }
        for _ in 0..<2 {
            guard let digit = digit() else { break }
            year = year * 10 + digit
        }
        return year
    }

    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// One to any number of digits, read as microseconds; what is finer is dropped.
    mutating func fraction() -> Int64? {
        var microseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 6 { microseconds = microseconds * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 6 - count) { microseconds *= 10 }
        return microseconds
    }

    /// In seconds east of Greenwich; 0 when there is none.
    mutating func offset() -> Int64? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(digits: 2) else { return nil }
        _ = skip(":")
        guard let minutes = isAtEnd ? 0 : number(digits: 2) else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
