/// What can be said of arrays.
extension TypedColumn where Value: SupabaseColumnValue {
    /// All of the elements are in the array.
    public func contains<Element>(_ elements: [Element]) -> TypedCondition<Table> where Value.Base == [Element] {
        TypedCondition(column) { .contains($0, elements) }
    }

    /// The element is in the array.
    public func contains<Element>(_ element: Element) -> TypedCondition<Table> where Value.Base == [Element] {
        TypedCondition(column) { .contains($0, [element]) }
    }

    /// All of the array is among the elements.
    public func contained<Element>(in elements: [Element]) -> TypedCondition<Table> where Value.Base == [Element] {
        TypedCondition(column) { .containedBy($0, elements) }
    }

    /// At least one of the elements is in the array.
    public func overlaps<Element>(_ elements: [Element]) -> TypedCondition<Table> where Value.Base == [Element] {
        TypedCondition(column) { .overlaps($0, elements) }
    }
}

/// What can be said of JSON documents.
extension TypedColumn where Value: SupabaseColumnValue, Value.Base == SupabaseJSON {
    /// The document contains the other.
    public func contains(_ json: SupabaseJSON) -> TypedCondition<Table> { TypedCondition(column) { .contains($0, json) } }

    /// The document is contained in the other.
    public func contained(in json: SupabaseJSON) -> TypedCondition<Table> { TypedCondition(column) { .containedBy($0, json) } }
}

/// What can be said of ranges. The other range is one of Swift's or a ``SupabaseRange``.
extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseRangeValue {
    /// The point lies in the range.
    public func contains(_ point: Value.Base.Bound) -> TypedCondition<Table> {
        let range = SupabaseRange(point...point)
        return TypedCondition(column) { .contains($0, range) }
    }

    /// The whole of the other range lies in it.
    public func contains(_ range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .contains($0, $1) }
    }

    /// It lies in the other range.
    public func contained(in range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .containedBy($0, $1) }
    }

    /// Both have a point in common.
    public func overlaps(_ range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .overlaps($0, $1) }
    }

    /// It ends before the other begins.
    public func isStrictlyLeft(of range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .strictlyLeftOf($0, $1) }
    }

    /// It begins after the other ends.
    public func isStrictlyRight(of range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .strictlyRightOf($0, $1) }
    }

    /// It does not extend to the right of the other.
    public func doesNotExtendRight(of range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .notExtendingRightOf($0, $1) }
    }

    /// It does not extend to the left of the other.
    public func doesNotExtendLeft(of range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .notExtendingLeftOf($0, $1) }
    }

    /// The ranges touch without overlapping.
    public func isAdjacent(to range: some SupabaseRangeConvertible<Value.Base.Bound>) -> TypedCondition<Table> {
        condition(range) { .adjacentTo($0, $1) }
    }

    private func condition(
        _ range: some SupabaseRangeConvertible<Value.Base.Bound>,
        _ make: (SupabaseColumn, SupabaseRange<Value.Base.Bound>) -> SupabaseQueryParameter
    ) -> TypedCondition<Table> {
        TypedCondition(column) { make($0, range.supabaseRange) }
    }
}
