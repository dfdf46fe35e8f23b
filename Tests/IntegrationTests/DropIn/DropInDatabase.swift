import Foundation
import PostgresLink
import TestSupport

/// A database for one test of `mock-postgrest rest`, with a role of its own to connect as: settings of roles are the cluster's.
struct DropInDatabase: Sendable {
    let settings: ConnectionSettings
    let role: String
    let folder: String
    let name: String

    var uri: String { "postgresql://\(role)@/\(name)?host=\(folder)" }

    static func make(_ more: String = "") async throws -> DropInDatabase {
        let cluster = try await TestCluster.shared()
        let settings = try await cluster.createDatabase()
        let role = "login_\(UInt32.random(in: 0 ... .max))"
        let database = DropInDatabase(settings: settings, role: role, folder: cluster.folder, name: settings["dbname"] ?? "")
        try await database.run(
            """
            create role \(role) login noinherit;
            do $$ begin create role visitor; exception when duplicate_object then null; when unique_violation then null; end $$;
            grant visitor to \(role);
            create table public.dog (id int primary key, name text);
            insert into public.dog values (1, 'Rex'), (2, 'Laika');
            grant select on public.dog to visitor;
            create schema kennel;
            grant usage on schema kennel to visitor;
            create table kennel.cage (id int primary key);
            grant select on kennel.cage to visitor;
            \(more)
            """)
        return database
    }

    /// As the superuser. Most of these scripts are about roles.
    func run(_ sql: String) async throws {
        try await Turnstile.roles.pass {
            let session = try await Session.connect(settings, on: TestCluster.loop)
            defer { session.close() }
            _ = try await session.runScript(sql)
        }
    }
}
