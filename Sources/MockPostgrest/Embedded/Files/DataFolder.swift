#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a cluster lives: the folder with its data, log and lock, and the private folder of its sockets.
struct DataFolder: Sendable {
    /// The name of PostgreSQL's own folder in ours.
    static let name = "pgdata"
    static let logName = "postgres.log"
    private static let sockets = "run"

    let folder: Folder
    let lock: FolderLock
    let socketFolder: String
    /// What the watcher removes at the end.
    let temporary: ScratchFolder?
    let isEphemeral: Bool
    /// Why the folder is not the one that was asked for.
    let notice: String?

    var pgdata: String { "\(folder.path)/\(Self.name)" }
    var log: String { "\(folder.path)/\(Self.logName)" }

    init(_ configuration: ClusterConfiguration, for user: ServiceUser) throws(ClusterError) {
        for parent in Set([configuration.temporaryFolder, configuration.ephemeralFolder]) { ScratchFolder.sweep(parent, for: user) }
        switch configuration.location {
        case .ephemeral:
            let scratch = try ScratchFolder.make(in: configuration.ephemeralFolder, for: user)
            (folder, lock, temporary, isEphemeral, notice) = (scratch.folder, scratch.lock, scratch, true, nil)
            socketFolder = try folder.makePrivate(Self.sockets, for: user).path
        case .folder(let asked):
            let path = Folder.absolute(asked)
            if user.isOther && !user.canReach(path) {
                let base = try Self.privateBase(of: user).makePrivate("data", for: user)
                folder = try base.makePrivate(Self.name(for: path), for: user)
                notice = "\(user.name), who runs PostgreSQL because we are root, cannot reach \(path): its data are in \(folder.path)"
            } else {
                try Folder.makeAll(path)
                folder = try Folder(path)
                try folder.give(to: user)
                notice = nil
            }
            isEphemeral = false
            lock = try FolderLock.take(in: folder)
            if "\(folder.path)/\(Self.sockets)/.s.PGSQL.65535".utf8.count <= ClusterLimits.socketPath {
                temporary = nil
                socketFolder = try folder.makePrivate(Self.sockets, for: user).path
            } else {
                let scratch = try ScratchFolder.make(in: configuration.temporaryFolder, for: user)
                temporary = scratch
                socketFolder = scratch.folder.path
            }
        }
    }

    /// A folder under /var/tmp that belongs to the user alone, for when root cannot lend it one of its own.
    static func privateBase(of user: ServiceUser) throws(ClusterError) -> Folder {
        try Folder("/var/tmp").makePrivate("mock-postgrest-\(user.name)", for: user)
    }

    /// Readable, and different for different folders.
    private static func name(for path: String) -> String {
        let last = path.split(separator: "/").suffix(2).joined(separator: "-")
        let readable = last.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return String(readable.suffix(40)) + "-\(Fingerprint().adding(path))"
    }
}
