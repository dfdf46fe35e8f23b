import TestSupport
import Testing

@testable import PostgresLink

@Suite struct ConnectionSettingsTests {
    @Test(
        "reads URIs and keywords",
        arguments: [
            (
                "postgresql://me:p%40ss@db.example:5433/app?sslmode=require",
                ["user": "me", "password": "p@ss", "host": "db.example", "port": "5433", "dbname": "app", "sslmode": "require"]
            ),
            ("host=/tmp dbname='a b'", ["host": "/tmp", "dbname": "a b"]),
            ("postgres:///x?host=/run&application_name=y", ["host": "/run", "dbname": "x", "application_name": "y"]),
        ])
    func reads(text: String, values: [String: String]) throws {
        let settings = try ConnectionSettings(uri: text)
        for (keyword, value) in values { #expect(settings[keyword] == value) }
    }

    @Test("refuses what is no connection string", arguments: ["postgresql://[::1", "nonsense", "postgres://h/?color=red"])
    func refuses(text: String) {
        #expect(throws: DatabaseError.self) { try ConnectionSettings(uri: text) }
    }

    @Test("gives libpq addresses in place of names")
    func resolves() throws {
        let candidates = try HostCandidates(hosts: "127.0.0.1,/run/x,::1", ports: "1,2,3").resolved()
        #expect(candidates.list.map(\.address) == ["127.0.0.1", "", "::1"])
        #expect(candidates.list.map(\.port) == ["1", "2", "3"])
        #expect(try HostCandidates(hosts: "localhost", ports: "5432").resolved().list.allSatisfy { $0.address != "" && $0.port == "5432" })
        #expect(!HostCandidates(hosts: "/run/x,,@y", ports: "").needsResolver)
    }

    @Test(
        "says why there is no connection",
        arguments: [
            (["host": "127.0.0.1", "port": "1"], "Connection refused"),
            (["host": "localhost", "port": "1"], "Connection refused"),
            (["host": "/nonexistent"], "No such file or directory"),
            (["host": "no-such-host.invalid"], "could not translate host name \"no-such-host.invalid\""),
            (["host": "127.0.0.1", "port": "banana"], "invalid integer value"),
            (["host": "127.0.0.1", "sslmode": "sometimes"], "invalid sslmode"),
        ])
    func fails(keywords: [String: String], text: String) async {
        await #expect {
            _ = try await Session.connect(ConnectionSettings(keywords: keywords), on: TestCluster.loop)
        } throws: { error in
            guard case DatabaseError.connection(let message) = error else { return false }
            return message.contains(text)
        }
    }

    @Test("an unknown database or role is refused in the server's words")
    func unknownDatabase() async throws {
        let cluster = try await TestCluster.shared()
        await #expect {
            _ = try await Session.connect(cluster.conninfo(database: "nowhere"), on: TestCluster.loop)
        } throws: { "\($0)".contains("database \\\"nowhere\\\" does not exist") }
    }

    @Test("begins a session with the statements of its settings")
    func initialStatements() async throws {
        try await withSession { settings in
            settings.initialStatements = ["SET my.setting = 'x'", "SET search_path = pg_catalog"]
            settings.applicationName = "a test"
        } _: { session in
            let row = try await session.run("SELECT current_setting('my.setting'), current_setting('application_name')")
            #expect(row.text(0, 0) == "x" && row.text(0, 1) == "a test")
            #expect(session.parameterStatus("client_encoding") == "UTF8")
            #expect(session.serverVersion >= 130_000)
        }
    }
}
