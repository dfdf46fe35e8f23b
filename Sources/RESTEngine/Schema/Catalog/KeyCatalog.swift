internal import PostgresLink

/// A primary, unique or foreign key of a table, in whatever schema: views of exposed schemas may show it.
struct CatalogKey: Hashable, Sendable {
    enum Kind: String, Sendable { case primary = "p", unique = "u", foreign = "f" }

    /// The columns at one end of a key, in the key's order.
    struct End: Hashable, Sendable {
        var table: ObjectID
        var name: QualifiedName
        var columns: [Int]
        var columnNames: [String]
    }

    var name: String
    var kind: Kind
    var own: End
    /// What a foreign key refers to.
    var referenced: End?

    var table: ObjectID { own.table }
    var columnNames: [String] { own.columnNames }
}

/// Reads all keys but those that partitions inherit (rest.md 2.2).
enum KeyCatalog {
    static let query: SQL = """
        SELECT k.conname, k.contype, k.conrelid, n.nspname, c.relname, k.conkey,
          ARRAY(SELECT a.attname FROM unnest(k.conkey) WITH ORDINALITY u(number, position)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number ORDER BY u.position),
          k.confrelid, fn.nspname, f.relname, k.confkey,
          ARRAY(SELECT a.attname FROM unnest(k.confkey) WITH ORDINALITY u(number, position)
            JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number ORDER BY u.position)
        FROM pg_constraint k
          JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          LEFT JOIN pg_class f ON f.oid = k.confrelid LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace
        WHERE k.contype IN ('p', 'u') OR k.contype = 'f' AND k.conparentid = 0
        ORDER BY k.conrelid, k.conname
        """

    static func decode(_ results: ResultSet) -> [CatalogKey] {
        results.catalogRows.compactMap { row in
            guard let kind = CatalogKey.Kind(rawValue: row[1]) else { return nil }
            return CatalogKey(
                name: row[0], kind: kind, own: CatalogKey.End(row, 2), referenced: kind == .foreign ? CatalogKey.End(row, 7) : nil)
        }
    }
}

extension CatalogKey.End {
    /// Table, schema, name, numbers and names of columns, from that column on.
    fileprivate init(_ row: CatalogRow, _ first: Int) {
        self.init(
            table: row.object(first), name: row.name(first + 1), columns: row.numbers(first + 3), columnNames: row.list(first + 4))
    }
}
