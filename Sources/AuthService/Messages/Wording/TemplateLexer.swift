/// Takes a template apart into text and actions, and actions into words.
enum TemplateLexer {
    enum Piece: Hashable {
        case text(String)
        case action([Word])
    }

    enum Word: Hashable {
        /// A name of a function, a keyword, a number.
        case name(String)
        /// `.A.B`, also behind a variable or a parenthesis; "." alone has none.
        case field([String])
        case variable(String)
        case string(String)
        /// `(`, `)`, `|`, `,`, `:=`, `=`
        case sign(String)
    }

    static func pieces(of text: String) throws(TemplateError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var trims = false
        while let start = rest.firstRange(of: "{{") {
            var before = rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if trims { before = before.drop(while: \.isWhitespace) }
            if rest.first == "-", rest.dropFirst().first?.isWhitespace == true {
                rest.removeFirst()
                while before.last?.isWhitespace == true { before.removeLast() }
            }
            if !before.isEmpty { pieces.append(.text(String(before))) }
            let (words, end, trimsNext) = try action(rest)
            if !words.isEmpty { pieces.append(.action(words)) }
            rest = rest[end...]
            trims = trimsNext
        }
        if trims { rest = rest.drop(while: \.isWhitespace) }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// The words up to `}}`, where it ends, and whether the blanks behind it go.
    private static func action(_ text: Substring) throws(TemplateError) -> ([Word], Substring.Index, Bool) {
        var rest = text.drop(while: \.isWhitespace)
        if rest.hasPrefix("/*") {
            guard let end = rest.firstRange(of: "*/") else { throw TemplateError("a comment does not end") }
            let (words, close, trims) = try action(rest[end.upperBound...])
            guard words.isEmpty else { throw TemplateError("a comment is an action of its own") }
            return ([], close, trims)
        }
        var words: [Word] = []
        while true {
            let blank = words.isEmpty || rest.first?.isWhitespace == true
            rest = rest.drop(while: \.isWhitespace)
            if rest.hasPrefix("}}") { return (words, rest.index(rest.startIndex, offsetBy: 2), false) }
            if blank, rest.hasPrefix("-}}") { return (words, rest.index(rest.startIndex, offsetBy: 3), true) }
            guard words.count < Limits.templateWords else { throw TemplateError("an action is too long") }
            words.append(try word(&rest))
        }
    }

    private static func word(_ rest: inout Substring) throws(TemplateError) -> Word {
        guard let first = rest.first else { throw TemplateError("an action does not end") }
        switch first {
        case "\"": return .string(try quoted(&rest))
        case "`":
            let inner = rest.dropFirst().prefix { $0 != "`" }
            rest = rest.dropFirst(inner.count + 1)
            guard rest.popFirst() == "`" else { throw TemplateError("a text does not end") }
            return .string(String(inner))
        case "(", ")", "|", ",", "=":
            rest.removeFirst()
            return .sign(String(first))
        case ":":
            guard rest.hasPrefix(":=") else { throw TemplateError("':' stands alone") }
            rest.removeFirst(2)
            return .sign(":=")
        case ".":
            var names: [String] = []
            while rest.first == "." {
                rest.removeFirst()
                let name = name(&rest)
                if !name.isEmpty { names.append(name) } else if !names.isEmpty { throw TemplateError("a field has no name") }
            }
            return .field(names)
        case "$":
            rest.removeFirst()
            return .variable(name(&rest))
        default:
            let start = rest
            if first == "-" || first == "+" { rest.removeFirst() }
            while let next = rest.first, isNamePart(next) || next == "." && start.first?.isNumber == true { rest.removeFirst() }
            let text = start[..<rest.startIndex]
            guard !text.isEmpty, text != "-", text != "+" else { throw TemplateError("'\(first)' means nothing here") }
            return .name(String(text))
        }
    }

    private static func name(_ rest: inout Substring) -> String {
        let name = rest.prefix(while: isNamePart)
        rest = rest.dropFirst(name.count)
        return String(name)
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func quoted(_ rest: inout Substring) throws(TemplateError) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "\"": text.append("\"")
            case "\\": text.append("\\")
            case _: throw TemplateError("a backslash means nothing here")
            }
        }
        throw TemplateError("a text does not end")
    }
}
