/// The text of a parameter: `key=value` in the query string, or `key.value` inside a logic tree.
extension SupabaseQueryParameter {
    /// Key and value at once: both come from the same condition.
    var pair: Endpoint.QueryPair {
        guard let condition else { return Endpoint.QueryPair(key, value) }
        return Endpoint.QueryPair(Self.key(of: condition.column), condition.text(quoting: false))
    }

    /// The parameter's name in the query string, before percent-encoding.
    public var key: String {
        switch self {
        case .or(_, let resource): return Self.key("or", on: resource)
        case .and(_, let resource): return Self.key("and", on: resource)
        case .not(.or(_, let resource)): return Self.key("not.or", on: resource)
        case .not(.and(_, let resource)): return Self.key("not.and", on: resource)
        case .not(let parameter): return (withoutDoubleNegation ?? parameter).key
        case .select: return "select"
        case .order(_, let resource): return Self.key("order", on: resource)
        case .limit(_, let resource): return Self.key("limit", on: resource)
        case .offset(_, let resource): return Self.key("offset", on: resource)
        case .onConflict: return "on_conflict"
        case .columns: return "columns"
        case .custom(let key, _): return key
        default: return condition.map { Self.key(of: $0.column) } ?? ""
        }
    }

    /// The parameter's value in the query string, before percent-encoding.
    public var value: String {
        switch self {
        case .or(let parameters, _), .and(let parameters, _), .not(.or(let parameters, _)), .not(.and(let parameters, _)):
            return Self.tree(parameters)
        case .not(let parameter): return withoutDoubleNegation?.value ?? "not." + parameter.value
        case .select(let items): return SupabaseSelection.list(items, isEmbedded: false)
        case .order(let terms, _): return terms.map(\.text).joined(separator: ",")
        case .limit(let count, _), .offset(let count, _): return String(count)
        case .onConflict(let names, _), .columns(let names): return names.map(Quoting.name).joined(separator: ",")
        case .custom(_, let value): return value.queryValue
        default: return condition?.text(quoting: false) ?? ""
        }
    }

    /// The parameter as a member of a logic tree.
    private var member: String {
        switch self {
        case .or(let parameters, _): return "or" + Self.tree(parameters)
        case .and(let parameters, _): return "and" + Self.tree(parameters)
        case .not(.or(let parameters, _)): return "not.or" + Self.tree(parameters)
        case .not(.and(let parameters, _)): return "not.and" + Self.tree(parameters)
        case .not(let parameter):
            if let withoutDoubleNegation { return withoutDoubleNegation.member }
            guard let condition = parameter.condition else { return parameter.key + ".not." + parameter.value }
            return condition.column.supabaseColumn.fieldText + ".not." + condition.text(quoting: true)
        default:
            guard let condition else { return key + "." + value }
            return condition.column.supabaseColumn.fieldText + "." + condition.text(quoting: true)
        }
    }

    /// The grammar has no "not.not.": two negations are none, in SQL's logic of three values too.
    private var withoutDoubleNegation: SupabaseQueryParameter? {
        switch self {
        case .not(.not(let parameter)): parameter
        case .not(.isNull(let column, false)): .isNull(column)
        case .not(.isUnknown(let column, false)): .isUnknown(column)
        default: nil
        }
    }

    private static func tree(_ parameters: [SupabaseQueryParameter]) -> String {
        "(" + parameters.map(\.member).joined(separator: ",") + ")"
    }

    static func key(_ word: String, on resource: String?) -> String {
        guard let resource else { return word }
        return SupabaseColumn.embeds(path: resource).map { Quoting.name($0) + "." }.joined() + word
    }

    private static func key(of column: Column) -> String {
        // Most columns are plain words: they need no parsing.
        if let name = column as? String, name.utf8.allSatisfy(isPlain), !reserved.contains(name) { return name }
        return column.supabaseColumn.filterKey
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// Names that the query string gives another meaning. The empty one is no name at all.
    private static let reserved: Set<String> = ["", "order", "limit", "offset", "and", "or", "select", "columns", "on_conflict"]
}

/// A comparison of a column: operator and operand.
struct Condition {
    enum Operand {
        case value(String)
        case list([String])
        /// A word of the grammar, never quoted.
        case word(String)
    }

