import JSONText

/// A text with places to fill in, in the syntax of Go's templates, as far as mails use it.
///
///     let template = try TextTemplate("Hi {{ if .Data.name }}{{ .Data.name }}{{ else }}you{{ end }}")
///     try template.rendered(with: ["Data": ["name": "Ann"]])      // "Hi Ann"
///
/// Values are escaped for HTML wherever they stand; a missing one is empty.
struct TextTemplate: Sendable {
    indirect enum Node: Sendable {
        case text(String)
        case output(Pipeline)
        /// `$x := …`
        case variable(String, Pipeline)
        case condition(Pipeline, then: [Node], otherwise: [Node])
        /// The value becomes the dot.
        case with(Pipeline, then: [Node], otherwise: [Node])
        case range(Pipeline, key: String?, element: String?, each: [Node], otherwise: [Node])
    }

    /// Commands with `|` between them: each result is the last argument of the next.
    struct Pipeline: Sendable {
        var commands: [[Operand]]
        /// `if $x := …`
        var variable: String?
    }

    indirect enum Operand: Sendable {
        case literal(JSON)
        case dot
        case function(String)
        /// The fields of the dot.
        case field([String])
        /// Those of a variable; "" is the value that everything began with.
        case variable(String, [String])
        case nested(Pipeline, [String])
    }

    let nodes: [Node]

    init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(try TemplateLexer.pieces(of: text))
        nodes = try parser.nodes(depth: 0).nodes
    }

    func rendered(with values: JSON) throws(TemplateError) -> String {
        var rendering = TemplateRendering(values)
        try rendering.render(nodes, dot: values)
        return rendering.output
    }
}

/// Why a template does not work.
struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
