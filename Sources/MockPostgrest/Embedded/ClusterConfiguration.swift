#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the embedded PostgreSQL is to be.
package struct ClusterConfiguration: Sendable {
    package enum Location: Sendable, Hashable {
        /// A temporary folder that goes with the server.
        case ephemeral
        case folder(String)
    }

    /// The TCP port on 127.0.0.1. The private Unix socket is there in any case.
    package enum Port: Sendable, Hashable {
        case none
        /// One that is free.
        case any
        case fixed(Int)
    }

    /// Where bootstrapped clusters are kept for later cold starts.
    package enum Templates: Sendable, Hashable {
        /// The user's cache folder.
        case userCache
        case folder(String)
        case none
    }

    package var location: Location
    package var port: Port
    package var templates = Templates.userCache
    /// The major version that the project asks for, taken if it is installed.
    package var majorVersion: Int?
    /// The folder of `initdb` and `postgres`; found if nil.
    package var binaries: String? = Setting.read("PG_BIN")
    package var temporaryFolder: String = Setting.read("TMPDIR") ?? "/tmp"
    /// Where what is ephemeral lives: the temporary folder that the environment names, else memory, else a disk.
    package var ephemeralFolder: String = Setting.read("TMPDIR") ?? MemoryFolder.path ?? "/tmp"
    package var maximumConnections = 100
    /// For work that nobody waits for.
    package var isBackground = false

    package init(_ location: Location, port: Port = .none) {
        self.location = location
        self.port = port
    }
}

/// The environment of this process.
enum Setting {
    /// The variable's value; nil if it is not set or empty.
    static func read(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
