import RESTEngine

/// Writes the struct of a table or view.
struct TableWriter {
    let entry: DatabaseCatalog.Entry
    let typeName: String
    let columns: [DatabaseCatalog.Attribute]
    /// What requests may do with it; nil for what the API does not show.
    let relation: Relation?
    let schemaName: String?
    let access: SwiftTypesGenerator.Access
    /// Swift's names of the columns, in their order.
    let properties: [String]

    init(
        entry: DatabaseCatalog.Entry, typeName: String, columns: [DatabaseCatalog.Attribute], relation: Relation?, schemaName: String?,
        access: SwiftTypesGenerator.Access
    ) {
        self.entry = entry
        self.typeName = typeName
        self.columns = columns
        self.relation = relation
        self.schemaName = schemaName
        self.access = access
        var names = UsedNames()
        properties = columns.map { names.claim(SwiftName.property($0.name)) }
    }

    /// Names that relations cannot have: Swift's and the database's.
    var columnNames: (swift: [String], database: [String]) { (properties, columns.map(\.name)) }

    func text(_ types: inout SwiftTypeMap, _ relations: [RelationNames.Named]) -> String {
        let fields = zip(columns, properties).map { column, property in
            let mapping = types.swiftType(column.type)
            return RecordWriter.Field(
                column: column.name, property: property, type: mapping.name + (column.isNullable ? "?" : ""), comment: column.comment)
        }
        let record = RecordWriter(access: access)
        let pub = access.prefix
        var code = CodeLines()
        code.document(entry.comment)
        code.add("\(pub)struct \(typeName): SupabaseTable, Codable, Hashable {")
        record.write(fields, to: &code, depth: 1)
        code.add("")
        writeColumns(fields, relations, to: &code)
        code.add("")
        code.add("\(pub)static let tableName = \(SwiftName.literal(entry.name.name))", depth: 1)
        if let schemaName { code.add("\(pub)static let schemaName: String? = \(SwiftName.literal(schemaName))", depth: 1) }
        code.add("\(pub)static let columns = Columns()", depth: 1)
        if relation?.isInsertable == true { writeShape("Insert", zip(columns, fields).compactMap(insertField), record, to: &code) }
        if relation?.isUpdatable == true { writeShape("Patch", zip(columns, fields).compactMap(patchField), record, to: &code) }
        code.add("}")
        return code.text
    }

    private func writeColumns(_ fields: [RecordWriter.Field], _ relations: [RelationNames.Named], to code: inout CodeLines) {
        let pub = access.prefix
        code.add("\(pub)struct Columns: Sendable {", depth: 1)
        for field in fields {
            let name = SwiftName.quoted(field.property)
            code.document(field.comment, depth: 2)
            code.add("\(pub)let \(name) = TypedColumn<\(typeName), \(field.type)>(\(SwiftName.literal(field.column)))", depth: 2)
        }
        for relation in relations {
            var arguments = SwiftName.literal(relation.name)
            if let hint = relation.hint { arguments += ", hint: \(SwiftName.literal(hint))" }
            if let alias = relation.alias { arguments += ", as: \(SwiftName.literal(alias))" }
            let name = SwiftName.quoted(relation.property)
            code.add("\(pub)let \(name) = \(relation.shape)<\(typeName), \(relation.target)>(\(arguments))", depth: 2)
        }
        code.add("}", depth: 1)
    }

    private func writeShape(_ name: String, _ fields: [RecordWriter.Field], _ record: RecordWriter, to code: inout CodeLines) {
        code.add("")
        code.add("\(access.prefix)struct \(name): SupabaseWritable, Hashable {", depth: 1)
        record.write(fields, to: &code, depth: 2)
        code.add("}", depth: 1)
    }

    /// What is null or has a default may be left out.
    private func insertField(_ column: DatabaseCatalog.Attribute, _ field: RecordWriter.Field) -> RecordWriter.Field? {
        if column.isGenerated { return nil }
        var field = field
        switch (column.isNullable, column.hasDefault) {
        case (true, true): field.type = "SupabaseField<\(field.type.dropLast())>"
        case (false, true): field.type += "?"
        case (_, false): break
        }
        return field
    }

    private func patchField(_ column: DatabaseCatalog.Attribute, _ field: RecordWriter.Field) -> RecordWriter.Field? {
        if column.isGenerated { return nil }
        var field = field
        field.type = column.isNullable ? "SupabaseField<\(field.type.dropLast())>" : field.type + "?"
        return field
    }
}

/// Writes the properties of a struct with their coding keys, and where others shall make it, an initializer.
struct RecordWriter {
    struct Field {
        var column: String
        var property: String
        var type: String
        var comment: String?

        /// What the property is when nothing is said.
        var initial: String? {
            if type.hasPrefix("SupabaseField<") { return ".omitted" }
            return type.hasSuffix("?") ? "nil" : nil
        }
    }

    let access: SwiftTypesGenerator.Access

    func write(_ fields: [Field], to code: inout CodeLines, depth: Int) {
        let pub = access.prefix
        for field in fields {
            code.document(field.comment, depth: depth)
            let initial = field.initial == ".omitted" ? " = .omitted" : ""
            code.add("\(pub)var \(SwiftName.quoted(field.property)): \(field.type)\(initial)", depth: depth)
        }
        if access == .public {
            let parameters = fields.map { field in
                "\(SwiftName.quoted(field.property)): \(field.type)" + (field.initial.map { " = \($0)" } ?? "")
            }
            code.add("")
            code.add("public init(\(parameters.joined(separator: ", "))) {", depth: depth)
            for field in fields {
                code.add("self.\(SwiftName.quoted(field.property)) = \(SwiftName.quoted(field.property))", depth: depth + 1)
            }
            code.add("}", depth: depth)
        }
        writeKeys(fields, to: &code, depth: depth)
    }

    /// Only where a name differs: the compiler writes the others.
    private func writeKeys(_ fields: [Field], to code: inout CodeLines, depth: Int) {
        guard fields.contains(where: { $0.column != $0.property }) else { return }
        code.add("")
        code.add("\(access.prefix)enum CodingKeys: String, CodingKey {", depth: depth)
        for field in fields {
            let value = field.column == field.property ? "" : " = \(SwiftName.literal(field.column))"
            code.add("case \(SwiftName.quoted(field.property))\(value)", depth: depth + 1)
        }
        code.add("}", depth: depth)
    }
}
