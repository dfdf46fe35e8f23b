import Foundation

/// A SELECT whose type knows what may follow: selection, conditions, order, limit, in SQL's order.
///
///     let names = try await db.fetch(DogProfile.self)
///         .select { ($0.name, $0.age) }
///         .where { $0.size == .small && $0.age < 3 }
///         .order { $0.name.ascending }
///         .limit(10)
///         .rows()                                             // [(String, Int)]
public struct TypedFetch<Table: SupabaseTable, Result, Stage>: Sendable {
    let manager: SupabaseDBManager
    var call: DatabaseCall
    var items: [SupabaseSelection]
    let reader: ResultReader<Result>

    init(manager: SupabaseDBManager, call: DatabaseCall, items: [SupabaseSelection], reader: ResultReader<Result>) {
        self.manager = manager
        self.call = call
        self.items = items
        self.reader = reader
    }

    /// The same at another stage.
    func moved<Next>(_: Next.Type, adding parameters: [SupabaseQueryParameter] = []) -> TypedFetch<Table, Result, Next> {
        var call = call
        call.parameters += parameters.map { PlacedParameter($0) }
        return TypedFetch<Table, Result, Next>(manager: manager, call: call, items: items, reader: reader)
    }
}

extension SupabaseDBManager {
    /// SELECT: reads rows of a table or view.
    public func fetch<Table: SupabaseTable>(_ table: Table.Type) -> TypedFetch<Table, Table, FetchStage.Open> {
        let call = DatabaseCall(task: .fetch, method: .get, name: Table.tableName, schema: schema ?? Table.schemaName)
        return TypedFetch(manager: self, call: call, items: [], reader: ResultReader(of: Table.self))
    }
}

// MARK: - What is read

extension TypedFetch where Stage == FetchStage.Open {
    /// Some columns, aggregates and related rows instead of whole rows, as a tuple; a single one comes alone.
    ///
    ///     .select { ($0.name, $0.owner.select { $0.nickname }) }      // select=name,owner(nickname)
    public func select<each Value>(
        _ items: (Table.Columns) -> (repeat TypedColumn<Table, each Value>)
    ) -> TypedFetch<Table, (repeat each Value), Stage> {
        let columns = items(Table.columns)
        return selecting(Selecting<Table, (repeat each Value)>.make(repeat each columns))
    }

    private func selecting<Row>(_ part: Selecting<Table, Row>) -> TypedFetch<Table, Row, Stage> {
        var call = call
        call.parameters += part.parameters
        return TypedFetch<Table, Row, Stage>(
            manager: manager, call: call, items: part.items, reader: ResultReader(selecting: part.read))
    }

    /// Related rows beside what is read already.
    ///
    ///     db.fetch(UserInfo.self).with { $0.dogProfile }.rows()       // [(UserInfo, [DogProfile])]
    public func with<Value>(
        _ related: (Table.Columns) -> TypedColumn<Table, Value>
    ) -> TypedFetch<Table, (Result, Value), Stage> {
        let column = related(Table.columns)
        let read = reader.row
        var call = call
        call.parameters += column.parameters
        return TypedFetch<Table, (Result, Value), Stage>(
            manager: manager, call: call, items: (items.isEmpty ? [.all] : items) + [column.selection],
            reader: ResultReader { row in (try read(row), try column.read(row, column.key)) })
    }

    /// Related rows beside what is read already, whole.
    public func with<Target>(
        _ related: (Table.Columns) -> ToMany<Table, Target>
    ) -> TypedFetch<Table, (Result, [Target]), Stage> {
        with { related($0).all }
    }

    /// The related row beside what is read already, whole.
    public func with<Target>(
        _ related: (Table.Columns) -> ToOneOrNone<Table, Target>
    ) -> TypedFetch<Table, (Result, Target?), Stage> {
        with { related($0).all }
    }

    /// The related row beside what is read already, whole.
    public func with<Target>(
        _ related: (Table.Columns) -> ToOne<Table, Target>
    ) -> TypedFetch<Table, (Result, Target), Stage> {
        with { related($0).all }
    }

    /// A type of your own, read from a selection in the untyped vocabulary.
    public func select<Row: Decodable & Sendable>(as row: Row.Type, _ items: [SupabaseSelection]) -> TypedFetch<Table, Row, Stage> {
        TypedFetch<Table, Row, Stage>(manager: manager, call: call, items: items, reader: ResultReader(of: row))
    }

    /// Keeps the rows that satisfy a condition. Several add up.
    ///
    ///     db.fetch(Walk.self).where { $0.distance >= 3 }      // GET /rest/v1/walk?distance=gte.3
    public func `where`(_ condition: (Table.Columns) -> TypedCondition<Table>) -> Self {
        moved(Stage.self, adding: condition(Table.columns).checkedConjuncts)
    }

    /// The order of the rows.
    public func order(_ term: (Table.Columns) -> TypedOrder<Table>) -> TypedFetch<Table, Result, FetchStage.Ordered> {
        moved(FetchStage.Ordered.self, adding: [.order([term(Table.columns).term])])
    }

    /// The order of the rows, by several columns.
    public func order(_ terms: (Table.Columns) -> [TypedOrder<Table>]) -> TypedFetch<Table, Result, FetchStage.Ordered> {
        moved(FetchStage.Ordered.self, adding: [.order(terms(Table.columns).map(\.term))])
    }

    /// At most so many rows. Without an order the server may choose any.
    public func limit(_ count: Int, offset: Int = 0) -> TypedFetch<Table, Result, FetchStage.Limited> {
        moved(FetchStage.Limited.self, adding: Self.limit(count, offset))
    }

    /// The rows of these positions, the first being 0.
    public func range(_ positions: Range<Int>) -> TypedFetch<Table, Result, FetchStage.Limited> {
        limit(positions.count, offset: positions.lowerBound)
    }
}

extension TypedFetch where Stage == FetchStage.Ordered {
    /// A further column of the order, for rows that agree in those before.
    public func order(_ term: (Table.Columns) -> TypedOrder<Table>) -> Self {
        moved(Stage.self, adding: [.order([term(Table.columns).term])])
    }

    /// At most so many rows, after leaving some out.
    public func limit(_ count: Int, offset: Int = 0) -> TypedFetch<Table, Result, FetchStage.Limited> {
        moved(FetchStage.Limited.self, adding: Self.limit(count, offset))
    }

    /// The rows of these positions, the first being 0.
    public func range(_ positions: Range<Int>) -> TypedFetch<Table, Result, FetchStage.Limited> {
        limit(positions.count, offset: positions.lowerBound)
    }
}

extension TypedFetch {
    fileprivate static func limit(_ count: Int, _ offset: Int) -> [SupabaseQueryParameter] {
        offset == 0 ? [.limit(count)] : [.limit(count), .offset(offset)]
    }
}

extension TypedCondition {
    /// The members of the top level; a condition on what is no column becomes one that the request refuses.
    var checkedConjuncts: [SupabaseQueryParameter] {
        isOnColumn ? conjuncts : [.select([.noColumn])]
    }
}
