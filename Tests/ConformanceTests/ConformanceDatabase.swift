import Foundation
import PostgresLink
import TestSupport

/// The corpus' database, on the plain cluster of the test run.
struct ConformanceDatabase: Sendable {
    /// As the connection role.
    let uri: String

    private static let loading = Task { try await load() }

    static func shared() async throws -> ConformanceDatabase { try await loading.value }

    private static func load() async throws -> ConformanceDatabase {
        let cluster = try await TestCluster.shared()
        let admin = try await Session.connect(cluster.conninfo(), on: TestCluster.loop)
        defer { admin.close() }
        let name = "conformance"
        _ = try await admin.run(
            Statement(
                """
                CREATE DATABASE \(identifier: name) TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'
                """, isPrepared: false))
        let settings = [
            ("timezone", "UTC"), ("lc_monetary", "C"), ("lc_messages", "C"), ("datestyle", "ISO, MDY"), ("intervalstyle", "postgres"),
            ("bytea_output", "hex"), ("extra_float_digits", "1"),
        ]
        for (setting, value) in settings {
            _ = try await admin.runScript("ALTER DATABASE \(name) SET \(setting) = '\(value)'")
        }
        try await Turnstile.roles.pass { try await psql(["roles.sql"], database: name, cluster: cluster) }
        try await psql(["schema.sql", "data.sql"], database: name, cluster: cluster)
        return ConformanceDatabase(uri: "postgresql:///\(name)?host=\(cluster.folder)&user=authenticator")
    }

    /// The files use psql's variables.
    private static func psql(_ files: [String], database: String, cluster: TestCluster) async throws {
        for file in files {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v", "db=\(database)", "-h", cluster.folder, "-U", "postgres", "-d", database,
                "-f", Corpus.folder.appendingPathComponent(file).path,
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(["PGOPTIONS": "-c client_min_messages=warning"]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            while process.isRunning { try await TestCluster.loop.sleep(for: .milliseconds(10)) }
            guard process.terminationStatus == 0 else { throw CorpusError("psql could not load \(file)") }
        }
    }
}
