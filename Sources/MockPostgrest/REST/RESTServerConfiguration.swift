package import PostgresLink
import RESTEngine
package import Sockets

/// What `mock-postgrest rest` is configured by: PostgREST's own `PGRST_*` variables (rest.md 13.4).
package struct RESTServerConfiguration: Sendable {
    package var databaseURI = "postgresql://"
    package var poolSize = 10
    package var acquisitionTimeout: Duration = .seconds(10)
    package var idleTime: Duration = .seconds(30)
    package var maximumLifetime: Duration = .seconds(1800)
    package var host = "!4"
    package var port: UInt16 = 3000
    package var channel = "pgrst"
    package var listens = true
    package var readsDatabaseConfiguration = true
    package var tokenCacheSize = 1000
    package var preparesStatements = true
    /// The options that requests depend on.
    package var options: [String: String]

    /// - Parameter environment: variables whose names begin with `PGRST_` count: `PGRST_DB_SCHEMAS` is option `db-schemas`.
    /// - Throws: ``ConfigurationError`` with PostgREST's words.
    package init(environment: [String: String]) throws {
        options = Self.options(in: environment)
        let texts = OptionTexts(options)
        databaseURI = texts.text("db-uri") ?? databaseURI
        channel = texts.text("db-channel") ?? channel
        host = texts.text("server-host") ?? host
        port = texts.number("server-port").flatMap { UInt16(exactly: $0) } ?? port
        poolSize = max(1, texts.number("db-pool") ?? poolSize)
        acquisitionTimeout = texts.number("db-pool-acquisition-timeout").map { .seconds($0) } ?? acquisitionTimeout
        idleTime = texts.number("db-pool-max-idletime", "db-pool-timeout").map { .seconds($0) } ?? idleTime
        maximumLifetime = texts.number("db-pool-max-lifetime").map { .seconds($0) } ?? maximumLifetime
        tokenCacheSize = max(0, texts.number("jwt-cache-max-entries") ?? tokenCacheSize)
        listens = texts.flag("db-channel-enabled") ?? listens
        readsDatabaseConfiguration = texts.flag("db-config") ?? readsDatabaseConfiguration
        preparesStatements = try RESTConfiguration(options: options).preparedStatements
    }

    /// `PGRST_APP_SETTINGS_<X>` keeps the case of X; other names are written in lower case with dashes.
    private static func options(in environment: [String: String]) -> [String: String] {
        var options: [String: String] = [:]
        for (name, value) in environment where name.hasPrefix("PGRST_") {
            let rest = name.dropFirst("PGRST_".count)
            if rest.hasPrefix("APP_SETTINGS_") {
                options["app.settings.\(rest.dropFirst("APP_SETTINGS_".count))"] = value
            } else {
                options[rest.lowercased().replacing("_", with: "-")] = value
            }
        }
        return options
    }

    /// Where to listen: `*` and its kin are every interface, `!4` every one of IPv4.
    package var address: Address? {
        switch host {
        case "!4", "*4", "*": Address(host: "0.0.0.0", port: port)
        case "!6", "*6": Address(host: "::", port: port)
        case "localhost": .loopback(port: port)
        default: Address(host: host, port: port)
        }
    }

    package func connectionSettings() throws(DatabaseError) -> ConnectionSettings {
        var settings = try ConnectionSettings(uri: databaseURI)
        if settings.applicationName == nil { settings.applicationName = "PostgREST 14.17" }
        return settings
    }
}
