import AuthService
import Foundation

/// The options of `serve`. A project's `supabase/config.toml` comes first, so that options win over it.
struct ServeOptions {
    var configuration = MockServerConfiguration(.folder(".mock-postgrest"))
    /// Which SQL is served, when the current folder decided; and what of a project's configuration is not used.
    var notices: [String] = []

    init(_ arguments: [String], currentFolder: String = FileManager.default.currentDirectoryPath) throws {
        configuration.port = 54321
        configuration.databasePort = 54322
        configuration.inboxPort = 54324
        configuration.log = .text
        var folder = currentFolder
        var named: MockServerConfiguration.Migrations?
        var copy = self
        try copy.apply(arguments, &folder, &named)
        let migrations = named ?? look(in: folder)
        if case .project(let folder) = migrations { notices += try configuration.readProject(folder) }
        try apply(arguments, &folder, &named)
        configuration.migrations = migrations
    }

    private mutating func apply(
        _ arguments: [String], _ folder: inout String, _ migrations: inout MockServerConfiguration.Migrations?
    ) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--project":
                folder = try Self.value(of: option, from: &rest)
                migrations = .project(folder)
            case "--migrations": migrations = .folder(try Self.value(of: option, from: &rest))
            case "--host": configuration.host = try Self.value(of: option, from: &rest)
            case "--port": configuration.port = try Self.port(option, &rest)
            case "--db-port": configuration.databasePort = try Self.port(option, &rest)
            case "--inbox-port": configuration.inboxPort = try Self.port(option, &rest)
            case "--external-url": configuration.externalURL = try Self.value(of: option, from: &rest)
            case "--data": configuration.database = .folder(try Self.value(of: option, from: &rest))
            case "--ephemeral": configuration.database = .ephemeral
            case "--database-url": configuration.database = .url(try Self.value(of: option, from: &rest))
            case "--anonymous-sign-ins": configuration.auth.anonymousSignInsEnabled = true
            case "--provider":
                let (name, client) = try Self.provider(try Self.value(of: option, from: &rest))
                configuration.auth.external[name] = AuthSettings.Provider(clientIDs: [client])
            case "--log-format": configuration.log = try Self.log(try Self.value(of: option, from: &rest))
            case "--pool": configuration.poolSize = try Self.number(option, &rest, 1...1000)
            case "--no-template-cache": configuration.usesTemplateCache = false
            case "--allow-unconditional-writes": configuration.refusesUnconditionalWrites = false
            default: throw UsageError("'serve' has no option '\(option)'")
            }
        }
    }

    /// `supabase/` is a project, `migrations/` a folder of migrations, and nothing an empty database.
    private mutating func look(in folder: String) -> MockServerConfiguration.Migrations {
        if Self.isFolder("\(folder)/supabase") {
            notices.append("Serving the project in \(folder)/supabase")
            return .project(folder)
        }
        if Self.isFolder("\(folder)/migrations") {
            notices.append("Serving the migrations in \(folder)/migrations")
            return .folder("\(folder)/migrations")
        }
        notices.append("There is no supabase/ and no migrations/ in \(folder): the database is empty")
        return .none
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func value(of option: String, from rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(option) needs a value") }
        return value
    }

    private static func port(_ option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> UInt16 {
        UInt16(try number(option, &rest, 0...65535))
    }

    private static func number(
        _ option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Int>
    ) throws(UsageError) -> Int {
        let text = try value(of: option, from: &rest)
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    private static func provider(_ text: String) throws(UsageError) -> (name: String, client: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { throw UsageError("--provider takes NAME=CLIENT_ID, such as apple=com.example.app") }
        return (String(parts[0]), String(parts[1]))
    }

    private static func log(_ text: String) throws(UsageError) -> MockServerConfiguration.Log {
        switch text {
        case "text": .text
        case "json": .json
        case "none": .silent
        default: throw UsageError("--log-format is text, json or none, not '\(text)'")
        }
    }
}
