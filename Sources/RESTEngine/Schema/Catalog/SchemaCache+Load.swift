package import PostgresLink

extension SchemaCache {
    /// Why results of the catalog queries make no cache. The load is tried again, as after a lost database.
    package enum LoadError: Error, Sendable, Hashable {
        /// `db-schemas` holds an empty name.
        case emptySchemaName
    }

    /// The statements that read the catalogs, for one round trip in a read-only transaction. The first empties the search path,
    /// so that PostgreSQL prints the names of types and functions with their schema.
    ///
    /// - Parameter timezones: false to leave out the time zones, which are as slow as all the rest together (PostgreSQL reads
    ///   hundreds of files for them) and change only with the machine: a reload passes the known ones to `init` instead.
    package static func queries(for configuration: RESTConfiguration, timezones: Bool = true) -> [SQL] {
        let exposed = SQL.array(configuration.schemas)
        return [
            "SELECT set_config('search_path', '', true)",
            RelationCatalog.relations(in: exposed),
            RelationCatalog.columns(in: exposed),
            KeyCatalog.query,
            ViewCatalog.query(in: SQL.array(configuration.schemas + configuration.extraSearchPath)),
            ComputedRelationshipCatalog.query(in: exposed),
            RoutineCatalog.query(in: exposed, hoisted: SQL.array(configuration.hoistedSettings)),
            RepresentationCatalog.query,
            MediaHandlerCatalog.query(in: exposed),
        ] + (timezones ? [TimezoneCatalog.query] : [])
    }

    /// Builds the cache from the results of ``queries(for:timezones:)``.
    package init(_ results: [ResultSet], configuration: RESTConfiguration, timezones: Set<String>? = nil) throws(LoadError) {
        precondition(results.count == (timezones == nil ? 10 : 9), "one result for each catalog query")
        guard !configuration.schemas.contains("") else { throw .emptySchemaName }
        let exposed = configuration.schemas.identifiers
        var catalog = RelationCatalog(relations: results[1], columns: results[2])
        let keys = KeyCatalog.decode(results[3])
        let views = ViewCatalog.decode(results[4], exposed: exposed, columns: catalog.viewColumns)
        let viewKeys = ViewKeys(views: views, keys: keys)
        catalog.setPrimaryKeys(keys, viewKeys)
        let derivation = RelationshipDerivation(
            keys: keys, viewKeys: viewKeys, primaryKeys: catalog.relations.mapValues(\.primaryKey),
            computed: ComputedRelationshipCatalog.decode(results[5]), exposed: exposed)
        self.init(
            relations: catalog.relations, relationships: derivation.relationships, routines: RoutineCatalog.decode(results[6]),
            representations: RepresentationCatalog.decode(results[7]), mediaHandlers: MediaHandlerCatalog.decode(results[8]),
            timezones: timezones ?? TimezoneCatalog.decode(results[9]))
    }
}

extension SQL {
    /// A parameter of type `text[]`.
    static func array(_ elements: [String]) -> SQL {
        "\(parameter: PostgresArray.literal(elements))::text[]"
    }

    /// A recursive common table expression that leads from each domain to the type at the end of its chain.
    static let domainBases: SQL = """
        chain(domain, type) AS (
          SELECT oid, typbasetype FROM pg_type WHERE typtype = 'd'
          UNION ALL
          SELECT chain.domain, t.typbasetype FROM chain JOIN pg_type t ON t.oid = chain.type WHERE t.typtype = 'd'
        ), bases(domain, type) AS (
          SELECT chain.domain, chain.type FROM chain JOIN pg_type t ON t.oid = chain.type WHERE t.typtype <> 'd'
        )
        """
}
