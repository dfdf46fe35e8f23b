/// How many related rows there can be.
public enum EmbedShape {
    /// Always one: a foreign key that is not null.
    public enum One {}
    /// One or none: a nullable foreign key, or a one-to-one seen from the referenced side.
    public enum OneOrNone {}
    /// Any number.
    public enum Many {}
}

/// A related table that has one row for each row of the table.
public typealias ToOne<Table, Target: SupabaseTable> = TypedEmbed<Table, Target, EmbedShape.One>
/// A related table that has at most one row for each row of the table.
public typealias ToOneOrNone<Table, Target: SupabaseTable> = TypedEmbed<Table, Target, EmbedShape.OneOrNone>
/// A related table that has any number of rows for each row of the table.
public typealias ToMany<Table, Target: SupabaseTable> = TypedEmbed<Table, Target, EmbedShape.Many>

/// A related table whose rows can come inside the rows of a table, found by a foreign key.
///
///     let people = try await db.fetch(UserInfo.self)
///         .with { $0.dogProfile.where { $0.age < 3 }.order { $0.name.ascending }.limit(5) }
///         .rows()                                             // [(UserInfo, [DogProfile])]
///
/// Its conditions say which related rows come. With ``required`` they also say which rows of the table come.
public struct TypedEmbed<Table, Target: SupabaseTable, Shape>: Sendable {
    private let name: String
    private let hint: String?
    private var alias: String?
    private var join: SupabaseSelection.Join?
    private var parameters: [PlacedParameter] = []
    private var isOnColumns = true

    /// - Parameters:
    ///   - name: The related table's name; the foreign key's or the column's name works, too.
    ///   - hint: The foreign key that decides when several lead there.
    ///   - alias: The name in the answer, when the related table's own is taken.
    public init(_ name: String, hint: String? = nil, as alias: String? = nil) {
        self.name = name
        self.hint = hint
        self.alias = alias
    }

    /// The name in the answer.
    private var key: String { alias ?? name }

    /// The related rows under another name, for when a selection has them twice.
    public func `as`(_ name: String) -> Self {
        var copy = self
        copy.alias = name
        return copy
    }

    /// Adds a condition on the related rows.
    public func `where`(_ condition: (Target.Columns) -> TypedCondition<Target>) -> Self {
        let condition = condition(Target.columns)
        var copy = adding(condition.conjuncts)
        copy.isOnColumns = isOnColumns && condition.isOnColumn
        return copy
    }

    fileprivate func adding(_ parameters: [SupabaseQueryParameter]) -> Self {
        var copy = self
        copy.parameters += parameters.map { PlacedParameter($0) }
        return copy
    }

    /// The related rows' own parts of a selection.
    fileprivate func column<Value>(
        _ items: [SupabaseSelection], _ nested: [PlacedParameter], join: SupabaseSelection.Join? = nil,
        read: @escaping @Sendable (RowReader, String) throws -> Value
    ) -> TypedColumn<Table, Value> {
        let key = key
        // A condition that is none is refused when the request is built.
        let refusal = isOnColumns ? [] : [PlacedParameter(.and([]))]
        return TypedColumn(
            column: nil, selection: .embed(name, as: alias, hint: hint, join: join ?? self.join, items), key: key,
            parameters: (parameters + nested + refusal).map { $0.inside(key) }, read: read)
    }
}

extension TypedEmbed where Shape == EmbedShape.Many {
    /// The order of the related rows.
    public func order(_ term: (Target.Columns) -> TypedOrder<Target>) -> Self { adding([.order([term(Target.columns).term])]) }

    /// The order of the related rows, by several columns.
    public func order(_ terms: (Target.Columns) -> [TypedOrder<Target>]) -> Self { adding([.order(terms(Target.columns).map(\.term))]) }

    /// At most so many related rows, after leaving some out.
    public func limit(_ count: Int, offset: Int = 0) -> Self {
        adding(offset == 0 ? [.limit(count)] : [.limit(count), .offset(offset)])
    }

    /// Only rows of the table that have at least one such related row.
    public var required: Self { joined(.inner) }

    /// The related rows, whole.
    public var all: TypedColumn<Table, [Target]> { column([.all], []) { try $0.value([Target].self, $1) } }

    /// Parts of the related rows.
    public func select<each Value>(
        _ items: (Target.Columns) -> (repeat TypedColumn<Target, each Value>)
    ) -> TypedColumn<Table, [(repeat each Value)]> {
        let columns = items(Target.columns)
        return selecting(Selecting<Target, (repeat each Value)>.make(repeat each columns))
    }

