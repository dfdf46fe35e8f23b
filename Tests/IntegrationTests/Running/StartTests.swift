import Foundation
import MockPostgrest
import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite("Starting")
struct StartTests {
    @Test("a port in use is an error that names it")
    func portInUse() async throws {
        try await Turnstile.clusters.pass {
            let listener = try Listener.bind(.loopback(port: 0), on: TestCluster.loop)
            defer { listener.close() }
            let port = try #require(listener.address.port)
            let program = try RunningProgram(["serve", "--ephemeral", "--port", "\(port)", "--db-port", "0"])
            defer { program.kill() }
            try await waitUntil(within: .seconds(10)) { !program.isRunning }
            #expect(program.status == 1)
            #expect(program.errors.hasPrefix("mock-postgrest: cannot listen on 127.0.0.1:\(port): "))
            #expect(program.errors.split(separator: "\n").count == 1)

            let database = try RunningProgram(["serve", "--ephemeral", "--port", "0", "--db-port", "\(port)"])
            defer { database.kill() }
            try await waitUntil(within: .seconds(20)) { !database.isRunning }
            #expect(database.status == 1)
            #expect(database.errors.contains("\(port)"))
        }
    }

    @Test("arguments that make no sense end with the usage", arguments: [["--nonsense"], ["--port", "x"], ["serve", "--port"], ["unknown"]])
    func usage(arguments: [String]) async throws {
        let program = try RunningProgram(arguments)
        defer { program.kill() }
        try await waitUntil(within: .seconds(10)) { !program.isRunning }
        #expect(program.status == 1)
        #expect(program.errors.contains("Usage:"))
    }

    @Test("a failing migration is named with file, line and cause, and leaves nothing behind")
    func failingMigration() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-postgrest-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "create table good (id int);".write(to: folder.appendingPathComponent("1_good.sql"), atomically: true, encoding: .utf8)
        try "create table t (id int);\n\n-- a comment\nselect *\nfrom dgo;\n"
            .write(to: folder.appendingPathComponent("2_bad.sql"), atomically: true, encoding: .utf8)
        try await Turnstile.clusters.pass {
            let error = await #expect(throws: (any Error).self) {
                _ = try await MockServer.start(.ephemeral(migrations: .folder(folder.path)))
            }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("2_bad.sql:5: relation \"dgo\" does not exist (42P01), in statement 2"))

            let program = try RunningProgram(["--ephemeral", "--migrations", folder.path, "--port", "0", "--db-port", "0"])
            defer { program.kill() }
            try await waitUntil(within: .seconds(30)) { !program.isRunning }
            #expect(program.status == 1)
            #expect(program.errors.contains("2_bad.sql:5: relation \"dgo\" does not exist (42P01), in statement 2"))
        }
    }

    @Test("data in a folder is there again after a restart, and after a crash")
    func durability() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-postgrest-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = ["--data", folder.path, "--migrations", Repository.path("migrations"), "--anonymous-sign-ins"]
        try await Turnstile.clusters.pass {
            let data = try await ServerProcess.with(arguments) { server in
                try await server.sql("insert into storage.buckets (id, name, public) values ('kept', 'kept', true)")
                let upload = try await server.request(
                    "POST", "/storage/v1/object/kept/x", headers: [("Authorization", "Bearer \(APIKeys.local.serviceRoleKey)")], body: "kept")
                #expect(upload.status == 200, "\(upload.text)")
                #expect(try await server.signIn("walkies!").status == 200)
                let footprint = try await server.footprint()
                server.signal(SIGTERM)
                // Writing everything out takes what the disk takes.
                let (status, _) = try await server.end(within: .seconds(30))
                #expect(status == 0)
                #expect(Foundation.kill(footprint.postmaster, 0) != 0)
                return footprint.folder
            }
            defer { try? FileManager.default.removeItem(atPath: (data as NSString).deletingLastPathComponent) }
            // It sweeps away what killed servers left in the temporary folder, and must not take the data for that.
            try await ServerProcess.with(["--ephemeral"]) { _ = try await $0.footprint() }
            try await ServerProcess.with(arguments) { server in
                #expect(try await server.request("GET", "/storage/v1/object/public/kept/x").text == "kept")
                #expect(try await server.signIn("walkies!").status == 200)
                try await server.sql("create table after_restart (id int); grant all on after_restart to anon; insert into after_restart values (1)")
                server.signal(SIGKILL)
                _ = try await server.end(within: .seconds(5))
            }
            try await ServerProcess.with(arguments) { server in
                let rows = try await server.request("GET", "/rest/v1/after_restart")
                #expect(rows.text == #"[{"id":1}]"#)
                #expect(try await server.request("GET", "/storage/v1/object/public/kept/x").text == "kept")
                #expect(try await server.sql("select count(*) from public.user_info") == "3")
            }
        }
    }
}

extension ServerProcess {
    fileprivate func signIn(_ password: String) async throws -> PlainHTTP.Answer {
        try await request(
            "POST", "/auth/v1/token?grant_type=password", body: #"{"email":"jiwoo@sniffmeet.example","password":"\#(password)"}"#)
    }
}
