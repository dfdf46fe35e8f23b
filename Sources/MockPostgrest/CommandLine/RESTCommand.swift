import Foundation
import Sockets

/// `mock-postgrest rest`: PostgREST's API, bare, at `/`.
enum RESTCommand {
    static func run(_ arguments: [String]) throws -> CInt {
        guard arguments.isEmpty else { throw UsageError("'rest' takes no arguments: it is configured by PGRST_* variables") }
        let configuration = try RESTServerConfiguration(environment: ProcessInfo.processInfo.environment)
        let loop = try EventLoop()
        let server = try RESTServer(configuration, on: loop, report: Console.report)
        Console.say("Listening on \(server.address)")
        let signals = Signals()
        signals.on(SIGUSR1) { server.reloadSchema() }
        signals.on(SIGUSR2) { server.reloadConfiguration() }
        signals.onStop { server.stop() }
        Task(executorPreference: loop) {
            await server.run()
            loop.stop()
        }
        loop.run()
        return 0
    }
}
