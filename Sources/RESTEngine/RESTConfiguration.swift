package import Tokens

/// The options of PostgREST that decide how a request is understood, run and answered (rest.md 13.4, without those of the
/// process itself: ports, pool, log). One immutable value; a reload publishes a new one.
package struct RESTConfiguration: Sendable {
    /// The exposed schemas; the first is the default one. Never empty.
    package var schemas: [String] = ["public"]
    package var extraSearchPath: [String] = ["public"]
    package var anonymousRole: String?
    package var maxRows: Int?
    package var aggregatesEnabled = false
    package var planEnabled = false
    package var transactionEnd = TransactionEnd.commit
    /// The pre-request function, schema-qualified or not, as configured.
    package var preRequest: String?
    /// The function that answers the root path.
    package var rootSpec: String?
    package var hoistedSettings: [String] = ["statement_timeout", "plan_filter.statement_cost_limit", "default_transaction_isolation"]
    /// `app.settings.*` in the order of their names.
    package var applicationSettings: [(name: String, value: String)] = []
    package var preparedStatements = true
    /// Whether the names of time zones are read, and requests may choose one.
    package var timezonesEnabled = true
    /// Whether options and settings of roles are read from the database.
    package var readsDatabaseConfiguration = true
    /// The function that sets options for the session that reads them.
    package var preConfiguration: String?
    /// Where the database notifies us.
    package var channel = "pgrst"
    package var listens = true

    /// The secret's bytes after `@path` and base64; what the keys were made of.
    package var secret: [UInt8]?
    package var secretIsBase64 = false
    /// Keys that verify tokens; nil means that no secret is configured (PGRST300 when a token arrives).
    package var keys: KeySet?
    package var audience: String?
    package var roleClaim = RoleClaimPath.role
    /// How many tokens are remembered once their signatures were verified.
    package var tokenCacheSize = 1000

    package var openAPIMode = OpenAPIMode.followPrivileges
    package var openAPISecurityActive = false
    /// Scheme, host, port and path under which a proxy shows the server; nil: the server's own address.
    package var openAPIProxy: OpenAPIProxy?
    package var openAPIProxyURI: String?
    package var serverHost = "!4"
    package var serverPort = 3000

    /// nil: every origin is allowed.
    package var allowedOrigins: [String]?
    package var serverTimingEnabled = false
    package var traceHeader: String?
    /// Whether the SQL of logged requests is logged.
    package var logsQueries = false
    /// Refuse UPDATE and DELETE without a condition, as the hosted service's safeupdate does (rest.md 14.2).
    package var refusesUnconditionalWrites = false
    /// Settings of roles, read from the database when `db-config` is on: applied in each transaction of the role.
    package var roleSettings: [String: [(name: String, value: String)]] = [:]
    /// `default_transaction_isolation` of roles.
    package var roleIsolation: [String: String] = [:]

    package init() {}

    package enum TransactionEnd: String, Sendable {
        case commit
        case commitAllowOverride = "commit-allow-override"
        case rollback
        case rollbackAllowOverride = "rollback-allow-override"
    }

    package enum OpenAPIMode: String, Sendable {
        case followPrivileges = "follow-privileges"
        case ignorePrivileges = "ignore-privileges"
        case disabled
    }

    package struct OpenAPIProxy: Sendable, Hashable {
        package var scheme: String
        package var host: String
        package var port: Int
        package var path: String

        package init(scheme: String, host: String, port: Int, path: String) {
            self.scheme = scheme
            self.host = host
            self.port = port
            self.path = path
        }
    }
}
