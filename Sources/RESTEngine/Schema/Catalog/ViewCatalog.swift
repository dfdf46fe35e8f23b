import PostgresLink

/// A view with the columns it shows unchanged (rest.md 2.3).
struct CatalogView: Hashable, Sendable {
    var id: ObjectID
    var name: QualifiedName
    /// False for a view that is only a link in a chain of views.
    var isExposed: Bool
    var targets: [ViewTarget]
    /// Names by attribute number; empty unless exposed.
    var columnNames: [Int: String]
}

/// Reads the definitions of views in the exposed schemas and in the extra search path.
enum ViewCatalog {
    static func query(in schemas: SQL) -> SQL {
        """
        SELECT c.oid, n.nspname, c.relname, r.ev_action
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_rewrite r ON r.ev_class = c.oid
        WHERE c.relkind IN ('v', 'm') AND r.rulename = '_RETURN' AND n.nspname = ANY (\(schemas))
          AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        """
    }

    static func decode(_ results: ResultSet, exposed: Set<Identifier>, columns: [ObjectID: [Int: String]]) -> [CatalogView] {
        results.catalogRows.map { row in
            let targets = results.value(row.row, 3)?.withUnsafeBytes { ViewTarget.targets(inRule: $0) }
            return CatalogView(
                id: row.object(0), name: row.name(1), isExposed: exposed.contains(Identifier(row[1])), targets: targets ?? [],
                columnNames: columns[row.object(0)] ?? [:])
        }
    }
}
