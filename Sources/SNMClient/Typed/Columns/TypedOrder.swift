/// A term of an order: a column, its direction, and where rows without a value come.
///
///     .order { [$0.age.descending.nullsLast, $0.name.ascending] }        // order=age.desc.nullslast,name.asc
public struct TypedOrder<Table>: Sendable {
    let column: SupabaseColumn
    var direction: SupabaseOrder.Direction
    var nulls: SupabaseOrder.Nulls?
    /// The embedded to-one resource whose column it is.
    var resource: String?

    var term: SupabaseOrder { SupabaseOrder(column, direction, nulls: nulls, of: resource) }

    /// Rows without a value come first.
    public var nullsFirst: Self { placing(.first) }
    /// Rows without a value come last.
    public var nullsLast: Self { placing(.last) }

    private func placing(_ nulls: SupabaseOrder.Nulls) -> Self {
        var copy = self
        copy.nulls = nulls
        return copy
    }
}

extension TypedColumn where Value: SupabaseColumnValue {
    /// The smallest first.
    public var ascending: TypedOrder<Table> { TypedOrder(column: column ?? SupabaseColumn(key), direction: .ascending) }
    /// The greatest first.
    public var descending: TypedOrder<Table> { TypedOrder(column: column ?? SupabaseColumn(key), direction: .descending) }
}
