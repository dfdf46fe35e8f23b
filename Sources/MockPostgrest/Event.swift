import PostgresLink
package import RESTEngine
package import Sockets

/// What is worth telling of the server's life. Who listens decides how it looks.
package enum Event: Sendable {
    case starting
    case adminListening(Address)
    case listening(Address)
    /// PostgreSQL's own words on its version.
    case connected(String)
    case poolInitialized(size: Int)
    case configurationLoaded
    case configurationInvalid(String)
    case schemaLoaded(SchemaSummary, Duration)
    case schemaLoadFailed(Failure, RESTConfiguration, retryAfter: Duration)
    case listenerStarted(channel: String)
    case listenerFailed(channel: String, Failure, retryAfter: Duration)
    case notified(channel: String, schema: Bool)
    /// The answer to a request that failed on the database's side.
    case requestFailed(RESTError)
    case gaveUp(ServerFailure)
}

/// How much the schema cache holds.
package struct SchemaSummary: Sendable, Hashable {
    package var relations: Int
    package var relationships: Int
    package var routines: Int
    package var representations: Int
    package var mediaHandlers: Int
    package var timezones: Int

    package init(_ schema: SchemaCache) {
        relations = schema.relations.count
        relationships = schema.relationships.values.reduce(0) { $0 + $1.count }
        routines = schema.routines.values.reduce(0) { $0 + $1.count }
        representations = schema.representations.functions.count
        mediaHandlers = schema.mediaHandlers.count
        timezones = schema.timezones.count
    }
}

/// What went wrong with the database, as a sentence.
package struct Failure: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ error: any Error) {
        description =
            switch error {
            case DatabaseError.server(let report): "\(report.message) (\(report.sqlState))"
            case DatabaseError.connection(let text): text
            case DatabaseError.poolTimeout: RESTError.poolTimeout.message
            case DatabaseError.closed: "The server is stopping."
            case let error as StartError: error.description
            default: "\(error)"
            }
    }
}
