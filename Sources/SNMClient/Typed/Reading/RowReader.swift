import Foundation

/// How rows are read: dates, bytes and infinities as PostgreSQL writes them.
enum DatabaseDecoder {
    /// A decoder costs little to make and is not to be shared between threads.
    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try $0.text("timestamp") { Timestamp.date(from: $0) } }
        decoder.dataDecodingStrategy = .custom { try $0.text("bytea") { Bytea.data(from: $0) } }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }
}

/// One object of an answer, whose values are read by name.
struct RowReader {
    let decoder: any Decoder
    private let container: KeyedDecodingContainer<RowKey>

    init(_ decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: RowKey.self)
    }

    func value<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
        try container.decode(type, forKey: RowKey(stringValue: key))
    }

    /// The object of a related row.
    func row(_ key: String) throws -> RowReader {
        try RowReader(container.superDecoder(forKey: RowKey(stringValue: key)))
    }

    func isNull(_ key: String) throws -> Bool {
        try !container.contains(RowKey(stringValue: key)) || container.decodeNil(forKey: RowKey(stringValue: key))
    }

    /// The objects of related rows.
    func rows<Value>(_ key: String, _ read: (RowReader) throws -> Value) throws -> [Value] {
        var elements = try container.nestedUnkeyedContainer(forKey: RowKey(stringValue: key))
        var values: [Value] = []
        while !elements.isAtEnd { values.append(try read(RowReader(elements.superDecoder()))) }
        return values
    }
}

struct RowKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// How an answer becomes results: whole rows by their own `Decodable`, selections value by value.
struct ResultReader<Result>: Sendable {
    let all: @Sendable (Data) throws -> [Result]
    let one: @Sendable (Data) throws -> Result
    /// Reads one of several parts of a row.
    let row: @Sendable (RowReader) throws -> Result

    init(selecting row: @escaping @Sendable (RowReader) throws -> Result) {
        let key = RowBox<Result>.key
        self.row = row
        all = { data in
            let decoder = DatabaseDecoder.decoder()
            decoder.userInfo[key] = ReadFunction(call: row)
            return try decoder.decode([RowBox<Result>].self, from: data).map(\.value)
        }
        one = { data in
            let decoder = DatabaseDecoder.decoder()
            decoder.userInfo[key] = ReadFunction(call: row)
            return try decoder.decode(RowBox<Result>.self, from: data).value
        }
    }
}

extension ResultReader where Result: Decodable & Sendable {
    init(of type: Result.Type) {
        all = { try DatabaseDecoder.decoder().decode([Result].self, from: $0) }
        one = { try DatabaseDecoder.decoder().decode(Result.self, from: $0) }
        row = { try Result(from: $0.decoder) }
    }
}

private struct ReadFunction<Result>: Sendable {
    let call: @Sendable (RowReader) throws -> Result
}

/// A row that is read by a function which comes with the decoder.
private struct RowBox<Result>: Decodable {
    let value: Result

    static var key: CodingUserInfoKey { CodingUserInfoKey(rawValue: "SNMClient.row") ?? { preconditionFailure("the name is not empty") }() }

    init(from decoder: any Decoder) throws {
        guard let read = decoder.userInfo[Self.key] as? ReadFunction<Result> else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "there is no function to read a row"))
        }
        value = try read.call(RowReader(decoder))
    }
}
