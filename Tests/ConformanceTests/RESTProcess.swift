import Foundation
import Sockets
import TestSupport

/// `mock-postgrest rest` as a process of its own, as a user runs it.
struct RESTProcess {
    let address: Address
    private let process: Process

    static func start(
        _ environment: [String: String], database: ConformanceDatabase, probe: [(String, String)]
    ) async throws -> RESTProcess {
        let address = try freeAddress()
        let process = Process()
        process.executableURL = executable
        process.arguments = ["rest"]
        var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PGRST_") }
        variables.merge(environment) { $1 }
        variables["PGRST_DB_URI"] = database.uri
        variables["PGRST_SERVER_HOST"] = "127.0.0.1"
        variables["PGRST_SERVER_PORT"] = "\(address.port ?? 0)"
        process.environment = variables
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let server = RESTProcess(address: address, process: process)
        try await server.waitUntilReady(probe)
        return server
    }

    func stop() async {
        process.terminate()
        while process.isRunning { try? await TestCluster.loop.sleep(for: .milliseconds(10)) }
    }

    private func waitUntilReady(_ probe: [(String, String)]) async throws {
        for _ in 0..<600 {
            guard process.isRunning else { throw CorpusError("the server ended with status \(process.terminationStatus)") }
            if let client = try? await PlainHTTP(address, on: TestCluster.loop) {
                defer { client.close() }
                if let answer = try? await client.request("OPTIONS", "/dogs", headers: probe), answer.status != 503 { return }
            }
            try await TestCluster.loop.sleep(for: .milliseconds(50))
        }
        throw CorpusError("the server was not ready within 30 seconds")
    }

    /// Beside the test bundle, where the package manager builds both.
    private static var executable: URL {
        #if canImport(Darwin)
            let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            return (folder ?? Bundle.main.bundleURL).appendingPathComponent("mock-postgrest")
        #else
            return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("mock-postgrest")
        #endif
    }

    /// A port that the system gave out a moment ago.
    private static func freeAddress() throws -> Address {
        let listener = try Listener.bind(.loopback(port: 0), on: TestCluster.loop)
        defer { listener.close() }
        return listener.address
    }
}
