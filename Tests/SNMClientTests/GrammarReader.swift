import Foundation

/// A reader of the query string and the grammar of filters, written from the specification alone and sharing nothing with the client:
/// it tells what a server would understand.
struct GrammarReader {
    private var rest: [Unicode.Scalar]

    init(_ text: String) { rest = Array(text.unicodeScalars) }

    /// The decoded pairs of a query string: split at `&` and `;`, `+` is a blank.
    static func pairs(ofQuery query: String) -> [(key: String, value: String)] {
        query.split(omittingEmptySubsequences: false) { $0 == "&" || $0 == ";" }.map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(0x20)
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest.removeFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func blanks() {
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    }

    var remainder: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: rest)
        return String(text)
    }

    mutating func skip(_ text: String) -> Bool { take(text) }

    /// `"…"` if a `,` or `)` follows, else everything up to one.
    mutating func element() -> String {
        if rest.first == "\"" {
            var position = 1
            var text = String.UnicodeScalarView()
            while position < rest.count, rest[position] != "\"" {
                if rest[position] == "\\", position + 1 < rest.count { position += 1 }
                text.append(rest[position])
                position += 1
            }
            let after = position + 1
            if position < rest.count, after == rest.count || rest[after] == "," || rest[after] == ")" {
                rest.removeFirst(after)
                return String(text)
            }
        }
        var text = String.UnicodeScalarView()
        while let first = rest.first, first != ",", first != ")" {
            text.append(first)
            rest.removeFirst()
        }
        return String(text)
    }

    /// `in.(…)` as a whole value; nil when it is none or text is left over. One empty text means no value.
    static func list(_ value: String) -> [String]? {
        var reader = GrammarReader(value)
        guard reader.take("in."), let elements = reader.list(), reader.rest.isEmpty else { return nil }
        return elements
    }

    mutating func list() -> [String]? {
        blanks()
        guard take("(") else { return nil }
        blanks()
        var elements = [element()]
        while take(",") { elements.append(element()) }
        guard take(")") else { return nil }
        return elements == [""] ? [] : elements
    }

    /// The members of `(name.op.value,…)`, all of whose operators take one value; nil when text is left over.
    static func tree(_ value: String) -> [(column: String, operation: String, value: String)]? {
        var reader = GrammarReader(value)
        guard reader.take("(") else { return nil }
        var members: [(String, String, String)] = []
        repeat {
            guard let column = reader.word(), let operation = reader.word() else { return nil }
            // A literal in braces is a value of its own.
            guard reader.rest.first != "{" else { return nil }
            members.append((column, operation, reader.element()))
        } while reader.take(",")
        guard reader.take(")"), reader.rest.isEmpty else { return nil }
        return members
    }

    /// Letters, digits, parentheses of a modifier, up to a dot.
    private mutating func word() -> String? {
        guard let dot = rest.firstIndex(of: ".") else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: rest[..<dot])
        rest.removeFirst(dot + 1)
        return String(text)
    }

    /// The elements of a PostgreSQL array literal of one dimension; nil stands for NULL.
    static func arrayLiteral(_ text: String) -> [String?]? {
        var rest = Array(text.unicodeScalars)[...]
        guard rest.popFirst() == "{", rest.popLast() == "}" else { return nil }
        if rest.isEmpty { return [] }
        var elements: [String?] = []
        while true {
            var element = String.UnicodeScalarView()
            var isQuoted = false
            if rest.first == "\"" {
                isQuoted = true
                rest.removeFirst()
                while let scalar = rest.popFirst(), scalar != "\"" {
                    if scalar == "\\", let escaped = rest.popFirst() { element.append(escaped) } else { element.append(scalar) }
                }
            } else {
                while let scalar = rest.first, scalar != "," {
                    guard !"{}\"\\ \t\n\r".unicodeScalars.contains(scalar) else { return nil }
                    element.append(scalar)
                    rest.removeFirst()
                }
                if element.isEmpty { return nil }
            }
            let text = String(element)
            elements.append(!isQuoted && text.lowercased() == "null" ? nil : text)
            guard let next = rest.popFirst() else { return elements }
            guard next == "," else { return nil }
        }
    }
}
