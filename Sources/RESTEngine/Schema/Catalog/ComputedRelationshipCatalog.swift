import PostgresLink

/// Functions from the row of one relation to rows of another (rest.md 2.6). Their own schema may be any.
enum ComputedRelationshipCatalog {
    static func query(in schemas: SQL) -> SQL {
        """
        SELECT sn.nspname, s.relname, tn.nspname, t.relname, pn.nspname, p.proname, NOT p.proretset OR p.prorows = 1,
          s.relkind IN ('v', 'm'), t.relkind IN ('v', 'm')
        FROM pg_proc p JOIN pg_namespace pn ON pn.oid = p.pronamespace
          JOIN pg_type argument ON argument.oid = p.proargtypes[0] AND argument.typtype = 'c'
          JOIN pg_class s ON s.oid = argument.typrelid JOIN pg_namespace sn ON sn.oid = s.relnamespace
          JOIN pg_type result ON result.oid = p.prorettype AND result.typtype = 'c'
          JOIN pg_class t ON t.oid = result.typrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
        WHERE p.prokind = 'f' AND p.pronargs = 1
          AND s.relkind IN ('r', 'v', 'm', 'f', 'p') AND t.relkind IN ('r', 'v', 'm', 'f', 'p')
          AND sn.nspname = ANY (\(schemas)) AND tn.nspname = ANY (\(schemas))
        """
    }

    static func decode(_ results: ResultSet) -> [Relationship] {
        results.catalogRows.map { row in
            let (source, target) = (row.name(0), row.name(2))
            return Relationship(
                source: source, target: target, isSelf: source == target, kind: .computed(function: row.name(4), toOne: row.flag(6)),
                sourceIsView: row.flag(7), targetIsView: row.flag(8))
        }
    }
}
