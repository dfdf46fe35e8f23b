import Foundation

/// A JSON value, for conditions on json columns and for metadata.
///
///     .contains("info", SupabaseJSON.object(["colour": "brown"]))       // info=cs.{"colour":"brown"}
public enum SupabaseJSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([SupabaseJSON])
    case object([String: SupabaseJSON])

    /// The JSON form of any encodable value.
    public init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(SupabaseJSON.self, from: DatabaseBody.encode(value))
    }
}

extension SupabaseJSON: SupabaseQueryRepresentable {
    /// Compact JSON with sorted keys.
    public var queryValue: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        // JSON has no infinities: null is what JavaScript makes of them.
        case .number(let value): return value.isFinite ? value.queryValue : "null"
        case .string(let text): return Self.quoted(text)
        case .array(let elements): return "[" + elements.map(\.queryValue).joined(separator: ",") + "]"
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            return "{" + sorted.map { Self.quoted($0.key) + ":" + $0.value.queryValue }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..<"\u{20}": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension SupabaseJSON: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([SupabaseJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: SupabaseJSON].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension SupabaseJSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: SupabaseJSON...) { self = .array(elements) }
    /// Of repeated keys the last counts, as in PostgreSQL's jsonb.
    public init(dictionaryLiteral elements: (String, SupabaseJSON)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
