import Foundation
import Testing

@testable import SNMClient

/// Dates and JSON, whose texts are written by hand.
@Suite struct QueryValueTests {
    @Test(
        "reads a timestamp",
        arguments: [
            ("2026-08-20T10:54:52Z", 1_787_223_292.0), ("2026-08-20T10:54:52.1Z", 1_787_223_292.1),
            ("2026-08-20T10:54:52.123456Z", 1_787_223_292.123456), ("2026-08-20T10:54:52.123456789Z", 1_787_223_292.123456),
            ("2026-08-20T19:54:52+09:00", 1_787_223_292.0), ("2026-08-20 19:54:52+09", 1_787_223_292.0),
            ("2026-08-20T06:24:52-0430", 1_787_223_292.0), ("2026-08-20T10:54:52", 1_787_223_292.0), ("1969-12-31T23:59:59Z", -1.0),
            ("0001-01-01T00:00:00Z", -62_135_596_800.0), ("2000-02-29T00:00:00Z", 951_782_400.0),
        ])
    func reads(text: String, seconds: Double) throws {
        let date = try #require(Timestamp.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_000_5)
    }

    @Test(
        "refuses a timestamp",
        arguments: [
            "", "2026", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx",
            "2026-01-01T00:00:00+", "2026-01-01T0:00:00Z", "infinite", "2026-01-01T00:00:00.99999999999999999999999999999999999999x",
        ])
    func refuses(text: String) {
        #expect(Timestamp.date(from: text) == nil)
    }

    @Test("a date's text reads back as the same microsecond, over 4000 years")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("QueryValueTests seed: \(seed)")
        var generator = QueryMeaningTests.Seeded(state: seed)
        for _ in 0..<20_000 {
            let microseconds = Int64.random(in: -62_135_596_800_000_000...64_092_211_200_000_000, using: &generator)
            let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
            let text = Timestamp.text(of: date)
            let back = try #require(Timestamp.date(from: text), "\(seed): \(text)")
            // Far from 2001 a Date is coarser than a microsecond itself.
            #expect(abs(back.timeIntervalSince(date)) <= 0.000_016, "\(seed): \(text)")
        }
    }

    @Test("agrees with Foundation's calendar on days all over 780 years")
    func calendar() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // Foundation's Gregorian calendar is Julian before 1582.
        for day in stride(from: -135_000.0, to: 150_000, by: 97) {
            let date = Date(timeIntervalSince1970: day * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let expected = String(format: "%04d-%02d-%02dT00:00:00Z", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            #expect(Timestamp.text(of: date) == expected)
        }
    }

    @Test(
        "never traps on a date",
        arguments: [
            (Double.infinity, "infinity"), (-Double.infinity, "-infinity"), (.nan, "NaN"), (1e300, "infinity"), (-1e300, "-infinity"),
            (.greatestFiniteMagnitude, "infinity"), (0, "2001-01-01T00:00:00Z"), (-.leastNonzeroMagnitude, "2001-01-01T00:00:00Z"),
            (0.999_999_9, "2001-01-01T00:00:01Z"), (-0.000_001, "2000-12-31T23:59:59.999999Z"), (9e12, "287199-08-25T16:00:00Z"),
        ])
    func extremes(seconds: Double, text: String) {
        #expect(Timestamp.text(of: Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }

    @Test("JSON keeps its value through text and back")
    func json() throws {
        let value: SupabaseJSON = [
            "text": "a\"\\/\n\u{1}초🐶", "whole": 9_007_199_254_740_993, "half": 0.5, "yes": true, "nothing": nil, "list": [1, "2", [], [:]],
        ]
        #expect(try JSONDecoder().decode(SupabaseJSON.self, from: Data(value.queryValue.utf8)) == value)
        #expect(try SupabaseJSON(encoding: value) == value)
        #expect(try SupabaseJSON(encoding: ["when": Date(timeIntervalSince1970: 0)]) == ["when": "1970-01-01T00:00:00Z"])
        #expect(SupabaseJSON.number(.infinity).queryValue == "null")
    }

    @Test("negation never writes not.not")
    func negation() {
        #expect(SupabaseQueryParameter.not(.not(.isNull("a", false))).value == "not.is.null")
        #expect(SupabaseQueryParameter.not(.not(.not(.isNull("a", false)))).value == "is.null")
        #expect(SupabaseQueryParameter.not(.isUnknown("a", false)).value == "is.unknown")
        #expect(SupabaseQueryParameter.or([.not(.isNull("a", false))]).value == "(a.is.null)")
    }
}
