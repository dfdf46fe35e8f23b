/// A term of an order: a column, a direction, and where nulls go.
///
///     .order([SupabaseOrder("age", .descending, nulls: .last), "nickname"])       // order=age.desc.nullslast,nickname
public struct SupabaseOrder: Sendable, ExpressibleByStringLiteral {
    /// Which end comes first.
    public enum Direction: String, Sendable {
        case ascending = "asc"
        case descending = "desc"
    }

    /// Where rows without a value come.
    public enum Nulls: String, Sendable {
        case first = "nullsfirst"
        case last = "nullslast"
    }

    let column: SupabaseColumn
    let resource: String?
    let direction: Direction?
    let nulls: Nulls?

    /// - Parameters:
    ///   - column: A column of the resource that is ordered.
    ///   - direction: Ascending when left out.
    ///   - nulls: Last when ascending, first when descending, when left out.
    ///   - resource: Orders by a column of an embedded to-one resource instead: `order=owner(name)`.
    public init(
        _ column: any SupabaseColumnRepresentable,
        _ direction: Direction? = nil,
        nulls: Nulls? = nil,
        of resource: String? = nil
    ) {
        self.column = column.supabaseColumn
        self.resource = resource
        self.direction = direction
        self.nulls = nulls
    }

    /// Ascending by the column of that name.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    var text: String {
        var text = column.fieldText
        if let resource { text = Quoting.name(resource) + "(" + text + ")" }
        if let direction { text += "." + direction.rawValue }
        if let nulls { text += "." + nulls.rawValue }
        return text
    }

    func validate() throws(SupabaseDBError) {
        guard column.embeds.isEmpty else {
            throw .invalidQuery(reason: "order by '\(column.name)' alone; say 'on:' or 'of:' for an embedded resource")
        }
        // The grammar reads an index before ")" as a key, which would silently order by nulls.
        if resource != nil && column.lastStepIsIndex {
            throw .invalidQuery(reason: "an embedded resource cannot be ordered by an element of a JSON array")
        }
    }
}
