import AuthService
import JSONText
import PostgresLink
import RESTEngine
import Tokens

extension RESTBackend {
    /// PostgREST as it runs behind the Supabase gateway (rest.md 14.2).
    convenience init(_ configuration: MockServerConfiguration, _ auth: AuthSettings, pool: Pool) throws {
        let options = [
            "db-schemas": "public, graphql_public", "db-extra-search-path": "public, extensions", "db-anon-role": "anon",
            "db-max-rows": "1000", "jwt-secret": Self.keys(auth).text,
        ]
        let refusesUnconditionalWrites = configuration.refusesUnconditionalWrites
        try self.init(
            pool: pool,
            source: OptionSource(options) { $0.refusesUnconditionalWrites = refusesUnconditionalWrites },
            configuration: try RESTConfiguration(options: options), report: { _ in })
    }

    /// The project's secret, which the anon and service keys are signed with, and the public halves of the signing keys.
    private static func keys(_ auth: AuthSettings) -> JSON {
        let secret: JSON = ["kty": "oct", "alg": "HS256", "k": .string(Base64URL.encode(Array(auth.jwtSecret.utf8)))]
        return ["keys": .array([secret] + (auth.publicKeys["keys"]?.array ?? []))]
    }
}
