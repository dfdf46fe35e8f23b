internal import PostgresLink

/// A function that an option names: `schema.function`, or a bare name, which the search path finds.
struct ConfiguredFunction {
    let schema: String?
    let name: String

    init(_ text: String) {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            schema = nil
            name = text
            return
        }
        schema = String(text[..<dot])
        name = String(text[text.utf8.index(after: dot)...])
    }

    /// Quoted, part by part.
    var sql: SQL {
        schema.map { "\(QualifiedName($0, name))" } ?? "\(identifier: name)"
    }
}
