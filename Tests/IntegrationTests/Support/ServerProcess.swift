import Foundation
import MockPostgrest
import PostgresLink
import Sockets
import TestSupport

/// `mock-postgrest serve` as a process of its own, as a user runs it.
final class ServerProcess: Sendable {
    let url: String
    let address: Address
    /// A session of role `postgres`.
    let database: ConnectionSettings
    private let running: RunningProgram

    /// Starts it with free ports, runs the body when it answers, and ends it by all means.
    static func with<R: Sendable>(
        _ arguments: [String], environment: [String: String] = [:], _ body: @Sendable (ServerProcess) async throws -> R
    ) async throws -> R {
        let program = try RunningProgram(["serve", "--port", "0", "--db-port", "0", "--log-format", "none"] + arguments, environment)
        defer { program.kill() }
        let server = try await ServerProcess(program)
        return try await body(server)
    }

    private init(_ program: RunningProgram) async throws {
        try await waitUntil(within: .seconds(60)) { !program.isRunning || program.errors.contains("Ctrl-C stops it") }
        let text = program.errors
        guard program.isRunning, let url = Self.value("API URL", in: text), let database = Self.value("Database URL", in: text) else {
            throw StartFailed(status: program.status, text: text)
        }
        running = program
        self.url = url
        address = try Address(url.replacing("http://", with: ""))
        self.database = try ConnectionSettings(uri: database)
    }

    struct StartFailed: Error {
        var status: Int32?
        var text: String
    }

    private static func value(_ name: String, in text: String) -> String? {
        text.split(separator: "\n").first { $0.contains("\(name): ") }?.split(separator: ": ", maxSplits: 1).last.map(String.init)
    }

    var isRunning: Bool { running.isRunning }
    var errors: String { running.errors }

    func signal(_ number: Int32) { running.signal(number) }

    /// The exit status, and how long it took to come.
    func end(within limit: Duration) async throws -> (status: Int32?, time: Duration) {
        let start = ContinuousClock.now
        try await waitUntil(within: limit) { !isRunning }
        return (running.status, ContinuousClock.now - start)
    }

    func request(_ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil) async throws -> PlainHTTP.Answer {
        let connection = try await PlainHTTP(address, on: TestCluster.loop)
        defer { connection.close() }
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        return try await connection.request(
            method, path, headers: [("apikey", APIKeys.local.anonKey)] + type + headers, body: body.map { Array($0.utf8) })
    }

    /// The first column of the first row, as role `postgres`.
    @discardableResult
    func sql(_ text: String) async throws -> String? {
        let session = try await Session.connect(database, on: TestCluster.loop)
        defer { session.close() }
        let result = try await session.runScript(text).last
        return (result?.rowCount ?? 0) > 0 ? result?.text(0, 0) : nil
    }

    /// The processes and the folder that must not outlive the server.
    func footprint() async throws -> Footprint {
        let folder = try await sql("select current_setting('data_directory')") ?? ""
        let file = try String(contentsOfFile: "\(folder)/postmaster.pid", encoding: .utf8)
        return Footprint(folder: folder, postmaster: pid_t(file.prefix { $0 != "\n" }) ?? 0)
    }

    struct Footprint: Sendable {
        var folder: String
        var postmaster: pid_t

        var isGone: Bool { kill(postmaster, 0) != 0 && !FileManager.default.fileExists(atPath: folder) }
    }
}

/// The executable that the package manager builds beside the test bundle, running.
final class RunningProgram: Sendable {
    private let process: Process
    private let log: URL
    private let outputLog: URL

    init(_ arguments: [String], _ environment: [String: String] = [:], capturesOutput: Bool = false) throws {
        log = FileManager.default.temporaryDirectory.appendingPathComponent("mock-postgrest-test-\(UUID().uuidString).log")
        try Data().write(to: log)
        outputLog = log.appendingPathExtension("out")
        process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        if capturesOutput {
            try Data().write(to: outputLog)
            process.standardOutput = try FileHandle(forWritingTo: outputLog)
        }
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
    }

    deinit {
        try? FileManager.default.removeItem(at: log)
        try? FileManager.default.removeItem(at: outputLog)
    }

    var isRunning: Bool { process.isRunning }
    var errors: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
    /// What it wrote to standard output, where that is captured.
    var output: String { (try? String(contentsOf: outputLog, encoding: .utf8)) ?? "" }
    /// nil while it runs; the signal's negative number if one ended it.
    var status: Int32? {
        guard !isRunning else { return nil }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    func signal(_ number: Int32) { _ = Foundation.kill(process.processIdentifier, number) }

    func kill() {
        if isRunning { signal(SIGKILL) }
    }

    private static var executable: URL {
        #if canImport(Darwin)
            let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            return (folder ?? Bundle.main.bundleURL).appendingPathComponent("mock-postgrest")
        #else
            return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("mock-postgrest")
        #endif
    }
}
