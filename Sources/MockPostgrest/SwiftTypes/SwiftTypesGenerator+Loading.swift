import JSONText
import PostgresLink
import RESTEngine
import Sockets

extension SwiftTypesGenerator {
    /// Reads a database's schemas. The first is the API's default.
    static func load(_ schemas: [String], access: Access, from settings: ConnectionSettings, on loop: EventLoop) async throws -> Self {
        let session = try await Session.connect(settings, on: loop)
        defer { session.close() }
        try await check(schemas, session)
        let catalog = try await DatabaseCatalog.load(schemas, from: session)
        var configuration = RESTConfiguration()
        configuration.schemas = schemas
        // The search path of the first query holds for its transaction only, so all of them are one.
        let queries = SchemaCache.queries(for: configuration, timezones: false)
        let results = try await session.run(queries.map { Statement($0, isPrepared: false) })
        return Self(
            schemas: schemas, catalog: catalog, cache: try SchemaCache(results, configuration: configuration, timezones: []), access: access)
    }

    private static func check(_ schemas: [String], _ session: Session) async throws {
        let known = try await session.run(
            Statement("SELECT nspname FROM pg_namespace WHERE nspname = ANY (\(SQL(array: schemas)))", isPrepared: false))
        let names = Set((0..<known.rowCount).compactMap { known.text($0, 0) })
        if let missing = schemas.first(where: { !names.contains($0) }) { throw UsageError("there is no schema '\(missing)'") }
    }
}

extension SQL {
    /// A parameter that is an array of texts.
    init(array texts: [String]) {
        let json = JSON.array(texts.map { .string($0) }).text
        self = "ARRAY(SELECT json_array_elements_text(\(parameter: json)::json))"
    }
}
