extension JSON {
    /// The value without white space: members as they are held, numbers as they were written.
    package func serialized() -> [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    package var text: String { String(decoding: serialized(), as: UTF8.self) }

    package func append(to output: inout [UInt8]) {
        write(JSONStyle(sortsMembers: false), to: &output)
    }

    /// The value as PostgREST writes JSON of its own making: members sorted by code point, of a repeated name only the first,
    /// numbers in one spelling.
    ///
    ///     {"b":1.50,"a":1e3,"b":0}      // {"a":1000,"b":1.5}
    package func canonical() -> [UInt8] {
        var output: [UInt8] = []
        appendCanonical(to: &output)
        return output
    }

    package func appendCanonical(to output: inout [UInt8]) {
        write(JSONStyle(sortsMembers: true), to: &output)
    }
}

private struct JSONStyle {
    var sortsMembers: Bool
}

extension JSON {
    private func write(_ style: JSONStyle, to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): output.append(contentsOf: (style.sortsMembers ? CanonicalNumber.text(of: text) : text).utf8)
        case .string(let text): JSONQuoting.appendQuoted(text, to: &output)
        case .array(let elements): JSON.write(elements, style, to: &output)
        case .object(let object): JSON.write(style.sortsMembers ? object.canonicalMembers : object.members, style, to: &output)
        }
    }

    private static func write(_ elements: [JSON], _ style: JSONStyle, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for (position, element) in elements.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            element.write(style, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [JSONObject.Member], _ style: JSONStyle, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (position, member) in members.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            JSONQuoting.appendQuoted(member.name, to: &output)
            output.append(UInt8(ascii: ":"))
            member.value.write(style, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}

extension JSONObject {
    /// Sorted by UTF-8, whose order is that of code points (`String` orders by normalised form).
    fileprivate var canonicalMembers: [Member] {
        var result: [Member] = []
        for (_, member) in members.enumerated().sorted(by: { Self.precedes($0, $1) }) {
            if let last = result.last, last.name.isSpelled(member.name) { continue }
            result.append(member)
        }
        return result
    }

    /// Of equal names the first stays the first.
    private static func precedes(_ one: (offset: Int, element: Member), _ other: (offset: Int, element: Member)) -> Bool {
        if one.element.name.isSpelled(other.element.name) { return one.offset < other.offset }
        return one.element.name.utf8.lexicographicallyPrecedes(other.element.name.utf8)
    }
}
