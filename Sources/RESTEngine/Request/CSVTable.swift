internal import JSONText

/// A CSV body, read as rows of named texts (rest.md 1.16): RFC 4180, with what Haskell's cassava makes of its dark corners.
struct CSVTable: Hashable {
    /// Names of the first row's fields, without repeats.
    private(set) var keys: [String] = []
    /// All rows as an array of objects.
    private(set) var json: [UInt8] = [UInt8(ascii: "[")]

    init(_ body: [UInt8]) throws(RESTError) {
        var scanner = CSVScanner(body)
        let header = try scanner.record()
        guard scanner.takeLineEnd() else { throw scanner.failure }
        let columns = Columns(header)
        var firstCount: Int?
        while true {
            let record = try scanner.record()
            if !(record.count == 1 && record[0].isEmpty) {
                let row = columns.row(of: record)
                if let firstCount {
                    guard row.count == firstCount else { throw .fieldCountsDiffer }
                    json.append(UInt8(ascii: ","))
                } else {
                    firstCount = row.count
                    keys = row.map { String(decoding: columns.names[$0.column], as: UTF8.self) }
                }
                append(row, columns)
            }
            guard scanner.takeLineEnd() else { break }
        }
        guard scanner.isAtEnd else { throw scanner.failure }
        json.append(UInt8(ascii: "]"))
    }

    private mutating func append(_ row: [(column: Int, value: [UInt8])], _ columns: Columns) {
        json.append(UInt8(ascii: "{"))
        for (index, field) in row.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            JSONQuoting.appendQuoted(columns.names[field.column], to: &json)
            json.append(UInt8(ascii: ":"))
            if field.value.elementsEqual("NULL".utf8) {
                json.append(contentsOf: "null".utf8)
            } else {
                JSONQuoting.appendQuoted(field.value, to: &json)
            }
        }
        json.append(UInt8(ascii: "}"))
    }

    /// The header, with the columns that share a name known.
    private struct Columns {
        /// As in the file.
        let names: [[UInt8]]
        /// For each column the first one of its name.
        private let slot: [Int]

        init(_ names: [[UInt8]]) {
            self.names = names
            var first: [[UInt8]: Int] = [:]
            var slot: [Int] = []
            for (index, name) in names.enumerated() {
                slot.append(first[name] ?? index)
                first[name] = first[name] ?? index
            }
            self.slot = slot
        }

        /// The fields that have a name, a repeated name's last one in the place of its first. Which columns there are depends on
        /// the number of fields alone: so does the set of names.
        func row(of record: [[UInt8]]) -> [(column: Int, value: [UInt8])] {
            var fields: [(column: Int, value: [UInt8])] = []
            var places: [Int: Int] = [:]
            for (index, value) in record.prefix(names.count).enumerated() {
                if let place = places[slot[index]] {
                    fields[place].value = value
                } else {
                    places[slot[index]] = fields.count
                    fields.append((slot[index], value))
                }
            }
            return fields
        }
    }
}

/// Reads records and fields.
private struct CSVScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The words of the original's parser, as far as they are known.
    var failure: RESTError {
        if isAtEnd { return .invalidBody("parse error (not enough input) at \"\"") }
        return .invalidBody("parse error (Failed reading: satisfy) at \"\(String(decoding: bytes[position...], as: UTF8.self))\"")
    }

    mutating func record() throws(RESTError) -> [[UInt8]] {
        var fields = [try field()]
        while next == UInt8(ascii: ",") {
            position += 1
            fields.append(try field())
        }
        return fields
    }

    mutating func takeLineEnd() -> Bool {
        switch next {
        case UInt8(ascii: "\n"):
            position += 1
        case UInt8(ascii: "\r"):
            position += 1
            if next == UInt8(ascii: "\n") { position += 1 }
        default:
            return false
        }
        return true
    }

    private mutating func field() throws(RESTError) -> [UInt8] {
        if next == UInt8(ascii: "\"") { return try quotedField() }
        let start = position
        while let byte = next, byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "\"")
        {
            position += 1
        }
        return Array(bytes[start..<position])
    }

    /// A field that is never closed loses its last character: the original takes that for the closing quote.
    private mutating func quotedField() throws(RESTError) -> [UInt8] {
        position += 1
        var value: [UInt8] = []
        while let byte = next {
            position += 1
            guard byte == UInt8(ascii: "\"") else {
                value.append(byte)
                continue
            }
            guard next == UInt8(ascii: "\"") else { return value }
            position += 1
            value.append(byte)
        }
        guard !value.isEmpty else { throw failure }
        repeat {} while value.popLast().map { $0 & 0xC0 == 0x80 } == true
        return value
    }
}
