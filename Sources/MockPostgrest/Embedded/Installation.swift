#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The PostgreSQL programs of this machine.
package struct Installation: Sendable, Hashable {
    /// The folder of `initdb` and `postgres`.
    package let binaries: String
    package let majorVersion: Int

    /// The installation in a folder; nil if there is none.
    init?(in folder: String, as user: ServiceUser) {
        let binaries = Folder.absolute(folder)
        guard access("\(binaries)/initdb", X_OK) == 0, access("\(binaries)/postgres", X_OK) == 0,
            let major = Self.debianVersion(of: binaries) ?? Self.version(of: binaries, as: user)
        else { return nil }
        self.binaries = binaries
        majorVersion = major
    }

    /// Where Debian has each version in a folder of its number.
    private static let debian = "/usr/lib/postgresql"

    /// The version that Debian's name of the folder tells, which saves the start of a program.
    static func debianVersion(of binaries: String) -> Int? {
        let parts = binaries.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "bin", binaries.hasPrefix("\(debian)/") else { return nil }
        return Int(parts[4])
    }

    private static func version(of binaries: String, as user: ServiceUser) -> Int? {
        guard let outcome = try? Program(["\(binaries)/postgres", "--version"], as: user).run(), outcome.succeeded,
            let number = outcome.output.firstIndex(where: { ("0"..."9").contains($0) })
        else { return nil }
        return Int(outcome.output[number...].prefix { ("0"..."9").contains($0) })
    }

    /// The installation to use: the one that made the data, if there are any; else the one the project asks for, if it is there; else
    /// the first found.
    static func find(_ configuration: ClusterConfiguration, data: DataFolder, as user: ServiceUser) throws(ClusterError) -> Installation {
        let made = (try? Folder(data.pgdata))?.read("PG_VERSION").flatMap { Int($0.prefix { ("0"..."9").contains($0) }) }
        let folders = configuration.binaries.map { [$0] } ?? candidates(as: user)
        var seen: [Installation] = []
        for folder in folders {
            guard let installation = Installation(in: folder, as: user), !seen.contains(installation) else { continue }
            seen.append(installation)
            let wanted = made ?? configuration.majorVersion
            if wanted == nil || wanted == installation.majorVersion { return installation }
        }
        guard let first = seen.first else { throw .noInstallation(searched: folders) }
        guard let made else { return first }
        throw .otherVersion(folder: data.folder.path, made: made, installed: seen.map(\.majorVersion))
    }

    /// Where PostgreSQL may be, the likeliest first. `initdb` may be on PATH by links from one of these.
    private static func candidates(as user: ServiceUser) -> [String] {
        let ofDebian = versions(in: debian).map { "\(debian)/\($0)/bin" }
        var folders = ofDebian
        // Debian's own pg_config would name the first of these.
        if ofDebian.isEmpty || Program.path(of: "pg_config") != "/usr/bin/pg_config",
            let outcome = try? Program(["pg_config", "--bindir"], as: user).run(), outcome.succeeded
        {
            folders.insert(String(outcome.output.prefix { $0 != "\n" }), at: 0)
        }
        for prefix in ["/opt/homebrew/opt", "/usr/local/opt"] {
            let kegs = Folder.names(in: prefix).filter { $0.hasPrefix("postgresql") }
            folders += kegs.sorted { number($0) > number($1) }.map { "\(prefix)/\($0)/bin" }
        }
        let app = "/Applications/Postgres.app/Contents/Versions"
        folders += versions(in: app).map { "\(app)/\($0)/bin" }
        folders += versions(in: "/usr").filter { $0.hasPrefix("pgsql-") }.map { "/usr/\($0)/bin" }
        return folders + ["/usr/local/pgsql/bin", "/usr/local/bin", "/usr/bin"]
    }

    /// The names with a number in them, the highest first.
    private static func versions(in folder: String) -> [String] {
        Folder.names(in: folder).filter { number($0) > 0 }.sorted { number($0) > number($1) }
    }

    private static func number(_ name: String) -> Int {
        Int(name.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }) ?? 0
    }

    /// Whether a loadable library is installed.
    func hasLibrary(_ name: String) -> Bool {
        libraryFolders.contains { folder in
            ["so", "dylib", "dll"].contains { access("\(folder)/\(name).\($0)", R_OK) == 0 }
        }
    }

    private var libraryFolders: [String] {
        ["\(binaries)/../lib", "\(binaries)/../lib/postgresql", "/usr/lib/postgresql/\(majorVersion)/lib"]
    }

    private var extensionFolders: [String] {
        [
            "\(binaries)/../share/postgresql/extension", "\(binaries)/../share/extension",
            "\(binaries)/../share/postgresql@\(majorVersion)/extension", "/usr/share/postgresql/\(majorVersion)/extension",
        ]
    }

    /// Changes when PostgreSQL is installed anew, and when extensions come or go.
    var fingerprint: Fingerprint {
        let paths = ["\(binaries)/postgres"] + libraryFolders + extensionFolders
        return paths.reduce(Fingerprint().adding("\(majorVersion)")) { fingerprint, path in
            var status = stat()
            guard stat(path, &status) == 0 else { return fingerprint }
            return fingerprint.adding("\(path) \(status.st_size) \(status.modificationTime)")
        }
    }
}
