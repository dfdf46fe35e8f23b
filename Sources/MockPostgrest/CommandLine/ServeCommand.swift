import Foundation

/// `mock-postgrest serve`: the local Supabase.
enum ServeCommand {
    static func run(_ arguments: [String]) throws -> CInt {
        let options = try ServeOptions(arguments)
        let signals = Signals()
        let outcome = DispatchSemaphore(value: 0)
        let code = ExitCode()
        let stop = StopRequest()
        signals.onStop { stop.ask() }
        Task {
            do {
                let server = try await MockServer.start(options.configuration)
                Console.say(Banner(server, options).text)
                if await !server.serve(until: stop) {
                    Console.say("mock-postgrest: PostgreSQL has ended, and the server with it")
                    code.set(1)
                }
            } catch {
                Console.say("mock-postgrest: \(error)")
                code.set(1)
            }
            outcome.signal()
        }
        outcome.wait()
        return code.value
    }
}

extension MockServer {
    /// Serves until it is asked to stop; false when the server ended before.
    fileprivate func serve(until stop: StopRequest) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await stop.asked()
                return true
            }
            group.addTask {
                await self.waitUntilStopped()
                return false
            }
            let wasAsked = await group.next() == true
            await self.stop()
            group.cancelAll()
            return wasAsked
        }
    }
}

/// What the start prints: where everything is.
private struct Banner {
    let text: String

    init(_ server: MockServer, _ options: ServeOptions) {
        let milliseconds = Int(server.startTime / .milliseconds(1))
        var lines = server.notices + options.notices
        lines += [
            "",
            "Started in \(milliseconds) ms",
            "",
            "         API URL: \(server.url)",
            "        REST URL: \(server.url)/rest/v1",
            "        Auth URL: \(server.url)/auth/v1",
            "     Storage URL: \(server.url)/storage/v1",
            "       Inbox URL: \(server.inboxURL)",
            "    Database URL: \(server.databaseURL)",
            "      JWT secret: \(server.keys.jwtSecret)",
            "        anon key: \(server.keys.anonKey)",
            "service_role key: \(server.keys.serviceRoleKey)",
            " publishable key: \(server.keys.publishableKey)",
            "      secret key: \(server.keys.secretKey)",
            "",
            "Ctrl-C stops it.",
        ]
        text = lines.joined(separator: "\n")
    }
}
