/// What does not compile, with the words that help. SQL's clauses have one order, and so have these.
extension TypedFetch where Stage == FetchStage.Ordered {
    /// Out of order.
    @available(*, unavailable, message: "conditions come before the order: say .where { … } before .order { … }")
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self { self }

    /// Out of order.
    @available(*, unavailable, message: "the selection comes before the order: say .select { … } before .order { … }")
    public func select<Value>(_ items: (Table.Columns) -> Value) -> Self { self }

    /// Out of order.
    @available(*, unavailable, message: "related rows come before the order: say .with { … } before .order { … }")
    public func with<Value>(_ related: (Table.Columns) -> Value) -> Self { self }
}

extension TypedFetch where Stage == FetchStage.Limited {
    /// Out of order.
    @available(*, unavailable, message: "conditions come before the limit: say .where { … } before .limit(…)")
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self { self }

    /// Out of order.
    @available(*, unavailable, message: "the order comes before the limit: say .order { … } before .limit(…)")
    public func order(_ term: (Table.Columns) -> TypedOrder<Table>) -> Self { self }

    /// Out of order.
    @available(*, unavailable, message: "the selection comes before the limit: say .select { … } before .limit(…)")
    public func select<Value>(_ items: (Table.Columns) -> Value) -> Self { self }

    /// Out of order.
    @available(*, unavailable, message: "related rows come before the limit: say .with { … } before .limit(…)")
    public func with<Value>(_ related: (Table.Columns) -> Value) -> Self { self }

    /// Twice.
    @available(*, unavailable, message: "there is a limit already")
    public func limit(_ count: Int, offset: Int = 0) -> Self { self }

    /// Twice.
    @available(*, unavailable, message: "there is a limit already")
    public func range(_ positions: Range<Int>) -> Self { self }

    /// Pages have limits of their own.
    @available(*, unavailable, message: "pages have limits of their own: leave .limit(…) out")
    public func pages(of size: Int) -> Never { preconditionFailure("unavailable") }
}

extension TypedFetch where Stage == FetchStage.Open {
    /// Pages without an order.
    @available(*, unavailable, message: "without an order pages may repeat rows or miss some: say .order { … } before .pages(of:)")
    public func pages(of size: Int) -> Never { preconditionFailure("unavailable") }

    /// Rows page by page without an order.
    @available(*, unavailable, message: "without an order pages may repeat rows or miss some: say .order { … } before .stream()")
    public func stream(pageSize: Int = 0) -> Never { preconditionFailure("unavailable") }
}
