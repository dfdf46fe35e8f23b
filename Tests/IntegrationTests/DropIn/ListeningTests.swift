import Foundation
import Sockets
import TestSupport
import Testing

@Suite("Where rest listens, and what it writes")
struct ListeningTests {
    @Test("a Unix socket takes the port's place, with the mode that was asked for")
    func unixSocket() async throws {
        let database = try await DropInDatabase.make()
        let path = "/tmp/rest-\(UInt32.random(in: 0 ... .max)).sock"
        let options = ["server-unix-socket": path, "server-unix-socket-mode": "640", "log-level": "info"]
        try await RESTProgram.with([], options, on: database) { server in
            #expect(server.errors.contains("API server listening on \(path)\n"))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            let address = Address.unix(path: path)
            try await server.wait(for: 200, at: "/dog?select=name&id=eq.1", holding: "Rex", on: address)
            try await waitUntil(within: .seconds(10)) { server.output.contains("- - visitor [") }
            server.signal(SIGTERM)
            #expect(try await server.end() == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("wildcards listen everywhere", arguments: ["*", "*4", "!4"])
    func wildcards(host: String) async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with([], ["server-host": host, "admin-server-port": "0"], on: database) { server in
            let port = try server.address.port ?? 0
            try await server.wait(for: 200, at: "/dog", on: .loopback(port: port))
            #expect(try await server.get("/live", at: .loopback(port: server.admin.port ?? 0)).status == 200)
        }
    }

    @Test("a port in use ends the process, unless both want to share it")
    func portInUse() async throws {
        let database = try await DropInDatabase.make()
        try await RESTProgram.with([], ["server-reuseport": "true"], on: database) { server in
            let port = try server.address.port.map(String.init) ?? ""
            let refused = try RESTProgram([], ["server-port": port], on: database)
            #expect(try await refused.end() == 1)
            #expect(refused.errors.contains("cannot listen on 127.0.0.1:\(port)"))
            try await RESTProgram.with([], ["server-port": port, "server-reuseport": "true"], on: database) { other in
                try await waitUntil(within: .seconds(30)) { other.errors.contains("Schema cache loaded") }
                #expect(try await other.get("/dog").status == 200)
            }
        }
    }

    @Test("requests have their line, with statements if wanted, and the times of their stages")
    func logs() async throws {
        let database = try await DropInDatabase.make()
        let options = ["log-level": "warn", "log-query": "true", "server-timing-enabled": "true"]
        try await RESTProgram.with([], options, on: database) { server in
            try await server.wait(for: 200, at: "/dog")
            let good = try await server.get("/dog?id=eq.1")
            let timing = try #require(good["Server-Timing"])
            #expect(timing.replacing(/[0-9]+\.[0-9]/, with: "n") == "jwt;dur=n, parse;dur=n, plan;dur=n, transaction;dur=n, response;dur=n")
            _ = try await server.get("/dog?id=eq.x", [("User-Agent", "test")])
            _ = try await server.get("/dog", [("Authorization", "Bearer x.y")])
            try await waitUntil(within: .seconds(10)) { server.output.contains("] \"GET /dog HTTP/1.1\" 500 ") }
            let lines = server.output.split(separator: "\n").filter { !$0.contains(" 503 ") }
            #expect(lines.count == 2, "\(lines)")
            #expect(lines.first?.contains("127.0.0.1 - visitor [") == true)
            #expect(lines.first?.contains("] \"GET /dog?id=eq.x HTTP/1.1\" 400 ") == true && lines.first?.hasSuffix(" \"\" \"test\"") == true)
            #expect(lines.last?.contains("127.0.0.1 - - [") == true)
            #expect(server.errors.contains("\"public\".\"dog\""))
            for text in [
                "Starting PostgREST 14.17...", "Successfully connected to PostgreSQL ",
                "Connection Pool initialized with a maximum size of 10 connections", "Config reloaded", "Schema cache queried in ",
            ] {
                #expect(server.errors.contains(": \(text)"), "\(text)")
            }
        }
    }
}
