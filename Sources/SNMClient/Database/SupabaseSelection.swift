/// An item of a `select`: a column, an aggregate or an embedded resource.
///
///     .select(["id", .column("nickname", as: "name"), .embed("dogs", join: .inner, ["name", .count()])])
///     // select=id,name:nickname,dogs!inner(name,count())
///
/// A string literal is a column, `"*"` all columns.
public struct SupabaseSelection: Sendable, ExpressibleByStringLiteral {
    /// A function over the rows of a group.
    public enum Aggregate: String, Sendable, CaseIterable {
        case sum, avg, count, max, min
    }

    /// What becomes of rows without the embedded resource.
    public enum Join: String, Sendable {
        /// Rows without the resource stay.
        case left
        /// Rows without the resource are left out.
        case inner
    }

    private enum Kind: Sendable {
        case all
        case column(SupabaseColumn, cast: String?, aggregate: Aggregate?, aggregateCast: String?)
        case count(cast: String?)
        case embed(String, hint: String?, join: Join?, items: [SupabaseSelection], isSpread: Bool)
        case raw(String)
        /// Stands for a mistake that no type can exclude: it is refused when the request is built.
        case refused(reason: String)
    }

    private let kind: Kind
    private let alias: String?

    private init(_ kind: Kind, alias: String?) {
        self.kind = kind
        self.alias = alias
    }

    /// A column, or with `"*"` all of them.
    public init(_ column: String) {
        self.init(column == "*" ? .all : .column(column.supabaseColumn, cast: nil, aggregate: nil, aggregateCast: nil), alias: nil)
    }

    /// A column, or with `"*"` all of them.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// All columns.
    public static let all = SupabaseSelection(.all, alias: nil)

    /// A column, under another name or cast to another type if wished.
    public static func column(_ column: any SupabaseColumnRepresentable, as alias: String? = nil, cast: String? = nil) -> Self {
        Self(.column(column.supabaseColumn, cast: cast, aggregate: nil, aggregateCast: nil), alias: alias)
    }

    /// An aggregate of a column: one value for each group of rows that agree in the other columns.
    ///
    /// - Parameters:
    ///   - cast: The type that the column is cast to before.
    ///   - resultCast: The type that the result is cast to.
    public static func aggregate(
        _ aggregate: Aggregate,
        of column: any SupabaseColumnRepresentable,
        as alias: String? = nil,
        cast: String? = nil,
        resultCast: String? = nil
    ) -> Self {
        Self(.column(column.supabaseColumn, cast: cast, aggregate: aggregate, aggregateCast: resultCast), alias: alias)
    }

    /// The number of rows.
    public static func count(as alias: String? = nil, cast: String? = nil) -> Self {
        Self(.count(cast: cast), alias: alias)
    }

    /// A related resource as an object or an array inside the row.
    ///
    /// - Parameters:
    ///   - hint: The foreign key or column that decides when several lead there.
    ///   - items: What is selected of it; nothing joins the resource without showing it.
    public static func embed(
        _ resource: String,
        as alias: String? = nil,
        hint: String? = nil,
        join: Join? = nil,
        _ items: [SupabaseSelection]
    ) -> Self {
        Self(.embed(resource, hint: hint, join: join, items: items, isSpread: false), alias: alias)
    }

    /// A related resource whose columns become columns of the row.
    public static func spread(_ resource: String, hint: String? = nil, join: Join? = nil, _ items: [SupabaseSelection]) -> Self {
        Self(.embed(resource, hint: hint, join: join, items: items, isSpread: true), alias: nil)
    }

    /// The grammar's own text, neither quoted nor checked.
    public static func raw(_ text: String) -> Self {
        Self(.raw(text), alias: nil)
    }
}

extension SupabaseSelection {
    /// Two items of one selection with the same name.
    static func twice(_ name: String) -> Self {
        Self(.refused(reason: "two items of the selection are called '\(name)': give one another name by .as(…)"), alias: nil)
    }

    static func refused(_ reason: String) -> Self { Self(.refused(reason: reason), alias: nil) }

    /// A condition on an aggregate or on related rows.
    static let noColumn = Self(.refused(reason: "a condition is on a column of the table, not on an aggregate or a cast"), alias: nil)

    /// The same under another name.
    func named(_ name: String) -> Self { Self(kind, alias: name) }

    /// The items of one level.
    static func list(_ items: [SupabaseSelection], isEmbedded: Bool) -> String {
        var texts = items.map(\.text)
        if isEmbedded, let last = items.last { texts[texts.count - 1] = last.textBeforeParenthesis }
        return texts.joined(separator: ",")
    }

    private var text: String {
        let prefix = alias.map { Quoting.name($0) + ":" } ?? ""
        switch kind {
        case .all: return "*"
        case .raw(let text): return text
        case .refused: return ""
        case .count(let cast): return prefix + "count()" + Self.castText(cast)
        case .column(let column, let cast, let aggregate, let aggregateCast):
            let function = aggregate.map { "." + $0.rawValue + "()" } ?? ""
            return prefix + column.fieldText + Self.castText(cast) + function + Self.castText(aggregateCast)
        case .embed(let resource, let hint, let join, let items, let isSpread):
            var text = isSpread ? "..." : prefix
            text += Quoting.name(resource)
            // A hint that begins like a join type would be read as one.
            if let hint {
                text += "!" + (hint.hasPrefix("left") || hint.hasPrefix("inner") ? Quoting.quoted(hint) : Quoting.name(hint))
            }
            if let join { text += "!" + join.rawValue }
            return text + "(" + Self.list(items, isEmbedded: true) + ")"
        }
    }

    /// The grammar reads a JSON index right before ")" as a key, so a cast to its own type is put between.
    private var textBeforeParenthesis: String {
        guard case .column(let column, cast: nil, aggregate: nil, aggregateCast: nil) = kind, column.lastStepIsIndex else { return text }
        return text + (column.lastStepIsText ? "::text" : "::json")
    }

    private static func castText(_ cast: String?) -> String { cast.map { "::" + $0 } ?? "" }

    func validate() throws(SupabaseDBError) {
        switch kind {
        case .all, .raw:
            break
        case .refused(let reason):
            throw .invalidQuery(reason: reason)
        case .count(let cast):
            try Self.validate(cast: cast)
        case .column(let column, let cast, _, let aggregateCast):
            guard column.embeds.isEmpty else {
                throw .invalidQuery(reason: "select '\(column.name)' inside .embed: a path with dots selects nothing")
            }
            try Self.validate(cast: cast)
            try Self.validate(cast: aggregateCast)
        case .embed(_, _, _, let items, _):
            for item in items { try item.validate() }
        }
    }

    private static func validate(cast: String?) throws(SupabaseDBError) {
        guard let cast else { return }
        guard isPlainWord(cast) else { throw .invalidQuery(reason: "'\(cast)' is no type that a column can be cast to") }
    }

    /// What the grammar calls an identifier: letters, digits, `_`, `$` and blanks.
    static func isPlainWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0 == "_" || $0 == "$" || $0 == " " || $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
    }
}
