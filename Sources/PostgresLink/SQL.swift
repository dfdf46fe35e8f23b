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
    }

    package private(set) var segments: [Segment] = []

    package init() {}

    package init(stringLiteral value: String) {
        if !value.isEmpty { segments = [.text(value)] }
    }

    package init(stringInterpolation: Interpolation) {
        segments = stringInterpolation.sql.segments
    }

    /// Text that was checked or made by the server: a keyword, a cast's type name from the catalog, a whole migration statement.
    package init(verbatim text: String) {
        if !text.isEmpty { segments = [.text(text)] }
    }

    package var isEmpty: Bool { segments.isEmpty }

    package mutating func append(_ other: SQL) {
        for segment in other.segments { append(segment) }
    }

    private mutating func append(_ segment: Segment) {
        if case .text(let more) = segment, case .text(let before)? = segments.last {
            segments[segments.count - 1] = .text(before + more)
        } else {
            segments.append(segment)
        }
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

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { sql.append(.text(literal)) }
        }

        package mutating func appendInterpolation(_ other: SQL) {
            sql.append(other)
        }

        package mutating func appendInterpolation(identifier name: String) {
            sql.append(.text(Identifier(name).quoted))
        }

        package mutating func appendInterpolation(_ identifier: Identifier) {
            sql.append(.text(identifier.quoted))
        }

        package mutating func appendInterpolation(_ name: QualifiedName) {
            sql.append(.text(Identifier(name.schema).quoted + "." + Identifier(name.name).quoted))
        }

        package mutating func appendInterpolation(parameter text: String) {
            sql.append(.parameter(.text(text)))
        }

        package mutating func appendInterpolation(parameter text: String?) {
            sql.append(.parameter(text.map { .text($0) } ?? .null))
        }

        package mutating func appendInterpolation(parameter: Parameter) {
            sql.append(.parameter(parameter))
        }
    }
}

extension SQL {
    /// The text with numbered placeholders (`$1`, `$2`, …) and the parameters in that order.
    package func rendered() -> (text: String, parameters: [Parameter]) {
        var text = ""
        var parameters: [Parameter] = []
        for segment in segments {
            switch segment {
            case .text(let piece): text += piece
            case .parameter(let parameter):
                parameters.append(parameter)
                text += "$\(parameters.count)"
            }
        }
        return (text, parameters)
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
