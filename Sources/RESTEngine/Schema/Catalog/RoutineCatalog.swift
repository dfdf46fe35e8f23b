import PostgresLink

/// The functions of the exposed schemas that a request can call (rest.md 2.5), whoever may execute them.
enum RoutineCatalog {
    static func query(in schemas: SQL, hoisted: SQL) -> SQL {
        """
        WITH RECURSIVE \(SQL.domainBases)
        SELECT n.nspname, p.proname, obj_description(p.oid, 'pg_proc'),
          p.proargnames, p.proargmodes, p.proargtypes::oid[]::regtype[], p.pronargs - p.pronargdefaults,
          p.proretset, r.typtype = 'c' OR coalesce(p.proargmodes && '{t,b,o}'::"char"[], false), r.oid = 'void'::regtype,
          rn.nspname, r.typname, p.provolatile, p.proconfig,
          ARRAY(SELECT s FROM unnest(p.proconfig) s WHERE s ~ ANY (\(hoisted)))
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
          LEFT JOIN bases ON bases.domain = p.prorettype
          JOIN pg_type r ON r.oid = coalesce(bases.type, p.prorettype) JOIN pg_namespace rn ON rn.oid = r.typnamespace
        WHERE p.prokind = 'f' AND n.nspname = ANY (\(schemas)) AND p.prorettype <> 'trigger'::regtype
          AND (p.pronargs = 0 OR p.proargnames IS NOT NULL
            OR p.pronargs = 1 AND p.proargtypes[0]::regtype IN ('bytea', 'json', 'jsonb', 'text', 'xml'))
        """
    }

    static func decode(_ results: ResultSet) -> [QualifiedName: [Routine]] {
        var routines: [QualifiedName: [Routine]] = [:]
        for row in results.catalogRows { routines[row.name(0), default: []].append(Routine(row)) }
        return routines.mapValues { $0.count > 1 ? $0.sorted { $0.precedes($1) } : $0 }
    }
}

extension Routine {
    fileprivate init(_ row: CatalogRow) {
        let settings = row.list(13)
        self.init(
            name: row.name(0), description: row.optional(2), parameters: Self.parameters(row),
            result: Result(isSet: row.flag(7), isComposite: row.flag(8), isVoid: row.flag(9), type: row.name(10)),
            volatility: Volatility(rawValue: row[12]) ?? .volatile,
            isolation: settings.lazy.compactMap { Setting($0) }.first { $0.name == "default_transaction_isolation" }?.value,
            hoistedSettings: row.list(14).compactMap { Setting($0) })
    }

    /// The input arguments. Names and modes are stored for all arguments, types for the inputs only.
    private static func parameters(_ row: CatalogRow) -> [Parameter] {
        let (names, modes, types, required) = (row.list(3), row.list(4), row.list(5), row.number(6))
        let inputs = modes.isEmpty ? Array(types.indices) : modes.indices.filter { "ibv".contains(modes[$0]) }
        return zip(inputs, types).enumerated().map { position, input in
            let (argument, type) = input
            return Parameter(
                name: names.indices.contains(argument) ? names[argument] : "", type: type, wideType: wide(type),
                isRequired: position < required, isVariadic: modes.indices.contains(argument) && modes[argument] == "v")
        }
    }

    /// A cast to `character` would cut the value to one character.
    private static func wide(_ type: String) -> String {
        switch type {
        case "bit": "bit varying"
        case "bit[]": "bit varying[]"
        case "character": "character varying"
        case "character[]": "character varying[]"
        default: type
        }
    }

    /// Fewest parameters first; then by what tells overloads apart, so that error texts list them in a fixed order.
    fileprivate func precedes(_ other: Routine) -> Bool {
        if parameters.count != other.parameters.count { return parameters.count < other.parameters.count }
        if description != other.description {
            guard let description else { return true }
            guard let otherDescription = other.description else { return false }
            return description.precedes(otherDescription)
        }
        for (mine, theirs) in zip(parameters, other.parameters) {
            if let order = mine.name.order(against: theirs.name) ?? mine.type.order(against: theirs.type) { return order }
            if mine.isRequired != theirs.isRequired { return theirs.isRequired }
        }
        return result.type < other.result.type
    }
}

extension Routine.Setting {
    /// `name=value`, as the catalog keeps it.
    fileprivate init?(_ text: String) {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
