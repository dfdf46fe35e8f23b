/// Names, JSON paths and casts: what all parameters are made of.
extension ParameterParser {
    mutating func blanks() throws(Mismatch) {
        try characters(.blank, atLeast: 0)
    }

    /// `ws "," ws`
    mutating func comma() throws(Mismatch) {
        try blanks()
        try literal(",")
        try blanks()
    }

    /// The `.` between the parts of a key, an operator and its value, and so on.
    mutating func delimiter() throws(Mismatch) {
        try labelled("delimiter (.)") { parser throws(Mismatch) in try parser.literal(".") }
    }

    /// A quoted name, or pieces joined by `-`.
    mutating func name() throws(Mismatch) -> String {
        try labelled("field name (* or [a..z0..9_$])") { parser throws(Mismatch) in
            try parser.either(
                { parser throws(Mismatch) in try parser.quoted() },
                or: { parser throws(Mismatch) in
                    try parser.dashed { parser throws(Mismatch) in try parser.identifier() }
                })
        }
    }

    mutating func identifier() throws(Mismatch) -> String {
        let start = position
        try characters(.identifier, atLeast: 1)
        return trimmedString(from: start)
    }

    /// `"text"`, in which `\x` stands for `x`.
    mutating func quoted() throws(Mismatch) -> String {
        try literal("\"")
        var result = ""
        while let scalar = try optionally({ parser throws(Mismatch) in try parser.quotedCharacter() }) {
            result.unicodeScalars.append(scalar)
        }
        try literal("\"")
        return result
    }

    private mutating func quotedCharacter() throws(Mismatch) -> Unicode.Scalar {
        try either(
            { parser throws(Mismatch) in try parser.character { $0 != "\\" && $0 != "\"" } },
            or: { parser throws(Mismatch) in
                try parser.literal("\\")
                return try parser.character { _ in true }
            })
    }

    /// Pieces with `-` between them. A `->` is no dash, but begins a JSON path.
    private mutating func dashed(_ piece: Rule<String>) throws(Mismatch) -> String {
        var name = try piece(&self)
        while true {
            let start = position
            do {
                try attempt { parser throws(Mismatch) in
                    try parser.literal("-")
                    try parser.not { parser throws(Mismatch) in try parser.literal(">") }
                }
            } catch {
                guard position == start else { throw error }
                return name
            }
            name += "-"
            name += try piece(&self)
            forgetLeftovers()
        }
    }
}

// MARK: - Fields

extension ParameterParser {
    /// `ws name [jsonpath] ws`
    mutating func field() throws(Mismatch) -> Field {
        try blanks()
        let name = try name()
        let path = try jsonPath()
        try blanks()
        return Field(name, path: path)
    }

    mutating func jsonPath() throws(Mismatch) -> [JSONStep] {
        var path: [JSONStep] = []
        while let step = try optionally({ parser throws(Mismatch) in try parser.jsonStep() }) { path.append(step) }
        return path
    }

    private mutating func jsonStep() throws(Mismatch) -> JSONStep {
        let asText = try either(
            { parser throws(Mismatch) in
                try parser.attempt("->>")
                return true
            },
            or: { parser throws(Mismatch) in
                try parser.attempt("->")
                return false
            })
        let operand = try either(
            { parser throws(Mismatch) in try parser.attempt { parser throws(Mismatch) in try parser.jsonIndex() } },
            or: { parser throws(Mismatch) in try parser.attempt { parser throws(Mismatch) in try parser.jsonKey() } })
        return JSONStep(asText: asText, operand: operand)
    }

    private mutating func jsonKey() throws(Mismatch) -> JSONStep.Operand {
        let key = try labelled("any non reserved character different from: .,>()") { parser throws(Mismatch) in
            try parser.either(
                { parser throws(Mismatch) in try parser.quoted() },
                or: { parser throws(Mismatch) in
                    try parser.dashed { parser throws(Mismatch) in
                        let start = parser.position
                        try parser.characters(.jsonKey, atLeast: 1)
                        return parser.string(from: start).trimmingSpace()
                    }
                })
        }
        return .key(key)
    }

    private static let afterIndex: [StaticString] = ["->", "::", ".", ","]

    /// A whole number that a further step, a cast, a delimiter or the end follows; otherwise it is a key.
    private mutating func jsonIndex() throws(Mismatch) -> JSONStep.Operand {
        let isNegative = try matches { parser throws(Mismatch) in try parser.literal("-") }
        let start = position
        try characters(.digit, atLeast: 1)
        let digits = string(from: start)
        try stop(before: Self.afterIndex)
        return .index((isNegative ? "-" : "+") + digits)
    }

    /// `::type`
    mutating func cast() throws(Mismatch) -> String {
        try literal("::")
        return try identifier()
    }

    /// `name % "." jsonpath`: the last name is a column (or a keyword), those before lead to an embed.
    mutating func treePath() throws(Mismatch) -> (path: [String], field: Field) {
        var names = try separated(
            { parser throws(Mismatch) in try parser.name() }, by: { parser throws(Mismatch) in try parser.delimiter() })
        let path = try jsonPath()
        let column = names.removeLast()
        return (names, Field(column, path: path))
    }

    /// `name % "."`
    mutating func logicPath() throws(Mismatch) -> [String] {
        try separated({ parser throws(Mismatch) in try parser.name() }, by: { parser throws(Mismatch) in try parser.delimiter() })
    }

    /// `name % ( ws "," ws )`
    mutating func nameList() throws(Mismatch) -> [String] {
        try separated({ parser throws(Mismatch) in try parser.name() }, by: { parser throws(Mismatch) in try parser.comma() })
    }
}
