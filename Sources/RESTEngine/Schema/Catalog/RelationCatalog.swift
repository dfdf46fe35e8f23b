import PostgresLink

/// The relations of the exposed schemas with their columns (rest.md 2.1). Partitions are left out: their table stands for them.
struct RelationCatalog {
    private(set) var relations: [QualifiedName: Relation] = [:]
    /// Names of the columns of views, by relation and attribute number.
    private(set) var viewColumns: [ObjectID: [Int: String]] = [:]
    private var names: [ObjectID: QualifiedName] = [:]

    static func relations(in schemas: SQL) -> SQL {
        """
        SELECT c.oid, n.nspname, c.relname, c.relkind IN ('v', 'm'), obj_description(c.oid, 'pg_class'),
          CASE c.relkind WHEN 'm' THEN 0 WHEN 'v' THEN pg_relation_is_updatable(c.oid, true)
            WHEN 'f' THEN pg_relation_is_updatable(c.oid, true) ELSE 28 END
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
          AND n.nspname = ANY (\(schemas)) AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        """
    }

    static func columns(in schemas: SQL) -> SQL {
        """
        WITH RECURSIVE \(SQL.domainBases)
        SELECT a.attrelid, a.attnum, a.attname, d.description,
          NOT (a.attnotnull OR t.typtype = 'd' AND t.typnotnull),
          CASE WHEN b.typnamespace = 'pg_catalog'::regnamespace THEN format_type(b.oid, NULL) ELSE format_type(t.oid, a.atttypmod) END,
          format_type(t.oid, a.atttypmod),
          CASE WHEN declared.length = -1 THEN NULL WHEN declared.type IN ('bpchar'::regtype, 'varchar'::regtype) THEN declared.length - 4
            WHEN declared.type IN ('bit'::regtype, 'varbit'::regtype) THEN declared.length END,
          CASE WHEN t.typtype = 'd' AND v.adbin IS NULL THEN t.typdefault
            WHEN a.attidentity = 'd' THEN format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
            WHEN a.attgenerated = 's' THEN NULL
            ELSE pg_get_expr(v.adbin, v.adrelid) END,
          CASE b.typtype WHEN 'e' THEN (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid) END
        FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_attribute a ON a.attrelid = c.oid
          JOIN pg_type t ON t.oid = a.atttypid
          LEFT JOIN bases ON bases.domain = t.oid JOIN pg_type b ON b.oid = coalesce(bases.type, t.oid)
          LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
          LEFT JOIN pg_description d ON d.objoid = a.attrelid AND d.objsubid = a.attnum AND d.classoid = 'pg_class'::regclass
          CROSS JOIN LATERAL (
            SELECT CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END, CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE a.atttypmod END
          ) declared(type, length)
        WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
          AND n.nspname = ANY (\(schemas)) AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        ORDER BY a.attrelid, a.attnum
        """
    }

    init(relations: ResultSet, columns: ResultSet) {
        var columnsByRelation: [ObjectID: [Column]] = [:]
        var numbers: [ObjectID: [Int]] = [:]
        for row in columns.catalogRows {
            columnsByRelation[row.object(0), default: []].append(Column(row))
            numbers[row.object(0), default: []].append(row.number(1))
        }
        for row in relations.catalogRows {
            let relation = Relation(row, columns: columnsByRelation[row.object(0)] ?? [])
            self.relations[relation.name] = relation
            names[row.object(0)] = relation.name
            if relation.isView {
                let pairs = zip(numbers[row.object(0)] ?? [], relation.columns.map(\.name))
                viewColumns[row.object(0)] = Dictionary(uniqueKeysWithValues: pairs)
            }
        }
    }

    /// Of tables: sorted by name. Of views: one column for each column of a key that the view shows whole (rest.md 2.3).
    mutating func setPrimaryKeys(_ keys: [CatalogKey], _ viewKeys: ViewKeys) {
        for key in keys where key.kind == .primary {
            if let name = names[key.table] { relations[name]?.primaryKey = key.columnNames.sortedBySpelling() }
        }
        for (view, columns) in viewKeys.primaryKeys {
            relations[view]?.primaryKey = columns
        }
    }
}

extension Relation {
    fileprivate init(_ row: CatalogRow, columns: [Column]) {
        // The bits of `pg_relation_is_updatable`.
        let events = row.number(5)
        self.init(
            name: row.name(1), description: row.optional(4), isView: row.flag(3), isInsertable: events & 8 != 0,
            isUpdatable: events & 4 != 0, isDeletable: events & 16 != 0, columns: columns)
    }
}

extension Column {
    fileprivate init(_ row: CatalogRow) {
        self.init(
            name: row[2], description: row.optional(3), isNullable: row.flag(4), type: row[5], nominalType: row[6],
            maxLength: row.optional(7).flatMap { Int($0) }, defaultExpression: row.optional(8), enumLabels: row.list(9))
    }
}
