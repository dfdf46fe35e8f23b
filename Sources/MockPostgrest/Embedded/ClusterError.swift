/// Why the embedded PostgreSQL could not be started.
package enum ClusterError: Error, Sendable, Hashable {
    /// No folder with `initdb` and `postgres` in it.
    case noInstallation(searched: [String])
    /// The data were made by a major version that this machine does not have.
    case otherVersion(folder: String, made: Int, installed: [Int])
    case initdb(output: String)
    /// PostgreSQL ended, or did not get ready in time; the end of its log.
    case start(log: String)
    /// PostgreSQL did not start on the copy of a template.
    case template(log: String)
    case portInUse(Int)
    /// Another server works on the folder.
    case inUse(folder: String, process: Int?)
    case folder(String, reason: String)
    case system(String)
}

extension ClusterError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noInstallation(let searched):
            """
            No PostgreSQL found. Install it (Debian: apt-get install postgresql, macOS: brew install postgresql@17) or set PG_BIN to \
            the folder of initdb and postgres. Searched: \(searched.joined(separator: ", "))
            """
        case .otherVersion(let folder, let made, let installed):
            """
            The data in \(folder) were made by PostgreSQL \(made); this machine has \
            \(installed.map(String.init).joined(separator: ", ")). Install version \(made), or remove the folder to begin anew.
            """
        case .initdb(let output): "initdb failed: \(output)"
        case .start(let log), .template(let log): "PostgreSQL did not start: \(log)"
        case .portInUse(let port): "Port \(port) for PostgreSQL is in use. Stop what listens there, or choose another (--db-port)."
        case .inUse(let folder, let process):
            "The data in \(folder) are in use by another server\(process.map { " (process \($0))" } ?? ""). Stop it, or use another folder."
        case .folder(let path, let reason): "The folder \(path) cannot be used: \(reason)"
        case .system(let text): text
        }
    }
}
