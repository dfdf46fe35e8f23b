import JSONText

/// Makes a tree of a template's pieces.
struct TemplateParser {
    private var pieces: ArraySlice<TemplateLexer.Piece>

    init(_ pieces: [TemplateLexer.Piece]) {
        self.pieces = pieces[...]
    }

    /// Up to `end` or `else`, whose words are returned; nil at the end of the template.
    mutating func nodes(depth: Int) throws(TemplateError) -> (nodes: [TextTemplate.Node], end: [TemplateLexer.Word]?) {
        guard depth < Limits.templateDepth else { throw TemplateError("blocks nested more than \(Limits.templateDepth) deep") }
        var nodes: [TextTemplate.Node] = []
        while let piece = pieces.popFirst() {
            switch piece {
            case .text(let text): nodes.append(.text(text))
            case .action(let words):
                switch words.first {
                case .name("if")?, .name("with")?, .name("range")?: nodes.append(try block(words, depth: depth))
                case .name("end")?, .name("else")?:
                    guard depth > 0 else { throw TemplateError("an 'end' or 'else' without a beginning") }
                    return (nodes, words)
                case .name("define")?, .name("template")?, .name("block")?, .name("break")?, .name("continue")?:
                    throw TemplateError("only if, with and range are understood")
                case .variable(let name)? where words.count > 2 && (words[1] == .sign(":=") || words[1] == .sign("=")):
                    nodes.append(.variable(name, try Self.pipeline(words.dropFirst(2))))
                case _: nodes.append(.output(try Self.pipeline(words[...])))
                }
            }
        }
        guard depth == 0 else { throw TemplateError("an 'end' is missing") }
        return (nodes, nil)
    }

    private mutating func block(_ words: [TemplateLexer.Word], depth: Int) throws(TemplateError) -> TextTemplate.Node {
        var head = words.dropFirst()
        var names: [String] = []
        if let sign = head.firstIndex(of: .sign(":=")) {
            for word in head[..<sign] where word != .sign(",") {
                guard case .variable(let name) = word else { throw TemplateError("only a variable can be set") }
                names.append(name)
            }
            head = head[head.index(after: sign)...]
        }
        var pipeline = try Self.pipeline(head)
        let (body, end) = try nodes(depth: depth + 1)
        let otherwise = try otherwise(end, depth: depth)
        guard words.first == .name("range") else {
            guard names.count <= 1 else { throw TemplateError("only 'range' sets two variables") }
            pipeline.variable = names.first
            return words.first == .name("if")
                ? .condition(pipeline, then: body, otherwise: otherwise) : .with(pipeline, then: body, otherwise: otherwise)
        }
        guard names.count <= 2 else { throw TemplateError("'range' sets two variables at most") }
        return .range(pipeline, key: names.count == 2 ? names[0] : nil, element: names.last, each: body, otherwise: otherwise)
    }

    private mutating func otherwise(_ end: [TemplateLexer.Word]?, depth: Int) throws(TemplateError) -> [TextTemplate.Node] {
        guard let end, end.first == .name("else") else { return [] }
        let rest = Array(end.dropFirst())
        guard rest.isEmpty else {
            // `else if` is a block in the `else`, whose `end` serves both.
            guard rest.first == .name("if") || rest.first == .name("with") else { throw TemplateError("'else' before something odd") }
            return [try block(rest, depth: depth + 1)]
        }
        let (nodes, last) = try nodes(depth: depth + 1)
        guard last == [.name("end")] else { throw TemplateError("an 'else' is followed by another") }
        return nodes
    }

    // MARK: Expressions

    private static func pipeline(_ words: ArraySlice<TemplateLexer.Word>) throws(TemplateError) -> TextTemplate.Pipeline {
        var rest = words
        let pipeline = try pipeline(&rest, depth: 0)
        guard rest.isEmpty else { throw TemplateError("a parenthesis too many") }
        return pipeline
    }

    private static func pipeline(
        _ rest: inout ArraySlice<TemplateLexer.Word>, depth: Int
    ) throws(TemplateError) -> TextTemplate.Pipeline {
        guard depth < Limits.templateDepth else { throw TemplateError("parentheses nested more than \(Limits.templateDepth) deep") }
        var commands: [[TextTemplate.Operand]] = [[]]
        while let word = rest.first, word != .sign(")") {
            rest.removeFirst()
            switch word {
            case .sign("|"): commands.append([])
            case .sign("("):
                let inner = try pipeline(&rest, depth: depth + 1)
                guard rest.popFirst() == .sign(")") else { throw TemplateError("a parenthesis does not end") }
                commands[commands.count - 1].append(.nested(inner, fields(&rest)))
            case .sign(let sign): throw TemplateError("'\(sign)' means nothing here")
            case .string(let text): commands[commands.count - 1].append(.literal(.string(text)))
            case .variable(let name): commands[commands.count - 1].append(.variable(name, fields(&rest)))
            case .field(let names): commands[commands.count - 1].append(names.isEmpty ? .dot : .field(names))
            case .name(let name): commands[commands.count - 1].append(operand(name))
            }
        }
        guard commands.allSatisfy({ !$0.isEmpty }) else { throw TemplateError("a value is missing") }
        return TextTemplate.Pipeline(commands: commands)
    }

    private static func fields(_ rest: inout ArraySlice<TemplateLexer.Word>) -> [String] {
        guard case .field(let names)? = rest.first, !names.isEmpty else { return [] }
        rest.removeFirst()
        return names
    }

    private static func operand(_ name: String) -> TextTemplate.Operand {
        switch name {
        case "true": .literal(true)
        case "false": .literal(false)
        case "nil": .literal(nil)
        default: Double(name) == nil || name.first?.isLetter == true ? .function(name) : .literal(.number(name))
        }
    }
}
