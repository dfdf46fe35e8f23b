/// SQL text with its parameters. Literals are text, names become identifiers, values become parameters; a bare string in an
/// interpolation does not compile, so no value reaches SQL by accident.
///
///     let query: SQL = "SELECT \(identifier: column) FROM \(relation) WHERE \(identifier: column) = \(parameter: value)"
package struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    package enum Segment: Sendable, Hashable {
        case text(String)
        case parameter(Parameter)
    }

    /// A value bound to a statement. Without a type PostgreSQL infers one from the context (OID 0, "unknown").
    package enum Parameter: Sendable, Hashable {
        case null
        /// Text format; cut at the first NUL, as libpq's text parameters are.
        case text(String)
        /// Text format, bytes as they came from a client; cut at the first NUL.
        case utf8([UInt8])
        /// Binary format of `bytea`, NULs included.
        case binary([UInt8])

        var byteCount: Int {
            switch self {
            case .null: 0
            case .text(let text): text.utf8.count
            case .utf8(let bytes), .binary(let bytes): bytes.count
            }
        }
    }

    /// All text without placeholders, in one buffer, so that building costs no copy of what is there already.
    private var text = ""
    private var placed: [PlacedParameter] = []

    private struct PlacedParameter: Sendable, Hashable {
        /// Where its placeholder belongs: bytes of `text` before it.
        var offset: Int
        var value: Parameter
    }

    package init() {}

    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: Interpolation) {
        self = stringInterpolation.sql
    }

    /// Text that was checked or made by the server: a keyword, a cast's type name from the catalog, a whole migration statement.
    package init(verbatim text: String) {
        self.text = text
    }

    package var parameterCount: Int { placed.count }

    /// The same text with other values for its parameters: for statements that are run again and again.
    package func with(_ values: [Parameter]) -> SQL {
        precondition(values.count == placed.count, "one value for each parameter")
        var copy = self
        for index in copy.placed.indices { copy.placed[index].value = values[index] }
        return copy
    }
    package var isEmpty: Bool { text.isEmpty && placed.isEmpty }

    package mutating func append(_ other: SQL) {
        let length = text.utf8.count
        text += other.text
        for parameter in other.placed {
            placed.append(PlacedParameter(offset: length + parameter.offset, value: parameter.value))
        }
    }

    private mutating func append(_ parameter: Parameter) {
        placed.append(PlacedParameter(offset: text.utf8.count, value: parameter))
    }

    package static func + (left: SQL, right: SQL) -> SQL {
        var copy = left
        copy.append(right)
        return copy
    }

    package static func += (left: inout SQL, right: SQL) {
        left.append(right)
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL()

        package init(literalCapacity: Int, interpolationCount: Int) {
            let guess = literalCapacity + 12 * interpolationCount
            // Up to 15 bytes live inside the string.
            if guess > 15 { sql.text.reserveCapacity(guess) }
        }

        package mutating func appendLiteral(_ literal: String) {
            sql.text += literal
        }

        package mutating func appendInterpolation(_ other: SQL) {
            sql.append(other)
        }

        package mutating func appendInterpolation(identifier name: String) {
            sql.text += Identifier(name).quoted
        }

        package mutating func appendInterpolation(_ identifier: Identifier) {
            sql.text += identifier.quoted
        }

        package mutating func appendInterpolation(_ name: QualifiedName) {
            sql.text += Identifier(name.schema).quoted
            sql.text += "."
            sql.text += Identifier(name.name).quoted
        }

        package mutating func appendInterpolation(parameter text: String) {
            sql.append(.text(text))
        }

        package mutating func appendInterpolation(parameter text: String?) {
            sql.append(text.map { .text($0) } ?? .null)
        }

        package mutating func appendInterpolation(parameter: Parameter) {
            sql.append(parameter)
        }
    }
}

extension SQL {
    /// Text and parameters in their order.
    package var segments: [Segment] {
        var segments: [Segment] = []
        var start = text.utf8.startIndex
        for parameter in placed {
            let end = text.utf8.index(text.utf8.startIndex, offsetBy: parameter.offset)
            if start < end { segments.append(.text(String(text[start..<end]))) }
            segments.append(.parameter(parameter.value))
            start = end
        }
        if start < text.utf8.endIndex { segments.append(.text(String(text[start...]))) }
        return segments
    }

    /// The text with numbered placeholders (`$1`, `$2`, …) and the parameters in that order.
    package func rendered() -> (text: String, parameters: [Parameter]) {
        if placed.isEmpty { return (text, []) }
        var literal = text
        let capacity = literal.utf8.count + placed.count * (1 + String(placed.count).utf8.count)
        let whole = literal.withUTF8 { literal in
            String(unsafeUninitializedCapacity: capacity) { buffer in
                var end = 0
                func copy(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) {
                    end = UnsafeMutableBufferPointer(rebasing: buffer[end...]).update(fromContentsOf: bytes) + end
                }
                func copy(number: Int) {
                    if number >= 10 { copy(number: number / 10) }
                    buffer[end] = UInt8(ascii: "0") + UInt8(number % 10)
                    end += 1
                }
                var start = 0
                for (index, parameter) in placed.enumerated() {
                    copy(literal[start..<parameter.offset])
                    start = parameter.offset
                    buffer[end] = UInt8(ascii: "$")
                    end += 1
                    copy(number: index + 1)
                }
                copy(literal[start...])
                return end
            }
        }
        return (whole, placed.map(\.value))
    }
}

extension SQL {
    /// The parameters in their order, without a copy.
    var parameters: some Collection<Parameter> { placed.lazy.map(\.value) }

    /// Two of these are equal if the statements render to the same text, which is found out without rendering them.
    struct Template: Hashable, Sendable {
        private let sql: SQL

        init(_ sql: SQL) {
            self.sql = sql
        }

        /// The same without the values, of which there may be megabytes, to be kept.
        func withoutValues() -> Template {
            var copy = sql
            for index in copy.placed.indices { copy.placed[index].value = .null }
            return Template(copy)
        }

        var byteCount: Int { sql.text.utf8.count }

        static func == (left: Self, right: Self) -> Bool {
            left.sql.text.hasSameBytes(as: right.sql.text) && left.sql.placed.elementsEqual(right.sql.placed) { $0.offset == $1.offset }
        }

        /// Some bytes must do: a text is a kilobyte, and the cache holds few. Whoever makes them collide costs us that few comparisons.
        func hash(into hasher: inout Hasher) {
            var text = sql.text
            text.withUTF8 { bytes in
                hasher.combine(bytes.count)
                let samples = 32
                let step = max(1, bytes.count / samples)
                var sum: UInt64 = 0
                for index in stride(from: 0, to: bytes.count, by: step) { sum = sum &* 31 &+ UInt64(bytes[index]) }
                for byte in bytes.suffix(samples) { sum = sum &* 31 &+ UInt64(byte) }
                hasher.combine(sum)
            }
            hasher.combine(sql.placed.count)
        }
    }
}

extension SQL {
    /// Writes elements behind each other, with a separator between them, without collecting them first.
    package struct List {
        private let separator: SQL
        private var isFirst = true

        package init(_ separator: SQL) {
            self.separator = separator
        }

        package mutating func append(_ element: SQL, to sql: inout SQL) {
            if !isFirst { sql += separator }
            isFirst = false
            sql += element
        }
    }
}

extension Sequence where Element == SQL {
    /// The elements with a separator between them.
    package func joined(separator: SQL) -> SQL {
        var result = SQL()
        for (index, element) in enumerated() {
            if index > 0 { result += separator }
            result += element
        }
        return result
    }
}
