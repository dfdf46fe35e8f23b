import PostgresLink
import RESTEngine

/// Writes Swift types for a database: a struct for each table and view with its columns and relations, enums, composite types, and a
/// struct for each function. SNMClient's typed builders take them.
///
/// The text depends on the schema alone, so that it can be kept in a repository and compared. What cannot be told in Swift is left
/// out with a line that says so.
struct SwiftTypesGenerator {
    let schemas: [String]
    let catalog: DatabaseCatalog
    let cache: SchemaCache
    let access: Access

    /// Who sees the types.
    enum Access: String, CaseIterable {
        case `internal`
        case `public`

        /// In front of a declaration.
        var prefix: String { self == .public ? "public " : "" }
    }

    func text() -> String {
        var tables: [(entry: DatabaseCatalog.Entry, name: String)] = []
        var names = UsedNames(SwiftTypeMap.reserved)
        for entry in catalog.relations {
            tables.append((entry, names.claim(SwiftName.type(entry.name.name), suffix: "Table")))
        }
        var types = SwiftTypeMap(catalog, names: names)
        for (entry, name) in tables { types.name(rowsOf: entry.id, name) }

        let typeNames = Dictionary(tables.map { ($0.entry.name, $0.name) }, uniquingKeysWith: { first, _ in first })
        var parts: [String] = []
        for (entry, name) in tables {
            let writer = TableWriter(
                entry: entry, typeName: name, columns: catalog.columns[entry.id] ?? [], relation: cache.relations[entry.name],
                schemaName: schemaName(entry.name.schema), access: access)
            let relations = RelationNames(of: entry.name, in: cache, typeNames: typeNames, columns: writer.columnNames).relations
            parts.append(writer.text(&types, relations))
        }
        for function in catalog.functions {
            let writer = FunctionWriter(function: function, schemaName: schemaName(function.name.schema), access: access)
            parts.append(writer.text(&types))
        }
        // Composite types may lead to more types.
        var position = 0
        while position < types.used.count {
            parts.append(NamedTypeWriter(access: access).text(types.used[position], catalog, &types))
            position += 1
        }
        return Self.head + parts.joined(separator: "\n\n") + "\n"
    }

    /// The first schema is the API's default: it needs no word.
    private func schemaName(_ schema: String) -> String? { schema == schemas.first ? nil : schema }

    private static let head = """
        // Written by `mock-postgrest gen swift` from the schema: change that, and write this anew.
        import Foundation
        import SNMClient


        """
}

/// Lines of code with an indentation.
struct CodeLines {
    private(set) var lines: [String] = []

    mutating func add(_ line: String, depth: Int = 0) {
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
    }

    /// A comment of the database as one of Swift.
    mutating func document(_ comment: String?, depth: Int = 0) {
        guard let comment else { return }
        for line in comment.split(whereSeparator: \.isNewline) {
            add("/// " + String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })), depth: depth)
        }
    }

    var text: String { lines.joined(separator: "\n") }
}
