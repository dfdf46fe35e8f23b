import Foundation
import PostgresLink
import TestSupport

@testable import RESTEngine

/// Databases whose schema the tests load.
enum LoadedSchema {
    /// The conformance corpus: its folder, or nil where it is not checked out.
    static let corpus: URL? = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("ConformanceTests/rest")
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("schema.sql").path) ? folder : nil
    }()

    private static let conformanceCache = Task { () async throws -> (SchemaCache, DatabaseSettings) in
        guard let corpus else { throw CocoaError(.fileNoSuchFile) }
        func script(_ name: String) throws -> String { try String(contentsOf: corpus.appendingPathComponent(name), encoding: .utf8) }
        let settings = try await TestCluster.shared().createDatabase()
        let roles = try script("roles.sql").replacing(":\"db\"", with: "\"\(settings["dbname"] ?? "")\"")
        return try await load(settings, script: roles + (try script("schema.sql")), conformance, role: "authenticator")
    }

    static func ofConformance() async throws -> SchemaCache { try await conformanceCache.value.0 }
    static func settingsOfConformance() async throws -> DatabaseSettings { try await conformanceCache.value.1 }

    static let conformance: RESTConfiguration = {
        var configuration = RESTConfiguration()
        configuration.schemas = ["public", "vet", "club"]
        configuration.extraSearchPath = ["public", "extensions"]
        return configuration
    }()

    /// A database of its own, made by a script.
    static func cache(_ script: String, _ configuration: RESTConfiguration = RESTConfiguration()) async throws -> SchemaCache {
        try await load(TestCluster.shared().createDatabase(), script: script, configuration, role: "postgres").0
    }

    /// What the script, in which `:db` stands for the database, leaves for a role that it creates.
    static func settings(_ script: String, role: String, preConfiguration: String?) async throws -> DatabaseSettings {
        let settings = try await TestCluster.shared().createDatabase()
        let script = script.replacing(":db", with: settings["dbname"] ?? "")
        return try await load(settings, script: script, RESTConfiguration(), role: role, preConfiguration: preConfiguration).1
    }

    private static func load(
        _ settings: ConnectionSettings, script: String, _ configuration: RESTConfiguration, role: String, preConfiguration: String? = nil
    ) async throws -> (SchemaCache, DatabaseSettings) {
        try await Task(executorPreference: TestCluster.loop) {
            let owner = try await Session.connect(settings, on: TestCluster.loop)
            defer { owner.close() }
            try await Turnstile.roles.pass { _ = try await owner.runScript(script) }
            var settings = settings
            settings["user"] = role
            let session = try await Session.connect(settings, on: TestCluster.loop)
            defer { session.close() }
            let options = DatabaseSettings.queries(serverVersion: session.serverVersion, preConfiguration: preConfiguration)
            let queries = SchemaCache.queries(for: configuration)
            return (
                try SchemaCache(try await session.readOnly(queries), configuration: configuration),
                DatabaseSettings(try await session.readOnly(options))
            )
        }.value
    }
}

extension Session {
    nonisolated(nonsending) fileprivate func readOnly(_ queries: [SQL]) async throws -> [ResultSet] {
        let begin: SQL = "BEGIN READ ONLY"
        let results = try await run(([begin] + queries + ["COMMIT"]).map { Statement($0, isPrepared: false) })
        return Array(results.dropFirst().dropLast())
    }
}
