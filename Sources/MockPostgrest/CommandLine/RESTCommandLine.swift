/// The arguments of `mock-postgrest rest`, which are those of `postgrest`.
struct RESTCommandLine: Hashable {
    enum Action: Hashable {
        case serve, dumpConfiguration, dumpSchema, ready, example, version, help
    }

    var action = Action.serve
    var file: String?

    init(_ arguments: [String]) throws(UsageError) {
        var namesOnly = false
        for argument in arguments {
            if argument == "--", !namesOnly {
                namesOnly = true
            } else if argument.hasPrefix("-"), argument != "-", !namesOnly {
                try take(argument)
            } else if file == nil {
                file = argument
            } else {
                throw UsageError("Invalid argument '\(argument)': there is one configuration file")
            }
        }
    }

    private mutating func take(_ option: String) throws(UsageError) {
        let wanted: Action =
            switch option {
            case "-h", "--help": .help
            case "-v", "--version": .version
            case "-e", "--example": .example
            case "--dump-config": .dumpConfiguration
            case "--dump-schema": .dumpSchema
            case "--ready": .ready
            default: throw UsageError("Invalid option '\(option)'")
            }
        // What only informs goes first, wherever it stands.
        switch (action, wanted) {
        case (.serve, _): action = wanted
        case (.help, _), (.version, _), (.example, _): break
        case (_, .help), (_, .version), (_, .example): action = wanted
        default: throw UsageError("Invalid option '\(option)': one thing at a time")
        }
    }

    static let usage = """
        PostgREST \(PostgRESTVersion.current) as mock-postgrest serves it: an API for a PostgreSQL database that is there already

        Usage: mock-postgrest rest [-v|--version] [-e|--example] [--dump-config | --dump-schema | --ready] [FILENAME]
               postgrest …         the same, when the program is called by this name

          -h, --help         print this text
          -v, --version      print the version
          -e, --example      print an example of a configuration file
          --dump-config      print the options in force, those of the database included
          --dump-schema      print the schema cache as JSON (its structure may change)
          --ready            ask the admin server of a running server whether it is ready: 0 if it is, else 1
          FILENAME           the configuration file; PGRST_* variables override it, settings in the database both
        """
}
