import PostgresLink

/// One row of a catalog query, read by column number. NULL reads as empty.
struct CatalogRow {
    let results: ResultSet
    let row: Int

    subscript(_ column: Int) -> String { results.text(row, column) ?? "" }

    func optional(_ column: Int) -> String? { results.text(row, column) }

    func flag(_ column: Int) -> Bool { self[column] == "t" }

    func number(_ column: Int) -> Int { Int(self[column]) ?? 0 }

    func object(_ column: Int) -> ObjectID { ObjectID(self[column]) ?? 0 }

    func list(_ column: Int) -> [String] { results.text(row, column).map(PostgresArray.elements) ?? [] }

    /// A schema and, in the next column, a name in it.
    func name(_ column: Int) -> QualifiedName { QualifiedName(self[column], self[column + 1]) }
}

/// The number under which PostgreSQL knows a relation.
typealias ObjectID = UInt32

extension ResultSet {
    var catalogRows: some Sequence<CatalogRow> {
        (0..<rowCount).lazy.map { CatalogRow(results: self, row: $0) }
    }
}
