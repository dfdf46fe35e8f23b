package import PostgresLink

/// The SQL that turns a plain database into Supabase's: roles, schemas, grants, the tables of Auth and Storage, the functions
/// that policies and migrations name.
///
/// The text is kept in string literals rather than in resource files: a literal goes wherever the executable goes, and
/// SwiftPM's `embedInCode` takes half a minute to compile the same bytes as an array.
///
/// It may be applied again, and to a database that somebody else made: what exists is left alone. Run it as a superuser.
package enum Bootstrap {
    /// The scripts in order. Each holds several statements.
    static let scripts = [
        roles, schemas, extensions, authUsers, authFlows, authProviders, authAccess,
        storageTables, storageFunctions, storageListing, realtime, inbox, ownership, defaultPrivileges, eventTriggers,
    ]

    /// Changes with every change of the scripts, so that a template made by an older one is not used.
    static let fingerprint = scripts.reduce(Fingerprint()) { $0.adding($1) }

    static let all = scripts.joined(separator: "\n")

    /// What functions of a project read. The values come in settings of the transaction, because the statement takes no
    /// parameters. They differ from one start to the next, so they are no part of a template.
    private static let databaseSettings: SQL = """
        DO $settings$
        DECLARE
            name text;
        BEGIN
            FOREACH name IN ARRAY ARRAY['jwt_secret', 'jwt_exp', 'supabase_url'] LOOP
                EXECUTE format('ALTER DATABASE %I SET %I TO %L', current_database(), 'app.settings.' || name,
                    current_setting('mock_postgrest.' || name));
            END LOOP;
        END
        $settings$
        """
}

extension Bootstrap {
    /// Applies the scripts in one transaction, as the superuser that the session belongs to. `password` is what the services log
    /// in with.
    nonisolated(nonsending)
        package static func apply(over session: Session, password: String? = nil) async throws
    {
        _ = try await session.run("SELECT set_config('mock_postgrest.password', \(parameter: password ?? ""), false)")
        _ = try await session.runScript(all)
    }

    /// Sets the settings of a project on the database; sessions that begin later have them.
    nonisolated(nonsending)
        package static func publish(jwtSecret: String, jwtLifetime: Int, apiURL: String, over session: Session) async throws
    {
        let values = [("jwt_secret", jwtSecret), ("jwt_exp", String(jwtLifetime)), ("supabase_url", apiURL)]
        let settings = values.map { name, value in
            Statement("SELECT set_config(\(parameter: "mock_postgrest.\(name)"), \(parameter: value), true)")
        }
        _ = try await session.run(settings + [Statement(databaseSettings, isPrepared: false)])
    }
}
