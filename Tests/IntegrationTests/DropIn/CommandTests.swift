import Foundation
import Testing

/// `mock-postgrest rest` where it does not serve.
@Suite("rest as a command")
struct CommandTests {
    private func file(_ text: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString).conf")
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test("takes options from the database before the environment, before the file")
    func precedence() async throws {
        let database = try await DropInDatabase.make()
        try await database.run(
            """
            create function public.set_options() returns void language sql as
                $$ select set_config('pgrst.db_max_rows', '5', true), set_config('pgrst.jwt_aud', 'function', true) $$;
            alter role \(database.role) set pgrst.db_max_rows = '6';
            alter role \(database.role) set pgrst.server_port = '1';
            """)
        let path = try file(
            """
            db-schemas = "file"      # the environment says otherwise
            db-channel = "file"
            db-max-rows = 1
            db-pre-config = "public.set_options"
            app.settings.secret = "$(NO_SUCH)"
            """.replacing("$(NO_SUCH)", with: "$(HOME)$$"))
        let options = ["db-schemas": "variable", "db-max-rows": "2", "app-settings-Region": "north", "home": "x"]
        let program = try RESTProgram(["--dump-config", path], options, on: database)
        #expect(try await program.end() == 0)
        let lines = Set(program.output.split(separator: "\n").map(String.init))
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        for line in [
            "db-schemas = \"variable\"", "db-channel = \"file\"", "db-max-rows = 6", "jwt-aud = \"function\"", "server-port = 0",
            "app.settings.secret = \"\(home)$\"", "db-anon-role = \"visitor\"", "db-pre-config = \"public.set_options\"",
        ] {
            #expect(lines.contains(line), "\(line) is not in \(program.output) \(program.errors)")
        }
    }

    @Test("shows the configuration without the database's part when that cannot be asked")
    func noDatabase() async throws {
        let program = try RESTProgram(["--dump-config"], ["db-uri": "postgresql://x@127.0.0.1:1/x"])
        #expect(try await program.end() == 0)
        #expect(program.output.contains("db-uri = \"postgresql://x@127.0.0.1:1/x\"\n"))
        #expect(program.errors.contains("Failed to query database settings for the config parameters."))
    }

    @Test("prints the schema cache")
    func schema() async throws {
        let database = try await DropInDatabase.make()
        let program = try RESTProgram(["--dump-schema"], ["db-schemas": "public,kennel"], on: database)
        #expect(try await program.end() == 0)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any])
        #expect(
            Set(json.keys) == ["dbMediaHandlers", "dbRelationships", "dbRepresentations", "dbRoutines", "dbTables", "dbTimezones"])
        let tables = try #require(json["dbTables"] as? [[String: Any]])
        #expect(Set(tables.compactMap { $0["name"] as? String }) == ["dog", "cage"])
    }

    @Test(
        "ends with 1 and PostgREST's words when the configuration is wrong",
        arguments: [
            (["db-tx-end": "never"], #"FatalError {fatalErrorMessage = "Error in config Invalid transaction termination."#),
            (["log-level": "loud"], #"FatalError {fatalErrorMessage = "Error in config Invalid logging level. Check your configuration."}"#),
            (["jwt-secret": "short"], #"fatalErrorMessage = "user error (The JWT secret must be at least 32 characters long.)"}"#),
            (
                ["jwt-secret": "@/nowhere/secret"],
                #"fatalErrorMessage = "/nowhere/secret: withBinaryFile: does not exist (No such file or directory)"}"#
            ),
            (["db-uri": "@/nowhere/uri"], #"fatalErrorMessage = "/nowhere/uri: openFile: does not exist (No such file or directory)"}"#),
            (
                ["jwt-role-claim-key": "role"],
                #"fatalErrorMessage = "Error in config \"failed to parse role-claim-key value (role)\" (line 1, column 1):"#
            ),
        ])
    func wrongOptions(options: [String: String], message: String) async throws {
        let program = try RESTProgram([], options)
        #expect(try await program.end() == 1)
        #expect(program.errors.contains(message), "\(program.errors)")
    }

    @Test("ends with 1 when the file is missing or wrong, or an option unknown")
    func wrongFile() async throws {
        let missing = try RESTProgram(["/nowhere/rest.conf"])
        #expect(try await missing.end() == 1)
        #expect(
            missing.errors.contains(#""Error in config /nowhere/rest.conf: openFile: does not exist (No such file or directory)"}"#))
        let path = try file("db-pool 10")
        let wrong = try RESTProgram([path])
        #expect(try await wrong.end() == 1)
        #expect(wrong.errors.contains("Error in config \(path):1:9: expecting '='"))
        let unknown = try RESTProgram(["--port"])
        #expect(try await unknown.end() == 1)
        #expect(unknown.errors.contains("Invalid option '--port'") && unknown.errors.contains("Usage:"))
    }

    @Test("ends with 1 at the start when an option in the database is wrong")
    func wrongInDatabase() async throws {
        let database = try await DropInDatabase.make()
        try await database.run("alter role \(database.role) set pgrst.openapi_mode = 'sometimes'")
        let program = try RESTProgram(on: database)
        #expect(try await program.end() == 1)
        #expect(program.errors.contains(#"fatalErrorMessage = "Error in config Invalid openapi-mode. Check your configuration."}"#))
    }

    @Test("prints version, help and an example that can be used")
    func informs() async throws {
        let version = try RESTProgram(["-v"])
        #expect(try await version.end() == 0 && version.output == "PostgREST 14.17\n")
        let help = try RESTProgram(["--help"])
        #expect(try await help.end() == 0 && help.output.contains("--dump-schema"))
        let example = try RESTProgram(["--example"])
        #expect(try await example.end() == 0)
        let dump = try RESTProgram(["--dump-config", try file(example.output)], ["db-config": "false"])
        #expect(try await dump.end() == 0 && dump.output.contains("db-pool = 10\n"), "\(dump.errors)")
    }

    @Test("says whether a server is ready")
    func ready() async throws {
        let none = try RESTProgram(["--ready"])
        #expect(try await none.end() == 1)
        #expect(none.errors == "ERROR: Admin server is not running. Please check admin-server-port config.\n")
        let database = try await DropInDatabase.make()
        try await RESTProgram.with([], ["admin-server-port": "0"], on: database) { server in
            let port = try server.admin.port.map(String.init) ?? ""
            try await server.wait(for: 200, at: "/ready", on: server.admin)
            let ready = try RESTProgram(["--ready"], ["admin-server-port": port])
            #expect(try await ready.end() == 0)
            #expect(ready.output == "OK: http://127.0.0.1:\(port)/ready\n")
            server.signal(SIGTERM)
            #expect(try await server.end() == 0)
            let gone = try RESTProgram(["--ready"], ["admin-server-port": port])
            #expect(try await gone.end() == 1)
        }
    }
}
