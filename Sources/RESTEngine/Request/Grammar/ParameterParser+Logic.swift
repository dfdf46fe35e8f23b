/// Logic trees and order (rest.md 1.7).
extension ParameterParser {
    /// A condition, or `and(…)`, `or(…)`, perhaps negated.
    mutating func logicTree() throws(Mismatch) -> LogicTree {
        try either(
            { parser throws(Mismatch) in try parser.attempt { parser throws(Mismatch) in try parser.logicCondition() } },
            or: { parser throws(Mismatch) in try parser.logicGroup() })
    }

    private mutating func logicCondition() throws(Mismatch) -> LogicTree {
        let field = try field()
        try delimiter()
        return .condition(field, try operation { parser throws(Mismatch) in try parser.logicValue() })
    }

    private mutating func logicGroup() throws(Mismatch) -> LogicTree {
        let isNegated = try labelled("negation operator (not)") { parser throws(Mismatch) in
            try parser.matches { parser throws(Mismatch) in
                try parser.attempt { parser throws(Mismatch) in
                    try parser.literal("not")
                    try parser.literal(".")
                }
            }
        }
        let connective = try connective()
        try blanks()
        try literal("(")
        let branches = try nested { parser throws(Mismatch) in
            try parser.blanks()
            return try parser.separated(
                { parser throws(Mismatch) in try parser.logicTree() }, by: { parser throws(Mismatch) in try parser.comma() })
        }
        try blanks()
        try literal(")")
        try blanks()
        return .group(isNegated: isNegated, connective, branches)
    }

    private mutating func connective() throws(Mismatch) -> LogicTree.Connective {
        try labelled("logic operator (and, or)") { parser throws(Mismatch) in
            try parser.either(
                { parser throws(Mismatch) in
                    try parser.attempt("and")
                    return .and
                },
                or: { parser throws(Mismatch) in
                    try parser.literal("or")
                    return .or
                })
        }
    }

    /// A quoted text, an array literal, or all up to a comma or parenthesis.
    private mutating func logicValue() throws(Mismatch) -> String {
        try either(
            { parser throws(Mismatch) in try parser.quotedElement() },
            or: { parser throws(Mismatch) in
                try parser.either(
                    { parser throws(Mismatch) in try parser.arrayLiteral() }, or: { parser throws(Mismatch) in try parser.plainElement() })
            })
    }

    private mutating func arrayLiteral() throws(Mismatch) -> String {
        try attempt { parser throws(Mismatch) in
            let start = parser.position
            try parser.literal("{")
            try parser.characters(.braced, atLeast: 0)
            try parser.literal("}")
            return parser.string(from: start)
        }
    }
}

// MARK: - Order

extension ParameterParser {
    mutating func order() throws(Mismatch) -> [OrderTerm] {
        try separated(
            { parser throws(Mismatch) in
                try parser.blanks()
                let term = try parser.orderTerm()
                try parser.blanks()
                return term
            }, by: { parser throws(Mismatch) in try parser.literal(",") })
    }

    private mutating func orderTerm() throws(Mismatch) -> OrderTerm {
        try either(
            { parser throws(Mismatch) in
                try parser.attempt { parser throws(Mismatch) in
                    let embed = try parser.name()
                    try parser.literal("(")
                    let field = try parser.field()
                    try parser.literal(")")
                    return try parser.orderTail(of: OrderTerm(embed: embed, field))
                }
            },
            or: { parser throws(Mismatch) in
                let field = try parser.field()
                return try parser.orderTail(of: OrderTerm(field))
            })
    }

    private mutating func orderTail(of term: OrderTerm) throws(Mismatch) -> OrderTerm {
        var term = term
        term.direction = try orderWord(Self.directions)
        term.nulls = try orderWord(Self.nulls)
        try stop(before: Self.afterTerm)
        return term
    }

    /// `.word`, if one of these stands here.
    private mutating func orderWord<Value>(_ words: [(StaticString, Value)]) throws(Mismatch) -> Value? {
        for (word, value) in words {
            do {
                try attempt { parser throws(Mismatch) in
                    try parser.delimiter()
                    try parser.literal(word)
                }
                return value
            } catch {}
        }
        return nil
    }

    private static let directions: [(StaticString, OrderTerm.Direction)] = [("asc", .asc), ("desc", .desc)]
    private static let nulls: [(StaticString, OrderTerm.Nulls)] = [("nullsfirst", .nullsFirst), ("nullslast", .nullsLast)]
    private static let afterTerm: [StaticString] = [","]
}
