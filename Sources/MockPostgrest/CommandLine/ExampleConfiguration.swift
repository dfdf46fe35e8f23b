/// What `--example` prints: every option with its default, and a word on what it does.
enum ExampleConfiguration {
    static let text = """
        # Options of mock-postgrest rest, with their defaults. Each can be given as a variable, too: db-schemas as PGRST_DB_SCHEMAS.

        ## The database

        # Where it is: a URI, or libpq's keywords and values; @path reads it from a file.
        db-uri = "postgresql://"
        # The schemas that clients see, the default one first.
        db-schemas = "public"
        # The role of requests without a token. Without one they are refused.
        # db-anon-role = "anon"
        # Schemas that statements find names in, beside the one of the request.
        db-extra-search-path = "public"
        # The most rows of an answer.
        # db-max-rows = 1000
        # Sessions, and in seconds: how long requests wait for one, how long one may lie idle, how long it may live.
        db-pool = 10
        db-pool-acquisition-timeout = 10
        db-pool-max-idletime = 30
        db-pool-max-lifetime = 1800
        # Try again after a lost connection; otherwise it is the end.
        db-pool-automatic-recovery = true
        # Off behind a pooler in transaction mode.
        db-prepared-statements = true
        # commit, commit-allow-override, rollback, rollback-allow-override
        db-tx-end = "commit"
        # Read options (ALTER ROLE … SET pgrst.name) and settings of roles from the database; a function that sets options.
        db-config = true
        # db-pre-config = "schema.function"
        # Listen for NOTIFY, which reloads schema or configuration.
        db-channel = "pgrst"
        db-channel-enabled = true
        # Settings of functions that hold for the whole transaction.
        db-hoisted-tx-settings = "statement_timeout,plan_filter.statement_cost_limit,default_transaction_isolation"
        # Functions that run before each request, and in place of the OpenAPI description.
        # db-pre-request = "schema.function"
        # db-root-spec = "function"
        # Let requests use aggregates, ask for execution plans, choose a time zone.
        db-aggregates-enabled = false
        db-plan-enabled = false
        db-timezone-enabled = true

        ## Tokens

        # A secret of 32 characters at least, a JWK, or a set of them; @path reads it from a file.
        # jwt-secret = "…"
        jwt-secret-is-base64 = false
        # jwt-aud = "app"
        jwt-role-claim-key = ".role"
        # Tokens that are remembered once they were verified.
        jwt-cache-max-entries = 1000

        ## The server

        # An address, a name, or a wildcard: !4 and !6 are one family's, *, *4 and *6 prefer one.
        server-host = "!4"
        server-port = 3000
        # Let several processes listen on the port.
        server-reuseport = false
        # A Unix socket in place of the port, and who may use it.
        # server-unix-socket = "/run/postgrest.sock"
        server-unix-socket-mode = "660"
        # server-cors-allowed-origins = "https://example.com"
        # server-trace-header = "X-Request-Id"
        server-timing-enabled = false
        # The port for /live, /ready, /schema_cache and /metrics.
        # admin-server-host = "127.0.0.1"
        # admin-server-port = 3001
        # crit, error, warn, info, debug
        log-level = "error"
        # Log the SQL of the requests that are logged.
        log-query = false

        ## The OpenAPI description

        # follow-privileges, ignore-privileges, disabled
        openapi-mode = "follow-privileges"
        openapi-security-active = false
        # openapi-server-proxy-uri = "https://example.com/api"

        ## Settings that SQL reads with current_setting

        # app.settings.region = "north"
        """
}
