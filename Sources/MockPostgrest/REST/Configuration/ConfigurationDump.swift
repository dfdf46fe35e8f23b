import RESTEngine
import Tokens

/// The options in force, as `--dump-config` shows them: lines that a configuration file may hold (rest.md 13.2).
struct ConfigurationDump {
    private(set) var text = ""

    init(_ process: RESTServerConfiguration, _ configuration: RESTConfiguration) {
        line("db-aggregates-enabled", configuration.aggregatesEnabled)
        line("db-anon-role", quoted: configuration.anonymousRole)
        line("db-channel", quoted: configuration.channel)
        line("db-channel-enabled", configuration.listens)
        line("db-extra-search-path", quoted: configuration.extraSearchPath.joined(separator: ","))
        line("db-hoisted-tx-settings", quoted: configuration.hoistedSettings.joined(separator: ","))
        line("db-max-rows", number: configuration.maxRows)
        line("db-plan-enabled", configuration.planEnabled)
        line("db-pool", process.poolSize)
        line("db-pool-acquisition-timeout", process.acquisitionTimeout)
        line("db-pool-max-lifetime", process.maximumLifetime)
        line("db-pool-max-idletime", process.idleTime)
        line("db-pool-automatic-recovery", process.recoversAutomatically)
        line("db-pre-request", quoted: configuration.preRequest)
        line("db-prepared-statements", configuration.preparedStatements)
        line("db-root-spec", quoted: configuration.rootSpec)
        line("db-schemas", quoted: configuration.schemas.joined(separator: ","))
        line("db-config", configuration.readsDatabaseConfiguration)
        line("db-pre-config", quoted: configuration.preConfiguration)
        line("db-timezone-enabled", configuration.timezonesEnabled)
        line("db-tx-end", quoted: configuration.transactionEnd.rawValue)
        line("db-uri", quoted: process.databaseURI)
        line("jwt-aud", quoted: configuration.audience)
        line("jwt-role-claim-key", quoted: configuration.roleClaim.description)
        line("jwt-secret", quoted: Self.secret(configuration))
        line("jwt-secret-is-base64", configuration.secretIsBase64)
        line("jwt-cache-max-entries", configuration.tokenCacheSize)
        line("log-level", quoted: process.logLevel.rawValue)
        line("log-query", configuration.logsQueries)
        line("openapi-mode", quoted: configuration.openAPIMode.rawValue)
        line("openapi-security-active", configuration.openAPISecurityActive)
        line("openapi-server-proxy-uri", quoted: configuration.openAPIProxyURI)
        line("server-cors-allowed-origins", quoted: configuration.allowedOrigins?.joined(separator: ","))
        line("server-host", quoted: process.host)
        line("server-port", process.port)
        line("server-reuseport", process.sharesPort)
        line("server-trace-header", quoted: configuration.traceHeader)
        line("server-timing-enabled", configuration.serverTimingEnabled)
        line("server-unix-socket", quoted: process.unixSocket)
        line("server-unix-socket-mode", quoted: String(process.unixSocketMode, radix: 8))
        line("admin-server-host", quoted: process.adminHost)
        line("admin-server-port", number: process.adminPort.map(Int.init))
        for setting in configuration.applicationSettings { line(setting.name, quoted: setting.value) }
    }

    /// What would be read as the same secret.
    private static func secret(_ configuration: RESTConfiguration) -> String? {
        guard let secret = configuration.secret else { return nil }
        return configuration.secretIsBase64 ? Base64.encode(secret) : String(decoding: secret, as: UTF8.self)
    }

    private mutating func line(_ name: String, _ value: some CustomStringConvertible) {
        text += "\(name) = \(value)\n"
    }

    private mutating func line(_ name: String, number: Int?) {
        text += "\(name) = \(number.map { "\($0)" } ?? "\"\"")\n"
    }

    private mutating func line(_ name: String, quoted value: String?) {
        text += "\(name) = \"\((value ?? "").replacing("\"", with: "\\\""))\"\n"
    }
}
