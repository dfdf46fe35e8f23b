import Foundation
import Sockets
import TestSupport

/// `mock-postgrest rest` as a process of its own, on a port that the system chooses.
final class RESTProgram: Sendable {
    private let program: RunningProgram

    /// Starts it, runs the body when it listens, and ends it by all means.
    static func with<R: Sendable>(
        _ arguments: [String] = [], _ options: [String: String] = [:], on database: DropInDatabase? = nil,
        _ body: @Sendable (RESTProgram) async throws -> R
    ) async throws -> R {
        let server = try RESTProgram(arguments, options, on: database)
        defer { server.kill() }
        try await waitUntil(within: .seconds(60)) { !server.isRunning || server.errors.contains("API server listening on") }
        return try await body(server)
    }

    /// - Parameter options: by their names in a file.
    init(_ arguments: [String] = [], _ options: [String: String] = [:], on database: DropInDatabase? = nil) throws {
        var environment = ["PGRST_SERVER_HOST": "127.0.0.1", "PGRST_SERVER_PORT": "0", "PGRST_DB_ANON_ROLE": "visitor"]
        if let database { environment["PGRST_DB_URI"] = database.uri }
        for (name, value) in options {
            environment["PGRST_" + name.uppercased().replacing("-", with: "_")] = value
        }
        program = try RunningProgram(["rest"] + arguments, environment, capturesOutput: true)
    }

    func kill() { program.kill() }
    func signal(_ number: Int32) { program.signal(number) }
    var isRunning: Bool { program.isRunning }
    var errors: String { program.errors }
    var output: String { program.output }

    /// The exit status, once it has ended.
    func end() async throws -> Int32? {
        try await waitUntil(within: .seconds(60)) { !isRunning }
        return program.status
    }

    var address: Address { get throws { try address(after: "API server listening on ") } }
    var admin: Address { get throws { try address(after: "Admin server listening on ") } }

    private struct NoAddress: Error {
        let errors: String
    }

    private func address(after words: String) throws -> Address {
        guard let found = errors.components(separatedBy: words).dropFirst().first?.split(separator: "\n").first else {
            throw NoAddress(errors: errors)
        }
        return try Address(String(found))
    }

    func get(_ path: String, _ headers: [(String, String)] = [], at address: Address? = nil) async throws -> PlainHTTP.Answer {
        let connection = try await PlainHTTP(try address ?? self.address, on: TestCluster.loop)
        defer { connection.close() }
        return try await connection.request("GET", path, headers: headers, body: nil)
    }

    /// Waits for an answer of this status, whose body may have to hold a text.
    func wait(for status: Int, at path: String, holding text: String = "", on address: Address? = nil) async throws {
        try await waitUntil(within: .seconds(60)) {
            guard let answer = try? await get(path, at: address) else { return false }
            return answer.status == status && (text.isEmpty || answer.text.contains(text))
        }
    }
}
