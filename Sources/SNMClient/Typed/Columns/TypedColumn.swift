/// A column of a table, or something else that a row of an answer can hold: an aggregate, a value inside JSON, a related row.
///
///     TypedColumn<Walk, Int>("id")                    // not null
///     TypedColumn<Walk, Double?>("distance")          // nullable
///
/// `Value` is the column's Swift type. It decides what can be said of the column: only texts have `like`, only what is ordered `<`, and a
/// text cannot be compared with a number.
public struct TypedColumn<Table, Value>: Sendable {
    /// Nil for what cannot stand in a condition.
    let column: SupabaseColumn?
    let selection: SupabaseSelection
    /// The name of the value in the answer.
    let key: String
    /// Conditions, orders and limits of what is embedded.
    let parameters: [PlacedParameter]
    let read: @Sendable (RowReader, String) throws -> Value

    init(
        column: SupabaseColumn?, selection: SupabaseSelection, key: String, parameters: [PlacedParameter] = [],
        read: @escaping @Sendable (RowReader, String) throws -> Value
    ) {
        self.column = column
        self.selection = selection
        self.key = key
        self.parameters = parameters
        self.read = read
    }
}

extension TypedColumn where Value: Decodable & Sendable {
    /// The column with exactly this name.
    public init(_ name: String) {
        self.init(SupabaseColumn(name), key: name)
    }

    init(_ column: SupabaseColumn, key: String) {
        let alias = key == column.name && column.steps.isEmpty ? nil : key
        self.init(column: column, selection: .column(column, as: alias), key: key) { try $0.value(Value.self, $1) }
    }

    /// The value under another name in the answer, for when two items of a selection have the same.
    public func `as`(_ name: String) -> Self {
        Self(column: column, selection: selection.named(name), key: name, parameters: parameters, read: read)
    }

    /// The value cast to another type by the database.
    ///
    ///     db.fetch(Account.self).select { $0.balance.cast(to: "text", as: String.self) }       // select=balance::text
    public func cast<Other: Decodable & Sendable>(to type: String, as other: Other.Type) -> TypedColumn<Table, Other> {
        let selection = column.map { SupabaseSelection.column($0, as: $0.steps.isEmpty ? nil : key, cast: type) } ?? selection
        return TypedColumn<Table, Other>(column: nil, selection: selection, key: key) { try $0.value(Other.self, $1) }
    }
}

// MARK: - Aggregates

extension TypedColumn {
    private func aggregate<Result: Decodable & Sendable>(_ aggregate: SupabaseSelection.Aggregate, _: Result.Type) -> TypedColumn<Table, Result> {
        let key = aggregate.rawValue
        let selection = column.map { SupabaseSelection.aggregate(aggregate, of: $0) } ?? selection
        return TypedColumn<Table, Result>(column: nil, selection: selection, key: key) { try $0.value(Result.self, $1) }
    }

    /// The number of rows of the group in which the column is not null.
    public var count: TypedColumn<Table, Int> { aggregate(.count, Int.self) }
}

extension TypedColumn where Value == Int {
    /// The number of rows of the group.
    ///
    ///     db.fetch(Walk.self).select { ($0.state, .rowCount) }        // select=state,count()
    public static var rowCount: TypedColumn<Table, Int> {
        TypedColumn(column: nil, selection: .count(), key: "count") { try $0.value(Int.self, $1) }
    }
}

extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseNumeric {
    /// The sum over the group; nil when there is nothing to add.
    public var sum: TypedColumn<Table, Value.Base?> { aggregate(.sum, Value.Base?.self) }

    /// The average over the group; nil when there is nothing to average.
    public var average: TypedColumn<Table, Double?> { aggregate(.avg, Double?.self) }
}

extension TypedColumn where Value: SupabaseColumnValue, Value.Base: SupabaseOrdered & Decodable {
    /// The least value of the group.
    public var minimum: TypedColumn<Table, Value.Base?> { aggregate(.min, Value.Base?.self) }

    /// The greatest value of the group.
    public var maximum: TypedColumn<Table, Value.Base?> { aggregate(.max, Value.Base?.self) }
}

// MARK: - Into JSON

extension TypedColumn where Value: SupabaseColumnValue, Value.Base == SupabaseJSON {
    /// The JSON value under a key: `info->colour`. Null when there is none.
    public subscript(key: String) -> TypedColumn<Table, SupabaseJSON?> { step(named: key) { $0.json(key) } }

    /// The JSON value at an index; negative ones count from the end.
    public subscript(index: Int) -> TypedColumn<Table, SupabaseJSON?> { step(named: String(index)) { $0.json(index) } }

    /// The value as text: `info->>colour`, after a subscript.
    ///
    ///     db.fetch(Walk.self).where { $0.info["colour"].text == "brown" }
    public var text: TypedColumn<Table, String?> {
        var path = column ?? SupabaseColumn(key)
        switch path.steps.popLast() {
        case .key(let key, _): path.steps.append(.key(key, asText: true))
        case .index(let index, _): path.steps.append(.index(index, asText: true))
        case nil: return TypedColumn<Table, String?>(column: nil, selection: .column(path, cast: "text"), key: key) { try $0.value(String?.self, $1) }
        }
        return TypedColumn<Table, String?>(path, key: key)
    }

    private func step(named name: String, _ step: (SupabaseColumn) -> SupabaseColumn) -> TypedColumn<Table, SupabaseJSON?> {
        TypedColumn<Table, SupabaseJSON?>(step(column ?? SupabaseColumn(key)), key: key + "_" + name)
    }
}
