import PostgresLink

/// Casts that give a domain a form of its own in JSON and in query strings (rest.md 2.8).
enum RepresentationCatalog {
    static let query: SQL = """
        SELECT k.castsource::regtype, k.casttarget::regtype, k.castfunc::regproc
        FROM pg_cast k JOIN pg_type s ON s.oid = k.castsource JOIN pg_type t ON t.oid = k.casttarget
        WHERE k.castcontext = 'i' AND k.castmethod = 'f' AND has_function_privilege(k.castfunc, 'EXECUTE')
          AND (s.typtype = 'd' AND t.oid IN ('json'::regtype, 'text'::regtype)
            OR t.typtype = 'd' AND s.oid IN ('json'::regtype, 'text'::regtype))
        """

    static func decode(_ results: ResultSet) -> SchemaCache.Representations {
        var functions: [SchemaCache.Representations.TypePair: String] = [:]
        for row in results.catalogRows { functions[.init(row[0], row[1])] = row[2] }
        return SchemaCache.Representations(functions: functions)
    }
}

/// Aggregates and functions that return a domain named like a media type (rest.md 2.9).
enum MediaHandlerCatalog {
    static func query(in schemas: SQL) -> SQL {
        """
        SELECT p.prokind = 'a', pn.nspname, p.proname, mn.nspname, m.typname, an.nspname, a.relname
        FROM pg_type m JOIN pg_namespace mn ON mn.oid = m.typnamespace
          JOIN pg_proc p ON p.prorettype = m.oid JOIN pg_namespace pn ON pn.oid = p.pronamespace
          LEFT JOIN pg_type t ON t.oid = p.proargtypes[0] AND p.prokind = 'a'
          LEFT JOIN pg_class a ON a.oid = t.typrelid AND a.relkind IN ('r', 'v', 'm', 'f', 'p')
          LEFT JOIN pg_namespace an ON an.oid = a.relnamespace
        WHERE m.typtype = 'd' AND (m.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' OR m.typname = '*/*')
          AND pn.nspname = ANY (\(schemas))
          AND (p.prokind = 'a' AND p.pronargs = 1 AND (t.oid = 'anyelement'::regtype OR a.oid IS NOT NULL)
            OR p.prokind = 'f' AND NOT p.proretset)
        ORDER BY p.prokind, pn.nspname, p.proname
        """
    }

    static func decode(_ results: ResultSet) -> [SchemaCache.MediaHandlerKey: SchemaCache.MediaHandler] {
        var handlers: [SchemaCache.MediaHandlerKey: SchemaCache.MediaHandler] = [:]
        for row in results.catalogRows {
            let type = RESTMediaType(row[4])
            let resolved = type == .any ? .octetStream : type
            if row.flag(0) {
                let rowType = row.optional(6) == nil ? nil : row.name(5)
                handlers[.init(target: rowType, mediaType: type)] = .init(
                    producer: .aggregate(row.name(1), rowType: rowType), resolved: resolved)
            } else {
                handlers[.init(target: row.name(1), mediaType: type)] = .init(producer: .domain(row.name(3)), resolved: resolved)
            }
        }
        return handlers
    }
}

/// The names that `Prefer: timezone` may use (rest.md 2.10).
enum TimezoneCatalog {
    static let query: SQL = "SELECT name FROM pg_timezone_names"

    static func decode(_ results: ResultSet) -> Set<String> {
        Set(results.catalogRows.map { $0[0] })
    }
}
