import Foundation

/// A value that can be compared with a column: it has a text that PostgreSQL reads as the column's type.
///
/// Types of your own conform by giving the text; an enum with a raw value needs nothing but the declaration:
///
///     enum Size: String, SupabaseQueryRepresentable { case small, large }
///     .equal("size", Size.small)          // size=eq.small
///
/// The text is the bare value. Quoting, escaping and percent-encoding are the query's business.
/// `Optional` does not conform, so that `.equal("id", nickname)` with an optional does not compile: in SQL nothing equals null.
/// Say `.isNull("id")` instead. Elements of an array may be optional.
public protocol SupabaseQueryRepresentable: SupabaseArrayElement, SupabaseColumnValue {
    /// The value as PostgreSQL reads it.
    var queryValue: String { get }
}

/// A value that can stand in an array: what ``SupabaseQueryRepresentable`` allows, and `nil` for a null element.
public protocol SupabaseArrayElement: Sendable {
    /// The element as it stands in an array literal, quotes and escapes included.
    var arrayElementText: String { get }
}

extension SupabaseQueryRepresentable {
    public var arrayElementText: String { Quoting.arrayElement(queryValue) }
}

extension SupabaseQueryRepresentable where Self: RawRepresentable, RawValue: SupabaseQueryRepresentable {
    public var queryValue: String { rawValue.queryValue }
}

extension SupabaseQueryRepresentable where Self: FixedWidthInteger {
    public var queryValue: String { String(self) }
}

extension Int: SupabaseQueryRepresentable {}
extension Int8: SupabaseQueryRepresentable {}
extension Int16: SupabaseQueryRepresentable {}
extension Int32: SupabaseQueryRepresentable {}
extension Int64: SupabaseQueryRepresentable {}
extension UInt: SupabaseQueryRepresentable {}
extension UInt8: SupabaseQueryRepresentable {}
extension UInt16: SupabaseQueryRepresentable {}
extension UInt32: SupabaseQueryRepresentable {}
extension UInt64: SupabaseQueryRepresentable {}

extension String: SupabaseQueryRepresentable {
    public var queryValue: String { self }
}

extension Substring: SupabaseQueryRepresentable {
    public var queryValue: String { String(self) }
}

extension Character: SupabaseQueryRepresentable {
    public var queryValue: String { String(self) }
}

extension Bool: SupabaseQueryRepresentable {
    public var queryValue: String { self ? "true" : "false" }
}

extension Double: SupabaseQueryRepresentable {
    /// The shortest text that reads back as the same number; whole numbers have no fraction, so that they also fit an integer column.
    public var queryValue: String { FloatingText.text(self, shortest: description) }
}

extension Float: SupabaseQueryRepresentable {
    /// The shortest text that reads back as the same number; whole numbers have no fraction.
    public var queryValue: String { FloatingText.text(Double(self), shortest: description) }
}

private enum FloatingText {
    static func text(_ value: Double, shortest: String) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }
}

extension Decimal: SupabaseQueryRepresentable {
    /// All digits, with a point whatever the locale.
    public var queryValue: String { isNaN ? "NaN" : description }
}

extension UUID: SupabaseQueryRepresentable {
    /// Upper case, as `Codable` writes it into a body: a text column filled by us is found again.
    public var queryValue: String { uuidString }
}

extension URL: SupabaseQueryRepresentable {
    public var queryValue: String { absoluteString }
}

extension Date: SupabaseQueryRepresentable {
    /// ISO 8601 in UTC, microseconds kept: `2026-08-20T10:54:52.123456Z`.
    public var queryValue: String { Timestamp.text(of: self) }
}

extension Data: SupabaseQueryRepresentable {
    /// PostgreSQL's hex form of bytea: `\x00ff`.
    public var queryValue: String { Bytea.text(of: self) }
}

enum Bytea {
    static func text(of data: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes = Array("\\x".utf8)
        bytes.reserveCapacity(2 + data.count * 2)
        for byte in data {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads PostgreSQL's hex form.
    static func data(from text: String) -> Data? {
        let digits = Array(text.utf8)
        guard digits.starts(with: "\\x".utf8), digits.count % 2 == 0 else { return nil }
        var data = Data(capacity: digits.count / 2 - 1)
        for index in stride(from: 2, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else { return nil }
            data.append(high << 4 | low)
        }
        return data
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
