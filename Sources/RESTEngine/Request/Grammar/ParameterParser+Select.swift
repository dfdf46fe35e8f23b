/// `select` (rest.md 1.7, 1.9).
extension ParameterParser {
    /// Items with commas between them, or nothing: what does not begin like an item is trailing text.
    mutating func select() throws(Mismatch) -> [SelectItem] {
        try optionally { parser throws(Mismatch) in
            try parser.separated(
                { parser throws(Mismatch) in try parser.selectItem() }, by: { parser throws(Mismatch) in try parser.comma() })
        } ?? []
    }

    private mutating func selectItem() throws(Mismatch) -> SelectItem {
        try either(
            { parser throws(Mismatch) in try parser.embed { parser throws(Mismatch) in try parser.spreadHead() } },
            or: { parser throws(Mismatch) in
                try parser.either(
                    { parser throws(Mismatch) in try parser.embed { parser throws(Mismatch) in try parser.relationHead() } },
                    or: { parser throws(Mismatch) in try parser.selectColumn() })
            })
    }

    /// `head "(" select ")"`
    private mutating func embed(_ head: Rule<SelectEmbed>) throws(Mismatch) -> SelectItem {
        var embed = try attempt(head)
        try literal("(")
        embed.items = try nested { parser throws(Mismatch) in try parser.select() }
        try literal(")")
        return .embed(embed)
    }

    private mutating func spreadHead() throws(Mismatch) -> SelectEmbed {
        try blanks()
        try literal("...")
        var embed = SelectEmbed(try name(), isSpread: true)
        try embedParameters(of: &embed)
        try lookAhead(at: "(")
        try blanks()
        return embed
    }

    private mutating func relationHead() throws(Mismatch) -> SelectEmbed {
        try blanks()
        let alias = try optionally { parser throws(Mismatch) in try parser.alias() }
        let target = try name()
        // `count` followed by a parenthesis is the aggregate.
        if target == "count" { throw Mismatch() }
        var embed = SelectEmbed(target, alias: alias)
        try embedParameters(of: &embed)
        try lookAhead(at: "(")
        try blanks()
        return embed
    }

    /// `name ":"`, but not the beginning of a cast.
    private mutating func alias() throws(Mismatch) -> String {
        try attempt { parser throws(Mismatch) in
            let name = try parser.name()
            try parser.literal(":")
            try parser.not { parser throws(Mismatch) in try parser.literal(":") }
            return name
        }
    }

    /// A hint and a join type, in any order; the first of a kind counts.
    private mutating func embedParameters(of embed: inout SelectEmbed) throws(Mismatch) {
        for _ in 0..<2 {
            guard let parameter = try optionally({ parser throws(Mismatch) in try parser.embedParameter() }) else { return }
            switch parameter {
            case .join(let join): embed.join = embed.join ?? join
            case .hint(let hint): embed.hint = embed.hint ?? hint
            }
        }
    }

    private enum EmbedParameter {
        case join(SelectEmbed.Join)
        case hint(String)
    }

    private mutating func embedParameter() throws(Mismatch) -> EmbedParameter {
        try literal("!")
        if (try? attempt("left")) != nil { return .join(.left) }
        if (try? attempt("inner")) != nil { return .join(.inner) }
        return .hint(try attempt { parser throws(Mismatch) in try parser.name() })
    }
}

// MARK: - Columns

extension ParameterParser {
    private mutating func selectColumn() throws(Mismatch) -> SelectItem {
        try blanks()
        let column = try either(
            { parser throws(Mismatch) in try parser.star() },
            or: { parser throws(Mismatch) in
                try parser.either(
                    { parser throws(Mismatch) in try parser.countAll() }, or: { parser throws(Mismatch) in try parser.plainColumn() })
            })
        try blanks()
        return .column(column)
    }

    private static let afterColumn: [StaticString] = [")", ","]

    private mutating func star() throws(Mismatch) -> SelectColumn {
        try attempt { parser throws(Mismatch) in
            try parser.literal("*")
            try parser.stop(before: Self.afterColumn)
            return SelectColumn(Field("*"))
        }
    }

    private mutating func countAll() throws(Mismatch) -> SelectColumn {
        try attempt { parser throws(Mismatch) in
            let alias = try parser.optionally { parser throws(Mismatch) in try parser.alias() }
            try parser.literal("count()")
            let cast = try parser.optionally { parser throws(Mismatch) in try parser.cast() }
            try parser.stop(before: Self.afterColumn)
            return SelectColumn(Field("*"), aggregate: .count, aggregateCast: cast, alias: alias)
        }
    }

    private mutating func plainColumn() throws(Mismatch) -> SelectColumn {
        let alias = try optionally { parser throws(Mismatch) in try parser.alias() }
        let field = try field()
        let cast = try optionally { parser throws(Mismatch) in try parser.cast() }
        let aggregate = try optionally { parser throws(Mismatch) in try parser.aggregateCall() }
        let aggregateCast = try optionally { parser throws(Mismatch) in try parser.cast() }
        try stop(before: Self.afterColumn)
        return SelectColumn(field, cast: cast, aggregate: aggregate, aggregateCast: aggregateCast, alias: alias)
    }

    private mutating func aggregateCall() throws(Mismatch) -> Aggregate {
        try attempt { parser throws(Mismatch) in
            try parser.literal(".")
            let aggregate = try parser.aggregate()
            try parser.literal("()")
            return aggregate
        }
    }

    /// `sum`, `avg` and `count` share no first letter with another one, and do not back out.
    private mutating func aggregate() throws(Mismatch) -> Aggregate {
        let start = position
        for (word, aggregate) in Self.aggregates {
            do {
                try literal(word)
                return aggregate
            } catch {
                guard position == start else { throw error }
            }
        }
        return try either(
            { parser throws(Mismatch) in
                try parser.attempt("max")
                return .max
            },
            or: { parser throws(Mismatch) in
                try parser.attempt("min")
                return .min
            })
    }

    private static let aggregates: [(StaticString, Aggregate)] = [("sum", .sum), ("avg", .avg), ("count", .count)]
}
