import Foundation
import RESTEngine
import Sockets

/// `mock-postgrest rest`: PostgREST's API, bare, at `/`, with the options, messages and exit codes of the `postgrest` program.
enum RESTCommand {
    static func run(_ arguments: [String]) -> CInt {
        let line: RESTCommandLine
        do throws(UsageError) {
            line = try RESTCommandLine(arguments)
        } catch {
            Console.say("\(error.text)\n\n\(RESTCommandLine.usage)")
            return 1
        }
        do {
            switch line.action {
            case .help: Log.write(RESTCommandLine.usage)
            case .version: Log.write("PostgREST \(PostgRESTVersion.current)")
            case .example: Log.write(ExampleConfiguration.text)
            case .serve: return try serve(RESTSetup(line.file))
            case .dumpConfiguration: return try RESTInspection(RESTSetup(line.file)).dumpConfiguration()
            case .dumpSchema: return try RESTInspection(RESTSetup(line.file)).dumpSchema()
            case .ready: return try RESTInspection(RESTSetup(line.file)).checkReadiness()
            }
            return 0
        } catch let error as OptionError {
            return fail(error.message)
        } catch {
            Console.say("postgrest: \(error)")
            return 1
        }
    }

    /// As the original's runtime shows an error that nobody caught.
    static func fail(_ message: String) -> CInt {
        Console.say("postgrest: FatalError {fatalErrorMessage = \"\(HaskellText.escaped(message))\"}")
        return 1
    }

    private static func serve(_ setup: RESTSetup) throws -> CInt {
        let loop = try EventLoop()
        // Counts from here.
        _ = ProcessUsage.startTime
        let server = try RESTServer(
            setup.process, setup.configuration, source: OptionSource(setup.source, offload: try Offload(threads: 1)),
            log: RESTLog(level: setup.process.logLevel), on: loop)
        let signals = Signals()
        signals.on(SIGUSR1) { server.reloadSchema() }
        signals.on(SIGUSR2) { server.reloadConfiguration() }
        signals.onStop { server.stop() }
        let code = ExitCode()
        Task(executorPreference: loop) {
            switch await server.run() {
            case .configuration(let message): code.set(fail(message))
            case .database, .noRecovery, .unsupported: code.set(1)
            case nil: break
            }
            loop.stop()
        }
        loop.run()
        return code.value
    }
}

/// What the command line and the options say, before the database is asked.
struct RESTSetup {
    let source: ConfigurationSource
    let process: RESTServerConfiguration
    let configuration: RESTConfiguration

    init(_ file: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws(OptionError) {
        source = ConfigurationSource(file: file, environment: environment)
        let options = try source.options()
        process = try RESTServerConfiguration(options, contents: ConfigurationSource.uriFile)
        configuration = try ConfigurationSource.configuration(options)
    }
}

/// Texts as Haskell's `show` writes them.
enum HaskellText {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var wasNumber = false
        for scalar in text.unicodeScalars {
            // A digit after a number would belong to it.
            if wasNumber, ("0"..."9").contains(scalar) { escaped += "\\&" }
            wasNumber = false
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\t": escaped += "\\t"
            case "\r": escaped += "\\r"
            case " "..."~": escaped.unicodeScalars.append(scalar)
            default:
                escaped += "\\\(scalar.value)"
                wasNumber = true
            }
        }
        return escaped
    }
}
