import JSONText
import PostgresLink

/// What the catalogs say of types, columns and functions: as much as Swift types need, which is more than requests do.
struct DatabaseCatalog: Sendable {
    /// By number.
    var types: [String: DataType] = [:]
    /// Columns of tables, views and composite types, by the number of the relation, in their order.
    var columns: [String: [Attribute]] = [:]
    /// Tables and views of the schemas, sorted by schema and name.
    var relations: [Entry] = []
    /// Functions of the schemas, sorted by schema, name and arguments.
    var functions: [Function] = []

    struct Entry: Sendable {
        var id: String
        var name: QualifiedName
        var comment: String?
    }

    struct DataType: Sendable {
        var name: QualifiedName
        /// `b` base, `c` composite, `d` domain, `e` enum, `m` multirange, `p` pseudo, `r` range.
        var kind: String
        /// Of an array.
        var element: String?
        /// Of a domain.
        var base: String?
        /// Of a composite type.
        var relation: String?
        /// Of a range.
        var bound: String?
        var labels: [String]
    }

    struct Attribute: Sendable {
        var name: String
        var type: String
        var isNullable: Bool
        var hasDefault: Bool
        /// Computed by the database: never written.
        var isGenerated: Bool
        var comment: String?
    }

    struct Function: Sendable {
        struct Argument: Sendable {
            var name: String
            var type: String
            var isOptional: Bool
            var isVariadic: Bool
        }

        var name: QualifiedName
        var arguments: [Argument]
        /// Columns of a result with OUT arguments or `returns table`.
        var outputs: [Argument]
        var isSet: Bool
        var result: String
        var isReading: Bool
        var comment: String?
    }
}

extension DatabaseCatalog {
    /// Reads the catalogs of some schemas.
    static func load(_ schemas: [String], from session: Session) async throws -> Self {
        let list = SQL(array: schemas)
        let results = try await session.run(
            [types, attributes, relations(in: list), functions(in: list)].map { Statement($0, isPrepared: false) })
        var catalog = Self()
        for row in Rows(results[0]) {
            catalog.types[row[0]] = DataType(
                name: QualifiedName(row[1], row[2]), kind: row[3], element: row.optional(4), base: row.optional(5),
                relation: row.optional(6), bound: row.optional(7), labels: row.list(8))
        }
        for row in Rows(results[1]) {
            catalog.columns[row[0], default: []].append(
                Attribute(
                    name: row[1], type: row[2], isNullable: row[3] == "t", hasDefault: row[4] == "t", isGenerated: row[5] == "t",
                    comment: row.optional(6)))
        }
        catalog.relations = Rows(results[2]).map { Entry(id: $0[0], name: QualifiedName($0[1], $0[2]), comment: $0.optional(3)) }
        catalog.functions = Rows(results[3]).map(Function.init)
        return catalog
    }

    private static let types: SQL = """
        SELECT t.oid, n.nspname, t.typname, t.typtype, CASE WHEN t.typcategory = 'A' THEN nullif(t.typelem, 0) END,
          nullif(t.typbasetype, 0), nullif(t.typrelid, 0), r.rngsubtype,
          (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_range r ON r.rngtypid = t.oid
        """

    private static let attributes: SQL = """
        SELECT a.attrelid, a.attname, a.atttypid, NOT (a.attnotnull OR t.typtype = 'd' AND t.typnotnull),
          a.atthasdef OR a.attidentity <> '' OR t.typtype = 'd' AND t.typdefault IS NOT NULL,
          a.attgenerated <> '' OR a.attidentity = 'a', col_description(a.attrelid, a.attnum)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c')
          AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        ORDER BY a.attrelid, a.attnum
        """

    private static func relations(in schemas: SQL) -> SQL {
        """
        SELECT c.oid, n.nspname, c.relname, obj_description(c.oid, 'pg_class')
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname = ANY (\(schemas))
        ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
        """
    }

    private static func functions(in schemas: SQL) -> SQL {
        """
        SELECT n.nspname, p.proname, to_json(p.proargnames), to_json(p.proargmodes::text[]),
          to_json(coalesce(p.proallargtypes, p.proargtypes::oid[])::text[]), p.pronargs - p.pronargdefaults, p.proretset, p.prorettype,
          p.provolatile IN ('i', 's'), obj_description(p.oid, 'pg_proc')
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE p.prokind = 'f' AND n.nspname = ANY (\(schemas)) AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
        ORDER BY n.nspname COLLATE "C", p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"
        """
    }
}

extension DatabaseCatalog.Function {
    fileprivate init(_ row: Rows.Row) {
        let (names, modes, types) = (row.list(2), row.list(3), row.list(4))
        let required = Int(row[5]) ?? 0
        var (inputs, outputs): ([Argument], [Argument]) = ([], [])
        for (index, type) in types.enumerated() {
            let mode = modes.indices.contains(index) ? modes[index] : "i"
            let name = names.indices.contains(index) ? names[index] : ""
            if "ibv".contains(mode) {
                inputs.append(Argument(name: name, type: type, isOptional: inputs.count >= required, isVariadic: mode == "v"))
            }
            if "obt".contains(mode) { outputs.append(Argument(name: name, type: type, isOptional: false, isVariadic: false)) }
        }
        self.init(
            name: QualifiedName(row[0], row[1]), arguments: inputs, outputs: outputs, isSet: row[6] == "t", result: row[7],
            isReading: row[8] == "t", comment: row.optional(9))
    }
}

/// Rows of a result, read by column number.
private struct Rows: Sequence, IteratorProtocol {
    struct Row {
        let results: ResultSet
        let row: Int

        subscript(_ column: Int) -> String { results.text(row, column) ?? "" }
        func optional(_ column: Int) -> String? { results.text(row, column) }

        /// A JSON array of texts.
        func list(_ column: Int) -> [String] {
            // What PostgreSQL wrote itself is JSON.
            guard let text = results.text(row, column), let values = try? JSON(text: text).array else { return [] }
            return values.map { $0.string ?? "" }
        }
    }

    let results: ResultSet
    private var position = 0

    init(_ results: ResultSet) { self.results = results }

    mutating func next() -> Row? {
        guard position < results.rowCount else { return nil }
        defer { position += 1 }
        return Row(results: results, row: position)
    }
}
