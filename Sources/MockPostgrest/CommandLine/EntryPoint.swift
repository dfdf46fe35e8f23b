import Foundation

/// The command line: `mock-postgrest <command> [options]`.
public enum EntryPoint {
    /// Runs the command that the arguments name and ends the process with its exit code.
    public nonisolated static func main(_ arguments: [String] = CommandLine.arguments) -> Never {
        let program = arguments.first?.split(separator: "/").last
        exit(program == "postgrest" ? RESTCommand.run(Array(arguments.dropFirst())) : run(Array(arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> CInt {
        // `mock-postgrest --ephemeral` is `mock-postgrest serve --ephemeral`.
        let isCommand = arguments.first.map { !$0.hasPrefix("-") || ["--help", "-h", "--version"].contains($0) } ?? false
        let command = isCommand ? arguments[0] : "serve"
        let rest = Array(arguments.dropFirst(isCommand ? 1 : 0))
        do {
            if command == "rest" { return RESTCommand.run(rest) }
            if rest.contains("--help") || rest.contains("-h") {
                print(usage)
                return 0
            }
            switch command {
            case "serve":
                return try ServeCommand.run(rest)
            case "id-token":
                print(try IDTokenCommand.token(rest))
                return 0
            case "gen":
                return try GenCommand.run(rest)
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
        A local Supabase without Docker: PostgREST's API, Auth and Storage on a real PostgreSQL.

        Usage:
          mock-postgrest [serve] [options]   start the server (Ctrl-C stops it)
          mock-postgrest rest [FILE]         serve PostgREST's API alone, at /, as the postgrest program does (rest --help)
          mock-postgrest id-token            print an id token as Apple or Google would give it, for tests of an app:
                                             --provider NAME --email ADDRESS [--client-id ID] [--name NAME]
                                             [--nonce TEXT] [--sub ID] [--project DIR]
          mock-postgrest gen swift [options] write Swift types of a database, for SNMClient's typed builders
          mock-postgrest --version           print the version
          mock-postgrest --help              print this text

        What is served (default: supabase/ in the current folder, else migrations/, else an empty database):
          --project DIR          an existing Supabase project: the folder that holds supabase/
          --migrations DIR       a folder of VERSION_NAME.sql files, with seed.sql and roles.sql beside them

        Where the data lives:
          --data DIR             a private PostgreSQL in this folder (default: .mock-postgrest)
          --ephemeral            a private PostgreSQL that goes with the server
          --no-template-cache    make a new database from scratch, and keep no copy for later starts
          --database-url URL     a PostgreSQL that is there already; the URL must be a superuser's

        Addresses:
          --host ADDRESS         where to listen (default: 127.0.0.1)
          --port PORT            the API (default: 54321; 0: a free one)
          --db-port PORT         the private PostgreSQL on 127.0.0.1 (default: 54322; 0: a free one)
          --inbox-port PORT      the inbox with Auth's mails and SMS (default: 54324; 0: a free one)
          --external-url URL     the URL under which clients see the server

        Behaviour:
          --anonymous-sign-ins   let Auth make users without an address
          --provider NAME=ID     accept id tokens of this provider (apple, google, …) for this client id
          --allow-unconditional-writes   do not refuse UPDATE and DELETE without a condition
          --pool N               sessions to PostgreSQL that REST requests share (default: 10)
          --log-format FORMAT    text, json or none (default: text)

        gen swift:
          --database-url URL     the database (default: that of the server that runs here)
          --project DIR, --migrations DIR   a database made of these for the moment
          --schema NAME          a schema; several may be named, the API's default first (default: public)
          --access LEVEL         internal or public (default: internal)
          --output FILE          where to write (default: standard output)
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