    private func selecting<Row>(_ part: Selecting<Target, Row>) -> TypedColumn<Table, [Row]> {
        column(part.items, part.parameters) { try $0.rows($1, part.read) }
    }

    /// The number of related rows.
    public var count: TypedColumn<Table, Int> {
        column([.count()], []) { try $0.rows($1) { try $0.value(Int.self, "count") }.first ?? 0 }
    }
}

extension TypedEmbed where Shape == EmbedShape.OneOrNone {
    /// Only rows of the table that have the related row, which then is no optional.
    public var required: ToOne<Table, Target> { reshaped(EmbedShape.One.self, .inner) }

    /// The related row, whole.
    public var all: TypedColumn<Table, Target?> { column([.all], []) { try $0.value(Target?.self, $1) } }

    /// Parts of the related row.
    public func select<each Value>(
        _ items: (Target.Columns) -> (repeat TypedColumn<Target, each Value>)
    ) -> TypedColumn<Table, (repeat each Value)?> {
        let columns = items(Target.columns)
        return selecting(Selecting<Target, (repeat each Value)>.make(repeat each columns))
    }

    private func selecting<Row>(_ part: Selecting<Target, Row>) -> TypedColumn<Table, Row?> {
        column(part.items, part.parameters) { try $0.isNull($1) ? nil : part.read($0.row($1)) }
    }
}

extension TypedEmbed where Shape == EmbedShape.One {
    /// The related row as an optional: it may be hidden by a policy, or by a condition of its own.
    public var optional: ToOneOrNone<Table, Target> { reshaped(EmbedShape.OneOrNone.self, nil) }

    /// Only rows of the table whose related row is there, seen, and meets its conditions.
    public var required: Self { joined(.inner) }

    /// The related row, whole.
    public var all: TypedColumn<Table, Target> { column([.all], []) { try $0.value(Target.self, $1) } }

    /// Parts of the related row.
    public func select<each Value>(
        _ items: (Target.Columns) -> (repeat TypedColumn<Target, each Value>)
    ) -> TypedColumn<Table, (repeat each Value)> {
        let columns = items(Target.columns)
        return selecting(Selecting<Target, (repeat each Value)>.make(repeat each columns))
    }

    private func selecting<Row>(_ part: Selecting<Target, Row>) -> TypedColumn<Table, Row> {
        column(part.items, part.parameters) { try part.read($0.row($1)) }
    }
}

extension TypedEmbed {
    private func joined(_ join: SupabaseSelection.Join?) -> Self {
        var copy = self
        copy.join = join
        return copy
    }

    private func reshaped<Other>(_: Other.Type, _ join: SupabaseSelection.Join?) -> TypedEmbed<Table, Target, Other> {
        var copy = TypedEmbed<Table, Target, Other>(name, hint: hint, as: alias)
        copy.join = join
        copy.parameters = parameters
        copy.isOnColumns = isOnColumns
        return copy
    }

    /// An order of the table's rows by the related row: `order=owner(name).desc`. The related row must be part of the selection.
    public func by(_ term: (Target.Columns) -> TypedOrder<Target>) -> TypedOrder<Table> {
        let term = term(Target.columns)
        return TypedOrder(column: term.column, direction: term.direction, nulls: term.nulls, resource: key)
    }

    /// A single related row has no order.
    @available(*, unavailable, message: "there is at most one related row: it has no order and no limit")
    public func limit(_ count: Int) -> Self { self }
}

/// What is selected, and how it is read.
struct Selecting<Table, Result>: Sendable {
    var items: [SupabaseSelection]
    var parameters: [PlacedParameter]
    let read: @Sendable (RowReader) throws -> Result

    static func make<each Value>(_ column: repeat TypedColumn<Table, each Value>) -> Self where Result == (repeat each Value) {
        var items: [SupabaseSelection] = []
        var parameters: [PlacedParameter] = []
        var keys: Set<String> = []
        // Told by the parameter that cannot be sent: see SupabaseQueryParameter.validate().
        for column in repeat each column {
            items.append(column.selection)
            parameters += column.parameters
            if !keys.insert(column.key).inserted { parameters.append(PlacedParameter(.select([.twice(column.key)]))) }
        }
        return Self(items: items, parameters: parameters) { row in (repeat try (each column).read(row, (each column).key)) }
    }
}
