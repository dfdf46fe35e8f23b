import Foundation

/// The command line: `mock-postgrest <command> [options]`.
public enum Command {
    /// Runs the command that the arguments name and ends the process with its exit code.
    public nonisolated static func main(_ arguments: [String] = CommandLine.arguments) -> Never {
        exit(run(Array(arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> CInt {
        let command = arguments.first ?? "serve"
        do {
            switch command {
            case "rest":
                return try RESTCommand.run(Array(arguments.dropFirst()))
            case "--version", "version":
                print("mock-postgrest \(Version.current)")
                return 0
            case "--help", "-h", "help":
                print(usage)
                return 0
            default:
                throw UsageError("unknown command '\(command)'")
            }
        } catch let error as UsageError {
            FileHandle.standardError.write(Data("mock-postgrest: \(error.text)\n\n\(usage)\n".utf8))
            return 1
        } catch {
            FileHandle.standardError.write(Data("mock-postgrest: \(error)\n".utf8))
            return 1
        }
    }

    static let usage = """
        A local Supabase without Docker.

        Usage:
          mock-postgrest rest          serve PostgREST's API at /, configured by PGRST_* variables
          mock-postgrest --version     print the version
          mock-postgrest --help        print this text
        """
}

/// Arguments that make no sense.
struct UsageError: Error {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}

/// What the program calls itself.
enum Version {
    static let current = "0.1.0"
}
