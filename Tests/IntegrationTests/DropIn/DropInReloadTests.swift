import Foundation
import PostgresLink
import TestSupport
import Testing

@Suite("Reloads of rest")
struct DropInReloadTests {
    @Test("SIGUSR1 and an empty notification read the schema anew")
    func schema() async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with(on: database) { server in
            try await server.wait(for: 200, at: "/dog")
            for (table, reload) in [("cat", nil), ("bird", "notify pgrst"), ("fish", "notify pgrst, 'reload schema'")] as [(String, String?)] {
                try await database.run("create table public.\(table) (id int); grant select on public.\(table) to visitor")
                #expect(try await server.get("/\(table)").status == 404)
                if let reload {
                    try await waitUntil(within: .seconds(30)) { server.errors.contains("Listening for database notifications on the \"pgrst\"") }
                    try await database.run(reload)
                } else {
                    server.signal(SIGUSR1)
                }
                try await server.wait(for: 200, at: "/\(table)")
            }
            #expect(server.errors.contains("Received a schema cache reload message on the \"pgrst\" channel"))
            #expect(server.errors.contains("Schema cache loaded 4 Relations,"))
        }
    }

    @Test("SIGUSR2 reads file and database anew, keeps what may not change, and ignores what is wrong")
    func configuration() async throws {
        let database = try await DropInDatabase.make()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString).conf")
        defer { try? FileManager.default.removeItem(at: file) }
        @Sendable func write(_ text: String) throws { try Data(text.utf8).write(to: file) }
        try write("db-max-rows = 1\nlog-level = \"crit\"")
        try await RESTProgram.with([file.path], [:], on: database) { server in
            let address = try server.address
            try await server.wait(for: 200, at: "/dog")
            #expect(try await server.get("/dog?select=id").text == #"[{"id":1}]"#)

            try write("db-max-rows = 2\nserver-port = 1\ndb-pool = 1\nlog-level = \"info\"\nserver-trace-header = \"X-Id\"")
            server.signal(SIGUSR2)
            try await server.wait(for: 200, at: "/dog?select=id", holding: #"{"id":2}"#)
            let answer = try await server.get("/dog", [("X-Id", "7")], at: address)
            #expect(answer["X-Id"] == "7")
            // The level of the log stays.
            #expect(server.output.isEmpty)

            try write("db-max-rows = 1\nlog-level = \"loud\"")
            server.signal(SIGUSR2)
            try await waitUntil(within: .seconds(30)) {
                server.errors.contains("Failed reloading config: Error in config Invalid logging level. Check your configuration.")
            }
            #expect(try await server.get("/dog?select=id").text.contains(#"{"id":2}"#))

            try write("db-max-rows = 2")
            try await database.run("alter role \(database.role) set pgrst.db_max_rows = '1'")
            server.signal(SIGUSR2)
            try await waitUntil(within: .seconds(30)) { try await server.get("/dog?select=id").text == #"[{"id":1}]"# }
        }
    }

    @Test("a reloaded configuration moves the listener to another channel, and notifications reload it")
    func channel() async throws {
        let database = try await DropInDatabase.make()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString).conf")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("db-channel-enabled = false".utf8).write(to: file)
        try await RESTProgram.with([file.path], [:], on: database) { server in
            try await server.wait(for: 200, at: "/dog")
            #expect(!server.errors.contains("Listening for database notifications"))
            try Data("db-channel = \"other\"".utf8).write(to: file)
            server.signal(SIGUSR2)
            try await waitUntil(within: .seconds(30)) {
                server.errors.contains("Listening for database notifications on the \"other\" channel")
            }
            try await database.run("alter role \(database.role) set pgrst.db_schemas = 'kennel'")
            try await database.run("notify other, 'RELOAD CONFIG'; notify other, 'reload config'")
            try await server.wait(for: 404, at: "/dog")
            #expect(server.errors.contains("Received a config reload message on the \"other\" channel"))
        }
    }

    @Test("reach every process that serves the database")
    func processes() async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with(on: database) { first in
            try await RESTProgram.with(on: database) { second in
                for server in [first, second] {
                    try await server.wait(for: 200, at: "/dog")
                    try await waitUntil(within: .seconds(30)) { server.errors.contains("Listening for database notifications") }
                }
                try await database.run(
                    "create table public.cat (id int); grant select on public.cat to visitor; notify pgrst, 'reload schema'")
                for server in [first, second] { try await server.wait(for: 200, at: "/cat") }
            }
        }
    }
}
