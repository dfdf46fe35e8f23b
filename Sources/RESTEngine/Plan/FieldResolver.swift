internal import JSONText

/// Looks names up in the relation of one level. Unknown ones are kept: the database reports them, or finds a computed column.
struct FieldResolver {
    let cache: SchemaCache
    let relation: Relation?

    func field(_ field: Field) -> PlannedField {
        PlannedField(field.name, path: field.path, type: type(of: field))
    }

    /// JSON paths are decided by the nominal type, full text by the base type (rest.md 3.3, 3.5).
    private func type(of field: Field) -> String? {
        guard let column = relation?.column(field.name) else { return nil }
        return field.path.isEmpty ? column.type : column.nominalType
    }

    private func representation(of name: String, from source: String) -> String? {
        guard let column = relation?.column(name) else { return nil }
        return cache.representations.functions[.init(source, column.nominalType)]
    }

    private func outputRepresentation(of name: String) -> String? {
        guard !cache.representations.functions.isEmpty, let column = relation?.column(name) else { return nil }
        return cache.representations.functions[.init(column.nominalType, "json")]
    }

    /// Whether some column of the relation is shown through a cast to JSON: then `*` is not the default selection any more.
    var hasOutputRepresentation: Bool {
        !cache.representations.functions.isEmpty && relation?.columns.contains { outputRepresentation(of: $0.name) != nil } == true
    }

    // MARK: Select

    func columns(_ item: SelectColumn, expandsStar: Bool) -> [PlannedColumn] {
        if item.field.name == "*", item.field.path.isEmpty, item.aggregate == nil, expandsStar, let relation {
            return relation.columns.map { column(SelectColumn(Field($0.name))) }
        }
        return [column(item)]
    }

    private func column(_ item: SelectColumn) -> PlannedColumn {
        var planned = field(item.field)
        planned.representation = outputRepresentation(of: item.field.name)
        let ownName = item.aggregate == nil ? planned.pathName ?? (planned.representation == nil ? nil : planned.name) : nil
        return PlannedColumn(
            planned, cast: item.cast, aggregate: item.aggregate, aggregateCast: item.aggregateCast, alias: item.alias ?? ownName)
    }

    // MARK: Conditions

    func condition(_ tree: LogicTree, embeds: [EmbedName]) -> PlannedCondition {
        switch tree {
        case .group(let isNegated, let connective, let parts):
            .group(isNegated: isNegated, connective, parts.map { condition($0, embeds: embeds) })
        case .condition(let field, let operation):
            condition(field, operation, embeds: embeds)
        }
    }

    func condition(_ field: Field, _ operation: Operation, embeds: [EmbedName] = []) -> PlannedCondition {
        if field.path.isEmpty, operation.test == .is(.null), let embed = embeds.first(where: { $0.key.isSpelled(field.name) }) {
            return .embedIsNull(rowAlias: embed.rowAlias, isNegated: operation.isNegated)
        }
        var planned = self.field(field)
        if operation.test.convertsValue { planned.representation = representation(of: field.name, from: "text") }
        return .test(planned, operation)
    }

    // MARK: Order

    func order(_ term: OrderTerm, embeds: [EmbedName], parent: String) throws(RESTError) -> PlannedOrder {
        guard let key = term.embed else {
            return PlannedOrder(field: field(term.field), direction: term.direction, nulls: term.nulls)
        }
        guard let embed = embeds.first(where: { $0.key.isSpelled(key) }) else { throw .notEmbedded(key) }
        guard embed.isToOne else { throw .relatedOrderNotPossible(parent: parent, embed: key) }
        // The embed's own row decides: no conversion to JSON is added here.
        let field = PlannedField(term.field.name, path: term.field.path, type: "json")
        return PlannedOrder(rowAlias: embed.rowAlias, field: field, direction: term.direction, nulls: term.nulls)
    }
}

extension Operation.Test {
    /// Whether a text-to-domain representation applies to the value (rest.md 2.8).
    fileprivate var convertsValue: Bool {
        switch self {
        case .quantifiable(let comparison, _, _): comparison != .like && comparison != .ilike
        case .simple, .in: true
        case .is, .isDistinct, .fullText: false
        }
    }
}

extension RESTError {
    static func relatedOrderNotPossible(parent: String, embed: String) -> Self {
        Self(
            400, "PGRST118", "A related order on '\(embed)' is not possible",
            details: .string("'\(parent)' and '\(embed)' do not form a many-to-one or one-to-one relationship"))
    }
}
