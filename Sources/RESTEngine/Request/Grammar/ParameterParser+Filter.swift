/// Operators with their values (rest.md 1.7, 3.5).
extension ParameterParser {
    /// `opexpr`: the rule reads the value of an operator that has a free one.
    mutating func operation(value: Rule<String>) throws(Mismatch) -> Operation {
        let isNegated = try takeOperator("not")
        let test = try labelled("operator (eq, gt, ...)") { parser throws(Mismatch) in
            try parser.test(value: value)
        }
        return Operation(isNegated: isNegated, test)
    }

    /// The operation of a filter, whose value is all that is left.
    mutating func filterOperation() throws(Mismatch) -> Operation {
        try operation { parser throws(Mismatch) in parser.rest() }
    }

    private mutating func test(value: Rule<String>) throws(Mismatch) -> Operation.Test {
        if try takeOperator("in") { return .in(try list()) }
        if try takeOperator("is") { return .is(try isValue()) }
        return try either(
            { parser throws(Mismatch) in
                try parser.attempt { parser throws(Mismatch) in
                    try parser.literal("isdistinct")
                    try parser.delimiter()
                    return .isDistinct(try value(&parser))
                }
            },
            or: { parser throws(Mismatch) in
                try parser.either(
                    { parser throws(Mismatch) in try parser.attempt { parser throws(Mismatch) in try parser.fullTextTest(value: value) } },
                    or: { parser throws(Mismatch) in
                        try parser.either(
                            { parser throws(Mismatch) in
                                try parser.attempt { parser throws(Mismatch) in try parser.simpleTest(value: value) }
                            },
                            or: { parser throws(Mismatch) in
                                try parser.attempt { parser throws(Mismatch) in try parser.quantifiableTest(value: value) }
                            })
                    })
            })
    }

    /// A word and its `.`, after which there is no way back.
    private mutating func takeOperator(_ word: StaticString) throws(Mismatch) -> Bool {
        try matches { parser throws(Mismatch) in
            try parser.attempt { parser throws(Mismatch) in
                try parser.literal(word)
                try parser.delimiter()
            }
        }
    }

    private mutating func fullTextTest(value: Rule<String>) throws(Mismatch) -> Operation.Test {
        let word = try keyword(Self.fullTextOperators)
        let language = try optionally { parser throws(Mismatch) in
            try parser.attempt { parser throws(Mismatch) in
                try parser.literal("(")
                let language = try parser.identifier()
                try parser.literal(")")
                return language
            }
        }
        try delimiter()
        return .fullText(word, language: language, try value(&self))
    }

    private mutating func simpleTest(value: Rule<String>) throws(Mismatch) -> Operation.Test {
        let word = try keyword(Self.simpleOperators)
        try delimiter()
        return .simple(word, try value(&self))
    }

    private mutating func quantifiableTest(value: Rule<String>) throws(Mismatch) -> Operation.Test {
        let word = try keyword(Self.quantifiableOperators)
        let quantifier = try optionally { parser throws(Mismatch) in
            try parser.attempt { parser throws(Mismatch) in try parser.quantifier() }
        }
        try delimiter()
        return .quantifiable(word, quantifier, try value(&self))
    }

    private mutating func quantifier() throws(Mismatch) -> Quantifier {
        try literal("(")
        let quantifier: Quantifier = try either(
            { parser throws(Mismatch) in
                try parser.attempt("any")
                return .any
            },
            or: { parser throws(Mismatch) in
                try parser.literal("all")
                return .all
            })
        try literal(")")
        return quantifier
    }

    /// The first of the words that stands here.
    private mutating func keyword<Value>(_ words: [(StaticString, Value)]) throws(Mismatch) -> Value {
        for (word, value) in words {
            do {
                try attempt(word)
                return value
            } catch {}
        }
        throw Mismatch()
    }

    private static let fullTextOperators: [(StaticString, FullTextOperator)] = [
        ("fts", .fts), ("plfts", .plfts), ("phfts", .phfts), ("wfts", .wfts),
    ]
    private static let simpleOperators: [(StaticString, SimpleOperator)] = [
        ("neq", .neq), ("cs", .cs), ("cd", .cd), ("ov", .ov), ("sl", .sl), ("sr", .sr), ("nxr", .nxr), ("nxl", .nxl), ("adj", .adj),
    ]
    private static let quantifiableOperators: [(StaticString, QuantifiableOperator)] = [
        ("eq", .eq), ("gte", .gte), ("gt", .gt), ("lte", .lte), ("lt", .lt), ("like", .like), ("ilike", .ilike), ("match", .match),
        ("imatch", .imatch),
    ]
}

// MARK: - Values of one operator

extension ParameterParser {
    /// `(a,"b,c",d)`
    private mutating func list() throws(Mismatch) -> [String] {
        try blanks()
        try literal("(")
        try blanks()
        let elements = try separated(
            { parser throws(Mismatch) in try parser.listElement() }, by: { parser throws(Mismatch) in try parser.literal(",") })
        try blanks()
        try literal(")")
        try blanks()
        return elements
    }

    mutating func listElement() throws(Mismatch) -> String {
        try either({ parser throws(Mismatch) in try parser.quotedElement() }, or: { parser throws(Mismatch) in try parser.plainElement() })
    }

    /// A quoted text up to a comma, parenthesis or the end; otherwise the quotes belong to the value.
    mutating func quotedElement() throws(Mismatch) -> String {
        try attempt { parser throws(Mismatch) in
            let text = try parser.quoted()
            try parser.not { parser throws(Mismatch) in
                try parser.character { $0 != "," && $0 != ")" }
            }
            return text
        }
    }

    mutating func plainElement() throws(Mismatch) -> String {
        let start = position
        try characters(.listElement, atLeast: 0)
        return string(from: start)
    }

    private mutating func isValue() throws(Mismatch) -> IsValue {
        try labelled("isVal: (null, not_null, true, false, unknown)") { parser throws(Mismatch) in
            for value in IsValue.allCases {
                do {
                    try parser.attempt { parser throws(Mismatch) in try parser.word(value.rawValue) }
                    return value
                } catch {}
            }
            throw Mismatch()
        }
    }

    /// A word in lower or upper case, letter by letter.
    private mutating func word(_ word: String) throws(Mismatch) {
        for letter in word.utf8 {
            try character(named: "letter") { $0.isASCII && UInt8($0.value).asciiLowercased == letter }
        }
    }
}