    let column: any SupabaseColumnRepresentable
    let operation: String
    let operand: Operand

    /// - Parameter quoting: Whether the text stands in a logic tree, where `,` and `)` end a value.
    func text(quoting: Bool) -> String {
        switch operand {
        case .value(let value): operation + "." + (quoting ? Quoting.listElement(value) : value)
        case .list(let values): operation + "." + Self.list(values)
        case .word(let word): operation + "." + word
        }
    }

    private static func list(_ values: [String]) -> String {
        // One empty text is the grammar's way to write an empty list, so it is named twice.
        if values == [""] { return "(\"\",\"\")" }
        return "(" + values.map(Quoting.listElement).joined(separator: ",") + ")"
    }
}

extension SupabaseQueryParameter {
    /// The comparison, if the parameter is one.
    var condition: Condition? {
        func value(_ operation: String, _ column: Column, _ value: Value) -> Condition {
            Condition(column: column, operation: operation, operand: .value(value.queryValue))
        }
        func word(_ operation: String, _ column: Column, _ word: String) -> Condition {
            Condition(column: column, operation: operation, operand: .word(word))
        }
        func array(_ operation: String, _ column: Column, _ values: [Value]) -> Condition {
            let literal = "{" + values.map { $0.arrayElementText }.joined(separator: ",") + "}"
            return Condition(column: column, operation: operation, operand: .value(literal))
        }
        return switch self {
        case .equal(let column, let operand): value("eq", column, operand)
        case .notEqual(let column, let operand): value("neq", column, operand)
        case .greaterThan(let column, let operand): value("gt", column, operand)
        case .greaterThanOrEqual(let column, let operand): value("gte", column, operand)
        case .lessThan(let column, let operand): value("lt", column, operand)
        case .lessThanOrEqual(let column, let operand): value("lte", column, operand)
        case .isDistinct(let column, let operand): value("isdistinct", column, operand)
        case .in(let column, let values): Condition(column: column, operation: "in", operand: .list(values.map { $0.queryValue }))
        case .like(let column, let pattern): value("like", column, pattern)
        case .ilike(let column, let pattern): value("ilike", column, pattern)
        case .match(let column, let pattern): value("match", column, pattern)
        case .imatch(let column, let pattern): value("imatch", column, pattern)
        case .fullText(let column, let query, let parser, let configuration):
            value(parser.rawValue + (configuration.map { "(\($0))" } ?? ""), column, query)
        case .isNull(let column, let isNull): word(isNull ? "is" : "not.is", column, "null")
        case .isTrue(let column, let isTrue): word("is", column, isTrue ? "true" : "false")
        case .isFalse(let column): word("is", column, "false")
        case .isUnknown(let column, let isUnknown): word(isUnknown ? "is" : "not.is", column, "unknown")
        case .contains(let column, let operand): value("cs", column, operand)
        case .containedBy(let column, let operand): value("cd", column, operand)
        case .overlaps(let column, let operand): value("ov", column, operand)
        case .strictlyLeftOf(let column, let operand): value("sl", column, operand)
        case .strictlyRightOf(let column, let operand): value("sr", column, operand)
        case .notExtendingRightOf(let column, let operand): value("nxr", column, operand)
        case .notExtendingLeftOf(let column, let operand): value("nxl", column, operand)
        case .adjacentTo(let column, let operand): value("adj", column, operand)
        case .any(let operation, let column, let values): array(operation.rawValue + "(any)", column, values)
        case .all(let operation, let column, let values): array(operation.rawValue + "(all)", column, values)
        case .not, .or, .and, .select, .order, .limit, .offset, .onConflict, .columns, .custom: nil
        }
    }
}
