import PostgresLink

/// A primary, unique or foreign key of a table, in whatever schema: views of exposed schemas may show it.
struct CatalogKey: Hashable, Sendable {
    enum Kind: String, Sendable { case primary = "p", unique = "u", foreign = "f" }

    /// The columns at one end of a key, in the key's order.
    struct End: Hashable, Sendable {
        var table: ObjectID
        var name: QualifiedName
        var columns: [Int] = []
        var columnNames: [String] = []
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
    /// A row for each column of each key. The columns' numbers are laid out first, so that their names are found for all at once
    /// instead of by a join for each key.
    static let query: SQL = """
        WITH k AS MATERIALIZED (
          SELECT k.oid, k.conname, k.contype, k.conrelid, k.confrelid, u.number, u.target, u.position
          FROM pg_constraint k CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY u(number, target, position)
          WHERE k.contype IN ('p', 'u') OR k.contype = 'f' AND k.conparentid = 0
        )
        SELECT k.oid, k.conname, k.contype, k.conrelid, n.nspname, c.relname, k.number, a.attname,
          k.confrelid, tn.nspname, t.relname, k.target, ta.attname
        FROM k
          JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          LEFT JOIN pg_class t ON t.oid = k.confrelid LEFT JOIN pg_namespace tn ON tn.oid = t.relnamespace
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.number
          LEFT JOIN pg_attribute ta ON ta.attrelid = k.confrelid AND ta.attnum = k.target
        ORDER BY k.conrelid, k.conname, k.oid, k.position
        """

    static func decode(_ results: ResultSet) -> [CatalogKey] {
        var keys: [CatalogKey] = []
        var last: ObjectID?
        for row in results.catalogRows {
            if row.object(0) != last {
                guard let kind = CatalogKey.Kind(rawValue: row[2]) else { continue }
                last = row.object(0)
                let referenced = kind == .foreign ? CatalogKey.End(table: row.object(8), name: row.name(9)) : nil
                keys.append(
                    CatalogKey(name: row[1], kind: kind, own: .init(table: row.object(3), name: row.name(4)), referenced: referenced))
            }
            keys[keys.count - 1].own.append(row.number(6), row[7])
            keys[keys.count - 1].referenced?.append(row.number(11), row[12])
        }
        return keys
    }
}

extension CatalogKey.End {
    fileprivate mutating func append(_ number: Int, _ name: String) {
        columns.append(number)
        columnNames.append(name)
    }
}
