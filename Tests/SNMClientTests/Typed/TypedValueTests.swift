import Foundation
import Testing

@testable import SNMClient

/// What PostgreSQL writes is read without loss, and written back as it is read.
@Suite("Typed values")
struct TypedValueTests {
    @Test(
        "reads timestamps with and without fraction and offset",
        arguments: [
            ("2026-08-20T10:54:52+00:00", "2026-08-20T10:54:52Z"), ("2026-08-20T10:54:52.1+00:00", "2026-08-20T10:54:52.100000Z"),
            ("2026-08-20T10:54:52.123456", "2026-08-20T10:54:52.123456Z"), ("2026-08-20 10:54:52.12+09", "2026-08-20T01:54:52.120000Z"),
            ("2026-08-20T10:54:52-03:30", "2026-08-20T14:24:52Z"), ("0044-03-15T00:00:00+00:00 BC", "0044-03-15T00:00:00Z BC"),
            ("10000-01-01T00:00:00+00:00", "10000-01-01T00:00:00Z"), ("infinity", "infinity"), ("-infinity", "-infinity"),
        ])
    func timestamps(text: String, written: String) throws {
        let date = try DatabaseDecoder.decoder().decode([Date].self, from: Data("[\"\(text)\"]".utf8))[0]
        #expect(date.queryValue == written)
    }

    @Test(
        "reads intervals as PostgreSQL writes them",
        arguments: [
            ("1 year 2 mons 3 days 04:05:06.789", "P14M3DT14706.789000S"), ("-1 days", "P-1D"), ("00:00:00", "PT0S"),
            ("-00:00:00.5", "PT-0.500000S"), ("P1Y2M3DT4H5M6.5S", "P14M3DT14706.500000S"), ("P2W", "P14D"), ("3 days -01:00:00", "P3DT-3600S"),
        ])
    func intervals(text: String, written: String) throws {
        let interval = try #require(SupabaseInterval(text))
        #expect(interval.queryValue == written)
        #expect(SupabaseInterval(written) == interval)
    }

    @Test("refuses intervals that are none or do not fit", arguments: ["", "P", "1", "1 dog", "99999999999999999999 days", "1:2", "9223372036854775807 years"])
    func noIntervals(text: String) {
        #expect(SupabaseInterval(text) == nil)
    }

    @Test(
        "reads ranges",
        arguments: [
            ("[1,5)", "[1,5)"), ("(1,5]", "(1,5]"), ("(,5)", "(,5)"), ("[1,)", "[1,)"), ("(,)", "(,)"), ("empty", "empty"),
        ])
    func ranges(text: String, written: String) throws {
        #expect(try #require(SupabaseRange<Int>(text: text)).queryValue == written)
    }

    @Test("reads ranges of dates and refuses what is no range")
    func dateRanges() throws {
        let range = try #require(SupabaseRange<Date>(text: #"["2026-01-01 00:00:00+00","2026-01-02 00:00:00+00")"#))
        #expect(range.queryValue == "[2026-01-01T00:00:00Z,2026-01-02T00:00:00Z)")
        #expect(SupabaseRange<SupabaseDate>(text: "[2026-01-01,2026-02-01)")?.upper == SupabaseDate(2026, 2, 1))
        for text in ["", "[", "[1", "1,5", "[a,5)", "[1,2,3)"] { #expect(SupabaseRange<Int>(text: text) == nil, "\(text)") }
    }

    @Test(
        "reads days and times",
        arguments: [("2026-01-05", "2026-01-05"), ("0044-03-15 BC", "0044-03-15 BC"), ("10000-12-31", "10000-12-31")])
    func days(text: String, written: String) throws {
        #expect(try #require(SupabaseDate(text)).queryValue == written)
    }

    @Test("reads times", arguments: [("12:34:56", "12:34:56"), ("00:00:00.000001", "00:00:00.000001"), ("23:59:59.5", "23:59:59.500000")])
    func times(text: String, written: String) throws {
        #expect(try #require(SupabaseTime(text)).queryValue == written)
        #expect(SupabaseTime("12:3") == nil && SupabaseDate("2026-13-01") == nil && SupabaseTime("aa:bb:cc") == nil)
    }

    private struct Row: Codable, Equatable {
        var big: Int
        var price: Decimal
        var raw: Data
        var ratio: Double
        var address: SupabaseLiteral
        var field: SupabaseJSON?
    }

    @Test("reads big numbers, bytes and infinities")
    func numbers() throws {
        let json = #"{"big":9223372036854775807,"price":12345678901234567890.123456789,"raw":"\\x00ff","ratio":"-Infinity","address":"::1"}"#
        let row = try DatabaseDecoder.decoder().decode(Row.self, from: Data(json.utf8))
        #expect(row.big == .max && row.price.description == "12345678901234567890.123456789")
        #expect(row.raw == Data([0, 255]) && row.ratio == -.infinity && row.address == "::1")
        #expect(Bytea.data(from: "\\x0") == nil && Bytea.data(from: "00") == nil && Bytea.data(from: "\\xgg") == nil)
    }

    private struct Patch: SupabaseWritable {
        var name: String?
        var image: SupabaseField<String> = .omitted
        var age: SupabaseField<Int> = .omitted
        var note = SupabaseField<String>(nil)
    }

    @Test("writes fields that are left out, null, and set")
    func fields() throws {
        let patch = Patch(image: .null, age: .set(3))
        #expect(String(decoding: try DatabaseBody.encode(patch), as: UTF8.self) == #"{"age":3,"image":null,"note":null}"#)
        #expect(String(decoding: try DatabaseBody.encode([SupabaseField.set(1), .null]), as: UTF8.self) == "[1,null]")
    }
}
