/// Writes the struct of a function, and of its rows where it has some of its own.
struct FunctionWriter {
    let function: DatabaseCatalog.Function
    let schemaName: String?
    let access: SwiftTypesGenerator.Access

    func text(_ types: inout SwiftTypeMap) -> String {
        guard function.arguments.allSatisfy({ !$0.name.isEmpty }) else {
            return "// \(comment(function.name.name)) is not written: an argument without a name cannot be told in a call."
        }
        let typeName = types.claim(SwiftName.type(function.name.name), suffix: "Call")
        var names = UsedNames()
        var mappings: [SwiftTypeMap.Mapping] = []
        let fields = function.arguments.map { argument in
            let mapping = types.swiftType(argument.type)
            mappings.append(mapping)
            return RecordWriter.Field(
                column: argument.name, property: names.claim(SwiftName.property(argument.name)),
                type: mapping.name + (argument.isOptional ? "?" : ""))
        }
        let isReading = function.isReading && mappings.allSatisfy(\.isQueryable) && fields.allSatisfy { !Self.reserved.contains($0.column) }
        let result = result(&types)

        var code = CodeLines()
        let pub = access.prefix
        var protocols = result.row == nil ? ["SupabaseFunction"] : ["SupabaseRowFunction"]
        if isReading { protocols.append("SupabaseReadingFunction") }
        code.document(function.comment)
        code.add("\(pub)struct \(typeName): \(protocols.joined(separator: ", ")), Hashable {")
        RecordWriter(access: access).write(fields, to: &code, depth: 1)
        if !fields.isEmpty { code.add("") }
        code.add("\(pub)typealias Value = \(result.value)", depth: 1)
        if let row = result.row, row != "Row" { code.add("\(pub)typealias Row = \(row)", depth: 1) }
        code.add("\(pub)static let functionName = \(SwiftName.literal(function.name.name))", depth: 1)
        if let schemaName { code.add("\(pub)static let schemaName: String? = \(SwiftName.literal(schemaName))", depth: 1) }
        if isReading { writeArguments(fields, to: &code) }
        if result.isOwn { writeRow(typeName, &types, to: &code) }
        code.add("}")
        return code.text
    }

    /// What the function returns: the type of the value, that of a row, and whether the row is the function's own.
    private func result(_ types: inout SwiftTypeMap) -> (value: String, row: String?, isOwn: Bool) {
        if !function.outputs.isEmpty && function.outputs.count > 1 || function.isSet && !function.outputs.isEmpty {
            return function.isSet ? ("[Row]", "Row", true) : ("Row?", nil, true)
        }
        let mapping = types.swiftType(function.result)
        if mapping.name == "SupabaseNothing" { return (mapping.name, nil, false) }
        if function.isSet, let row = types.row(function.result) { return ("[\(row)]", row, false) }
        return (function.isSet ? "[\(mapping.name)]" : mapping.name + "?", nil, false)
    }

    private func writeArguments(_ fields: [RecordWriter.Field], to code: inout CodeLines) {
        code.add("\(access.prefix)var queryArguments: [SupabaseArgument] {", depth: 1)
        let arguments = fields.map { "SupabaseArgument(\(SwiftName.literal($0.column)), \(SwiftName.quoted($0.property)))" }
        code.add("[\(arguments.joined(separator: ", "))]", depth: 2)
        code.add("}", depth: 1)
    }

    private func writeRow(_ typeName: String, _ types: inout SwiftTypeMap, to code: inout CodeLines) {
        let pub = access.prefix
        var names = UsedNames()
        let fields = function.outputs.map { output in
            let type = types.swiftType(output.type).name + "?"
            return RecordWriter.Field(column: output.name, property: names.claim(SwiftName.property(output.name)), type: type)
        }
        code.add("")
        code.add("\(pub)struct Row: SupabaseTable, Codable, Hashable {", depth: 1)
        RecordWriter(access: access).write(fields, to: &code, depth: 2)
        code.add("")
        code.add("\(pub)struct Columns: Sendable {", depth: 2)
        for field in fields {
            let name = SwiftName.quoted(field.property)
            code.add("\(pub)let \(name) = TypedColumn<\(typeName).Row, \(field.type)>(\(SwiftName.literal(field.column)))", depth: 3)
        }
        code.add("}", depth: 2)
        code.add("\(pub)static let tableName = \(SwiftName.literal(function.name.name))", depth: 2)
        code.add("\(pub)static let columns = Columns()", depth: 2)
        code.add("}", depth: 1)
    }

    private func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Words that a query string gives another meaning.
    private static let reserved: Set = ["select", "columns", "on_conflict", "order", "limit", "offset", "and", "or"]
}

extension SwiftTypeMap {
    /// The table or view whose rows a type stands for.
    func row(_ id: String) -> String? { isRow(id) ? named[id] : nil }
}

/// Writes enums and composite types.
struct NamedTypeWriter {
    let access: SwiftTypesGenerator.Access

    func text(_ id: String, _ catalog: DatabaseCatalog, _ types: inout SwiftTypeMap) -> String {
        guard let type = catalog.types[id], let name = types.named[id] else { return "" }
        var code = CodeLines()
        let pub = access.prefix
        if type.kind == "e" {
            var names = UsedNames()
            code.add("\(pub)enum \(name): String, SupabaseEnum, CaseIterable {")
            for label in type.labels {
                let property = names.claim(SwiftName.property(label))
                let value = property == label ? "" : " = \(SwiftName.literal(label))"
                code.add("case \(SwiftName.quoted(property))\(value)", depth: 1)
            }
        } else {
            var names = UsedNames()
            let attributes = type.relation.flatMap { catalog.columns[$0] } ?? []
            let fields = attributes.map { attribute in
                RecordWriter.Field(
                    column: attribute.name, property: names.claim(SwiftName.property(attribute.name)),
                    type: types.swiftType(attribute.type).name + "?")
            }
            code.add("\(pub)struct \(name): Codable, Hashable, Sendable {")
            RecordWriter(access: access).write(fields, to: &code, depth: 1)
        }
        code.add("}")
        return code.text
    }
}
