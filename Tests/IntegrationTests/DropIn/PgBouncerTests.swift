import Foundation
import TestSupport
import Testing

@Suite("rest behind PgBouncer in transaction mode", .enabled(if: PgBouncer.path != nil, "PgBouncer is not installed"))
struct PgBouncerTests {
    /// Requests of several kinds, at the same time, from several clients: sessions of the server are handed from one to another.
    private func ask(_ server: RESTProgram) async throws -> [String] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            for client in 0..<6 {
                group.addTask {
                    let connection = try await PlainHTTP(server.address, on: TestCluster.loop)
                    defer { connection.close() }
                    for number in 0..<25 {
                        let kind = (client + number) % 4
                        let path = ["/dog?id=eq.1", "/dog?select=name&order=id", "/dog?name=like.L*", "/rpc/whoami"][kind]
                        let answer = try await connection.request("GET", path)
                        let wanted = [#"[{"id":1,"name":"Rex"}]"#, #"[{"name":"Rex"}, "#, #"[{"id":2,"name":"Laika"}]"#, "\"visitor\""][kind]
                        guard answer.status == 200, answer.text.replacing("\n ", with: " ").hasPrefix(wanted) else {
                            return "\(path): \(answer.status) \(answer.text)"
                        }
                    }
                    return nil
                }
            }
            return try await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
        }
    }

    private static let function = "create function public.whoami() returns text stable language sql as $$ select current_user::text $$;"

    @Test("works with prepared statements switched off")
    func unprepared() async throws {
        let database = try await DropInDatabase.make(Self.function)
        try await PgBouncer.with(database) { pooler in
            let options = ["db-uri": pooler.uri, "db-prepared-statements": "false", "db-channel-enabled": "false"]
            try await RESTProgram.with([], options) { server in
                try await server.wait(for: 200, at: "/dog")
                #expect(try await ask(server) == [])
            }
        }
    }

    @Test("works with prepared statements, each prepared where it is missing")
    func prepared() async throws {
        let database = try await DropInDatabase.make(Self.function)
        try await PgBouncer.with(database) { pooler in
            try await RESTProgram.with([], ["db-uri": pooler.uri, "db-channel-enabled": "false"]) { server in
                try await server.wait(for: 200, at: "/dog")
                #expect(try await ask(server) == [])
            }
        }
    }
}
