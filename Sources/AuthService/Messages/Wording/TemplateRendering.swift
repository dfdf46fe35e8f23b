import HTTPServing
import JSONText

/// Fills a template in.
struct TemplateRendering {
    private(set) var output = ""
    private var variables: [(name: String, value: JSON)]
    private var steps = 0

    init(_ values: JSON) {
        variables = [("", values)]
    }

    mutating func render(_ nodes: [TextTemplate.Node], dot: JSON) throws(TemplateError) {
        let count = variables.count
        for node in nodes {
            steps += 1
            // Lists come from what users say of themselves: lists in lists must not take for ever.
            guard steps < Limits.templateSteps, output.utf8.count < Limits.templateBytes else {
                throw TemplateError("the text is too long")
            }
            switch node {
            case .text(let text): output += text
            case .output(let pipeline): output += Self.escaped(Self.text(try value(of: pipeline, dot)))
            case .variable(let name, let pipeline): set(name, try value(of: pipeline, dot))
            case .condition(let pipeline, let then, let otherwise):
                try render(try Self.isTrue(value(of: pipeline, dot)) ? then : otherwise, dot: dot)
            case .with(let pipeline, let then, let otherwise):
                let value = try value(of: pipeline, dot)
                if Self.isTrue(value) { try render(then, dot: value) } else { try render(otherwise, dot: dot) }
            case .range(let pipeline, let key, let element, let each, let otherwise):
                let pairs = Self.pairs(try value(of: pipeline, dot))
                for pair in pairs {
                    if let key { variables.append((key, pair.key)) }
                    if let element { variables.append((element, pair.value)) }
                    try render(each, dot: pair.value)
                    variables.removeLast((key == nil ? 0 : 1) + (element == nil ? 0 : 1))
                }
                if pairs.isEmpty { try render(otherwise, dot: dot) }
            }
        }
        variables.removeLast(variables.count - count)
    }

    private mutating func set(_ name: String, _ value: JSON) {
        if let index = variables.lastIndex(where: { $0.name == name }), !name.isEmpty {
            variables[index].value = value
        } else {
            variables.append((name, value))
        }
    }

    private static func pairs(_ value: JSON) -> [(key: JSON, value: JSON)] {
        switch value {
        case .array(let elements): elements.enumerated().map { (.number(String($0.offset)), $0.element) }
        case .object(let object): object.members.sorted { $0.name < $1.name }.map { (.string($0.name), $0.value) }
        case .null, .bool, .number, .string: []
        }
    }

    // MARK: Expressions

    private mutating func value(of pipeline: TextTemplate.Pipeline, _ dot: JSON) throws(TemplateError) -> JSON {
        var result: JSON?
        for command in pipeline.commands {
            result = try call(command, dot, last: result)
        }
        let value = result ?? .null
        if let name = pipeline.variable { variables.append((name, value)) }
        return value
    }

    private mutating func call(_ command: [TextTemplate.Operand], _ dot: JSON, last: JSON?) throws(TemplateError) -> JSON {
        guard case .function(let name)? = command.first else {
            guard command.count == 1, last == nil, let operand = command.first else { throw TemplateError("only a function takes values") }
            return try value(of: operand, dot)
        }
        var arguments: [JSON] = []
        for operand in command.dropFirst() { arguments.append(try value(of: operand, dot)) }
        if let last { arguments.append(last) }
        return try TemplateFunctions.call(name, arguments)
    }

    private mutating func value(of operand: TextTemplate.Operand, _ dot: JSON) throws(TemplateError) -> JSON {
        switch operand {
        case .literal(let value): return value
        case .dot: return dot
        case .field(let names): return Self.field(names, of: dot)
        case .variable(let name, let names):
            guard let variable = variables.last(where: { $0.name == name }) else { throw TemplateError("there is no $\(name)") }
            return Self.field(names, of: variable.value)
        case .nested(let pipeline, let names): return Self.field(names, of: try value(of: pipeline, dot))
        case .function(let name): return try TemplateFunctions.call(name, [])
        }
    }

    private static func field(_ names: [String], of value: JSON) -> JSON {
        names.reduce(value) { $0[$1] ?? .null }
    }
}

// MARK: - Values

extension TemplateRendering {
    /// What is empty is false.
    static func isTrue(_ value: JSON) -> Bool {
        switch value {
        case .null: false
        case .bool(let flag): flag
        case .number(let text): Double(text) != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.members.isEmpty
        }
    }

    /// As Go prints values.
    static func text(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .bool(let flag): String(flag)
        case .number(let text): text
        case .string(let text): text
        case .array(let elements): "[" + elements.map(text).joined(separator: " ") + "]"
        case .object(let object):
            "map[" + object.members.sorted { $0.name < $1.name }.map { "\($0.name):\(text($0.value))" }.joined(separator: " ") + "]"
        }
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&#34;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

/// The functions that templates can call.
enum TemplateFunctions {
    static func call(_ name: String, _ arguments: [JSON]) throws(TemplateError) -> JSON {
        if name == "print" { return .string(arguments.map(TemplateRendering.text).joined()) }
        guard let first = arguments.first, let last = arguments.last else { throw TemplateError("\(name) is no value") }
        switch name {
        case "eq": return .bool(arguments.dropFirst().contains(first))
        case "ne": return .bool(try pair(arguments, name) { $0 != $1 })
        case "lt": return .bool(try pair(arguments, name) { isLess($0, $1) })
        case "gt": return .bool(try pair(arguments, name) { isLess($1, $0) })
        case "le": return .bool(try pair(arguments, name) { !isLess($1, $0) })
        case "ge": return .bool(try pair(arguments, name) { !isLess($0, $1) })
        case "not": return .bool(!TemplateRendering.isTrue(first))
        case "and": return arguments.first { !TemplateRendering.isTrue($0) } ?? last
        case "or": return arguments.first(where: TemplateRendering.isTrue) ?? last
        case "len": return .number(String(count(first)))
        case "index": return arguments.dropFirst().reduce(first, element)
        case "html": return .string(arguments.map { TemplateRendering.escaped(TemplateRendering.text($0)) }.joined())
        case "urlquery": return .string(PercentEncoding.encode(arguments.map(TemplateRendering.text).joined().utf8))
        default: throw TemplateError("there is no function called \(name)")
        }
    }

    private static func element(of value: JSON, at key: JSON) -> JSON {
        if let index = key.int, let elements = value.array { return elements.indices.contains(index) ? elements[index] : .null }
        return key.string.flatMap { value[$0] } ?? .null
    }

    private static func pair(_ arguments: [JSON], _ name: String, _ compare: (JSON, JSON) -> Bool) throws(TemplateError) -> Bool {
        guard arguments.count == 2 else { throw TemplateError("\(name) compares two values") }
        return compare(arguments[0], arguments[1])
    }

    private static func isLess(_ left: JSON, _ right: JSON) -> Bool {
        if case .number(let one) = left, case .number(let other) = right, let one = Double(one), let other = Double(other) {
            return one < other
        }
        return TemplateRendering.text(left) < TemplateRendering.text(right)
    }

    private static func count(_ value: JSON) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .array(let elements): elements.count
        case .object(let object): object.members.count
        case .null, .bool, .number: 0
        }
    }
}
