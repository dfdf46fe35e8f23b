package import PostgresLink

/// The extensions that this machine lacks. A project's migrations name those of the hosted service; a statement about one that is
/// not here is left out with a warning instead of stopping the migrations.
///
///     let missing = try await MissingExtensions(over: session)
///     missing.named(in: "create extension if not exists pg_cron with schema cron")?.description
package struct MissingExtensions: Sendable {
    private let available: Set<String>
    private let majorVersion: Int

    package init(available: Set<String>, majorVersion: Int) {
        self.available = available
        self.majorVersion = majorVersion
    }

    /// Asks the server what it has.
    nonisolated(nonsending)
        package init(over session: Session) async throws
    {
        let result = try await session.run(
            "SELECT name::text FROM pg_catalog.pg_available_extensions UNION SELECT extname::text FROM pg_catalog.pg_extension")
        let names = (0..<result.rowCount).compactMap { result.text($0, 0) }
        self.init(available: Set(names), majorVersion: session.serverVersion / 10000)
    }

    /// The missing extension that a CREATE, ALTER, DROP or COMMENT ON EXTENSION is about; nil for every other statement.
    package func named(in statement: String) -> MissingExtension? {
        var words = LeadingWords(statement)
        guard let verb = words.next(), ["create", "alter", "drop", "comment"].contains(verb) else { return nil }
        if verb == "comment" { guard words.next() == "on" else { return nil } }
        guard words.next() == "extension", var name = words.next() else { return nil }
        if name == "if" {
            guard words.skip(verb == "create" ? ["not", "exists"] : ["exists"]), let next = words.next() else { return nil }
            name = next
        }
        return available.contains(name) ? nil : MissingExtension(name: name, majorVersion: majorVersion)
    }
}

/// An extension that a project wants and the machine lacks.
package struct MissingExtension: Sendable, Hashable, CustomStringConvertible {
    package let name: String
    private let majorVersion: Int

    fileprivate init(name: String, majorVersion: Int) {
        self.name = name
        self.majorVersion = majorVersion
    }

    /// What to install on Debian and its relatives; nil if they do not have the extension.
    package var debianPackage: String? {
        if Self.contrib.contains(name) { return "postgresql-\(majorVersion)" }
        return Self.packages[name].map { "postgresql-\(majorVersion)-\($0)" }
    }

    package var description: String {
        let cure = debianPackage.map { "On Debian it is in the package \($0)." } ?? "Debian has no package of it."
        return "The extension \(name) is not installed on this machine, so statements about it are left out. \(cure)"
    }

    /// The part of the package's name after the version.
    private static let packages = [
        "vector": "pgvector", "pg_cron": "cron", "postgis": "postgis-3", "postgis_raster": "postgis-3",
        "postgis_sfcgal": "postgis-3", "postgis_topology": "postgis-3", "postgis_tiger_geocoder": "postgis-3",
        "address_standardizer": "postgis-3", "address_standardizer_data_us": "postgis-3", "pgrouting": "pgrouting",
        "hypopg": "hypopg", "pgaudit": "pgaudit", "pgtap": "pgtap", "plpgsql_check": "plpgsql-check", "rum": "rum",
        "pg_repack": "repack", "pg_partman": "partman", "pldbgapi": "pldebugger", "hll": "hll", "orafce": "orafce",
        "pg_stat_kcache": "pg-stat-kcache", "pg_qualstats": "pg-qualstats", "pg_wait_sampling": "pg-wait-sampling",
        "pglogical": "pglogical", "ip4r": "ip4r", "semver": "semver", "periods": "periods", "prefix": "prefix",
        "mysql_fdw": "mysql-fdw", "tds_fdw": "tds-fdw", "ogr_fdw": "ogr-fdw", "plr": "plr", "pllua": "pllua", "plsh": "plsh",
        "plproxy": "plproxy", "jsquery": "jsquery", "icu_ext": "icu-ext", "set_user": "set-user", "tdigest": "tdigest",
        "pg_similarity": "similarity", "pg_rational": "rational", "pgmp": "pgmp", "unit": "unit", "debversion": "debversion",
    ]

    /// Part of PostgreSQL itself; elsewhere than on Debian in a package of their own.
    private static let contrib: Set<String> = [
        "amcheck", "autoinc", "bloom", "btree_gin", "btree_gist", "citext", "cube", "dblink", "dict_int", "dict_xsyn",
        "earthdistance", "file_fdw", "fuzzystrmatch", "hstore", "insert_username", "intarray", "isn", "lo", "ltree", "moddatetime",
        "pageinspect", "pg_buffercache", "pg_freespacemap", "pg_prewarm", "pg_stat_statements", "pg_trgm", "pg_visibility",
        "pg_walinspect", "pgcrypto", "pgrowlocks", "pgstattuple", "postgres_fdw", "refint", "seg", "sslinfo", "tablefunc", "tcn",
        "tsm_system_rows", "tsm_system_time", "unaccent", "uuid-ossp", "xml2",
    ]
}

/// The words at the beginning of a statement, as PostgreSQL reads them: names without quotes in lower case, comments left out.
private struct LeadingWords {
    private var rest: Substring.UnicodeScalarView

    init(_ statement: String) {
        rest = statement[...].unicodeScalars
    }

    /// Nil at the end and at anything that is no word.
    mutating func next() -> String? {
        skipSpace()
        guard let first = rest.first else { return nil }
        if first == "\"" { return quoted() }
        let word = rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "$" }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        return String(word).lowercased()
    }

    mutating func skip(_ expected: [String]) -> Bool {
        for word in expected where next() != word { return false }
        return true
    }

    private mutating func quoted() -> String? {
        var name = ""
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" {
                guard rest.first == "\"" else { return name }
                rest.removeFirst()
            }
            name.unicodeScalars.append(scalar)
        }
        return nil
    }

    private mutating func skipSpace() {
        while let first = rest.first {
            if first.properties.isWhitespace || first == "\u{FEFF}" {
                rest.removeFirst()
            } else if rest.starts(with: "--".unicodeScalars) {
                rest = rest.drop { $0 != "\n" && $0 != "\r" }
            } else if rest.starts(with: "/*".unicodeScalars) {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    /// They nest.
    private mutating func skipBlockComment() {
        var depth = 0
        while !rest.isEmpty {
            if rest.starts(with: "/*".unicodeScalars) {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.starts(with: "*/".unicodeScalars) {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return }
            } else {
                rest.removeFirst()
            }
        }
    }
}
