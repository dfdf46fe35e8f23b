import Foundation
import PostgresLink
import Sockets
import TestSupport
import Testing

@testable import MockPostgrest

/// The repository's own `migrations/`, on the few objects of the platform that they name.
@Suite("The sample") struct SampleTests {
    private static let jiwoo = "00000000-0000-4000-8000-000000000001"
    private static let minjun = "00000000-0000-4000-8000-000000000002"
    private static let sora = "00000000-0000-4000-8000-000000000003"

    @Test("applies with its seed, once, and keeps its users apart")
    func sample() async throws {
        // Roles belong to a cluster, so the other tests' stays as it is.
        let cluster = try await TestCluster.start()
        let session = try await Session.connect(cluster.conninfo(), on: TestCluster.loop)
        defer { session.close() }
        _ = try await session.runScript(Self.platform)

        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        let sources = MigrationSources.folder("\(root.dropFirst())/migrations")
        let migrator = Migrator(session: session, offload: try Offload(threads: 1))
        let report = try await migrator.apply(sources)
        #expect(report.applied.count == 5)
        #expect(report.seeded == ["seed.sql"])
        #expect(report.notices + report.warnings == [])
        #expect(try await migrator.apply(sources) == MigrationReport())

        let mates: SQL = "select string_agg(nickname, ',') from public.get_user_info_from_mate_list()"
        #expect(try await value(mates, as: Self.jiwoo, session) == "Sora,민준")
        #expect(try await value(mates, as: Self.sora, session) == "지우")
        #expect(
            try await value("select count(*) from public.get_user_info_from_mate_list(\(parameter: Self.jiwoo))", as: Self.sora, session)
                == "0")
        let news: SQL = "select string_agg(kind || ' of ' || dog_name, ',') from public.notification_list()"
        #expect(try await value(news, as: Self.jiwoo, session) == "walk_accepted of Mandu,walk_request of Bori")
        #expect(try await value(news, as: Self.minjun, session) == nil)
        #expect(try await value("select public.is_duplicate_nickname(' sora ')", as: nil, session) == "t")
        #expect(try await value("select count(*) from public.user_info", as: nil, session) == "0")
        await #expect(throws: DatabaseError.self) {
            try await value("update public.walk_request set state = 'accepted' where id = 1 returning id", as: Self.minjun, session)
        }
        #expect(
            try await value("update public.walk_request set state = 'accepted' where id = 1 returning state", as: Self.jiwoo, session)
                == "accepted")
    }

    /// The first value of a query, asked by a user, or by nobody.
    private func value(_ query: SQL, as user: String?, _ session: Session) async throws -> String? {
        let role: SQL = user == nil ? "set local role anon" : "set local role authenticated"
        let claims: SQL = "select set_config('request.jwt.claim.sub', \(parameter: user ?? ""), true)"
        let results = try await session.run([claims, role, query].map { Statement($0, isPrepared: false) })
        return results.last.flatMap { $0.rowCount == 0 ? nil : $0.text(0, 0) }
    }

    /// What the sample needs of the platform, and no more.
    private static let platform = """
        create role anon; create role authenticated; create role service_role bypassrls;
        create schema auth; create schema storage; create schema extensions;
        grant usage on schema auth, storage, extensions to anon, authenticated, service_role;
        create extension pgcrypto with schema extensions;
        create table auth.users (
            instance_id uuid, id uuid primary key, aud text, role text, email text, encrypted_password text, email_confirmed_at timestamptz,
            raw_app_meta_data jsonb, raw_user_meta_data jsonb, created_at timestamptz, updated_at timestamptz, confirmation_token text,
            recovery_token text, email_change text, email_change_token_new text
        );
        create table auth.identities (
            id uuid primary key, user_id uuid references auth.users, provider text, provider_id text, identity_data jsonb,
            last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz
        );
        create function auth.uid() returns uuid language sql stable as
            $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
        create table storage.buckets (id text primary key, name text, public boolean, file_size_limit bigint, allowed_mime_types text[]);
        create table storage.objects (id uuid primary key, bucket_id text references storage.buckets, name text, owner_id text);
        alter table storage.objects enable row level security;
        create publication supabase_realtime;
        alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
        alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
        """
}
