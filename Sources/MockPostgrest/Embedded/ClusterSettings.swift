/// How PostgreSQL is configured. What a project may change with ALTER SYSTEM is in `postgresql.conf`; what must be as it is, or
/// depends on the start, is on the command line, which wins.
enum ClusterSettings {
    static func configurationFile(maximumConnections: Int) -> String {
        """
        # Made by mock-postgrest. Change settings with ALTER SYSTEM.
        max_connections = \(maximumConnections)
        max_wal_senders = 10
        max_replication_slots = 10
        max_wal_size = 256MB
        shared_buffers = 128MB
        jit = off
        password_encryption = 'scram-sha-256'
        timezone = 'UTC'
        log_timezone = 'UTC'
        datestyle = 'iso, mdy'
        default_text_search_config = 'pg_catalog.english'
        lc_messages = 'C'
        log_line_prefix = '%m [%p] %q%u@%d '

        """
    }

    /// The socket's folder is private to the user, so whoever reaches the socket is trusted.
    static let accessFile = """
        local all all trust
        local replication all trust
        host all all 127.0.0.1/32 scram-sha-256
        host replication all 127.0.0.1/32 scram-sha-256
        host all all ::1/128 scram-sha-256

        """

    static func command(
        _ installation: Installation, data: String, socketFolder: String, port: Int?, isDurable: Bool
    ) -> [String] {
        var settings = [
            "listen_addresses=\(port == nil ? "" : "127.0.0.1")",
            "port=\(port ?? defaultPort)",
            "unix_socket_directories=\(quoted(socketFolder))",
            "unix_socket_permissions=0700",
            "wal_level=logical",
        ]
        // What goes with the server needs no protection from a power cut.
        if !isDurable { settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] }
        let libraries = ["pg_stat_statements", "pg_cron", "pg_net"].filter(installation.hasLibrary)
        settings.append("shared_preload_libraries=\(libraries.joined(separator: ","))")
        if libraries.contains("pg_cron") { settings.append("cron.database_name=postgres") }
        return ["\(installation.binaries)/postgres", "-D", data] + settings.flatMap { ["-c", $0] }
    }

    /// Names the socket where there is no TCP port.
    static let defaultPort = 5432

    /// An element of a list of names: a comma or a space in it would end it.
    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
