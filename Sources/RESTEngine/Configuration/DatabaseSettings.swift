package import PostgresLink

/// Configuration that lives in the database (rest.md 9.5, 13.4): options stored for the connection role, and settings of the
/// roles that requests may take. Read before the schema cache when `db-config` is on.
package struct DatabaseSettings: Sendable {
    /// Options by their names in the configuration file.
    package var options: [String: String]
    /// Settings of each role, applied in its transactions.
    package var roleSettings: [String: [(name: String, value: String)]]
    /// `default_transaction_isolation` of roles.
    package var roleIsolation: [String: String]

    /// The statements for one read-only transaction, whose results go to ``init(_:)``.
    ///
    /// - Parameters:
    ///   - serverVersion: as libpq gives it, such as 150004.
    ///   - preConfiguration: the function of `db-pre-config`, which sets `pgrst.*` for the rest of the transaction.
    package static func queries(serverVersion: Int, preConfiguration: String?) -> [SQL] {
        let names = SQL.array(optionNames.map(settingName))
        let call: SQL? = preConfiguration.map { "SELECT \(ConfiguredFunction($0).sql)()" }
        return [clearing(names), call ?? "SELECT 1", options(names), roles(serverVersion)]
    }

    package init(_ results: [ResultSet]) {
        precondition(results.count == 4, "one result for each settings query")
        options = [:]
        roleSettings = [:]
        roleIsolation = [:]
        // In ascending order of priority: a later row replaces an earlier one.
        for row in results[2].catalogRows {
            if let name = Self.optionsBySetting[row[0]] { options[name] = row[1] }
        }
        for row in results[3].catalogRows {
            if row[1] == "default_transaction_isolation" {
                roleIsolation[row[0]] = row[2]
            } else {
                roleSettings[row[0], default: []].append((name: row[1], value: row[2]))
            }
        }
    }

    /// The options that the database may set.
    static let optionNames = [
        "db-aggregates-enabled", "db-anon-role", "db-extra-search-path", "db-hoisted-tx-settings", "db-max-rows", "db-plan-enabled",
        "db-pre-config", "db-pre-request", "db-prepared-statements", "db-root-spec", "db-schemas", "db-tx-end", "jwt-aud",
        "jwt-role-claim-key", "jwt-secret", "jwt-secret-is-base64", "openapi-mode", "openapi-security-active",
        "openapi-server-proxy-uri", "server-cors-allowed-origins", "server-timing-enabled", "server-trace-header",
    ]

    private static let optionsBySetting = Dictionary(uniqueKeysWithValues: optionNames.map { (settingName($0), $0) })

    private static func settingName(_ option: String) -> String {
        "pgrst." + String(option.map { $0 == "-" ? "_" : $0 })
    }
}

extension DatabaseSettings {
    /// What the session began with: settings of the role, which are read from the catalog, and of the database, which do not
    /// count. So whatever is there after the function was called is the function's.
    private static func clearing(_ names: SQL) -> SQL {
        "SELECT count(set_config(name, '', true)) FROM unnest(\(names)) name"
    }

    private static func options(_ names: SQL) -> SQL {
        """
        SELECT name, value FROM (
          SELECT name, current_setting(name, true), 0 FROM unnest(\(names)) name
          UNION ALL
          SELECT split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1), CASE s.setdatabase WHEN 0 THEN 1 ELSE 2 END
          FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) entry
          WHERE s.setrole = current_user::regrole
            AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        ) settings(name, value, priority)
        WHERE name LIKE 'pgrst.%' AND value <> '' ORDER BY priority
        """
    }

    /// Settings of the roles granted to the connection role, as far as an ordinary user may set them.
    private static func roles(_ serverVersion: Int) -> SQL {
        let granted: SQL = serverVersion >= 150_000 ? " OR has_parameter_privilege(p.name, 'SET')" : ""
        return """
            SELECT r.rolname, p.name, substr(entry, strpos(entry, '=') + 1)
            FROM pg_roles r CROSS JOIN unnest(r.rolconfig) entry
              JOIN pg_settings p ON lower(p.name) = lower(split_part(entry, '=', 1))
            WHERE EXISTS (SELECT FROM pg_auth_members m WHERE m.roleid = r.oid AND m.member = current_user::regrole)
              AND (p.context = 'user'\(granted))
            ORDER BY r.rolname, p.name
            """
    }
}
