import Foundation
import PostgresLink
import Sockets

/// `mock-postgrest gen swift`: writes Swift types for a database.
enum GenCommand {
    static func run(_ arguments: [String]) throws -> CInt {
        let options = try GenOptions(arguments)
        let outcome = DispatchSemaphore(value: 0)
        let code = ExitCode()
        Task {
            do {
                let text = try await text(options)
                if let output = options.output {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
                } else {
                    FileHandle.standardOutput.write(Data(text.utf8))
                }
            } catch {
                Console.say("mock-postgrest: \((error as? UsageError)?.text ?? "\(error)")")
                code.set(1)
            }
            outcome.signal()
        }
        outcome.wait()
        return code.value
    }

    private static func text(_ options: GenOptions) async throws -> String {
        switch options.source {
        case .url(let url):
            return try await generate(from: url, options)
        case .migrations(let migrations):
            var configuration = MockServerConfiguration(.ephemeral, migrations: migrations)
            configuration.log = .silent
            let server = try await MockServer.start(configuration)
            let result: Result<String, any Error>
            do {
                result = .success(try await generate(from: server.databaseURL, options))
            } catch {
                result = .failure(error)
            }
            await server.stop()
            return try result.get()
        }
    }

    private static func generate(from url: String, _ options: GenOptions) async throws -> String {
        let loop = try EventLoop.started(name: "gen")
        defer { loop.stop() }
        let settings = try ConnectionSettings(uri: url)
        return try await SwiftTypesGenerator.load(options.schemas, access: options.access, from: settings, on: loop).text()
    }
}

/// The options of `gen`.
struct GenOptions {
    enum Source {
        case url(String)
        case migrations(MockServerConfiguration.Migrations)
    }

    /// The running local server when nothing is said.
    var source = Source.url("postgresql://postgres:postgres@127.0.0.1:54322/postgres")
    var schemas: [String] = []
    var access = SwiftTypesGenerator.Access.internal
    var output: String?

    init(_ arguments: [String]) throws(UsageError) {
        guard arguments.first == "swift" else { throw UsageError("'gen' writes 'swift', not '\(arguments.first ?? "")'") }
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--database-url": source = .url(value)
            case "--project": source = .migrations(.project(value))
            case "--migrations": source = .migrations(.folder(value))
            case "--schema": schemas.append(value)
            case "--output": output = value
            case "--access":
                guard let access = SwiftTypesGenerator.Access(rawValue: value) else {
                    throw UsageError("--access is internal or public, not '\(value)'")
                }
                self.access = access
            default: throw UsageError("'gen swift' has no option '\(option)'")
            }
        }
        if schemas.isEmpty { schemas = ["public"] }
        guard Set(schemas).count == schemas.count else { throw UsageError("a schema is named twice") }
    }
}
