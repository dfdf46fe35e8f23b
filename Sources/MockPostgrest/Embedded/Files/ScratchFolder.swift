#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A private temporary folder that goes with the server, or, if the server and its watcher were killed, with the next start.
struct ScratchFolder: Sendable {
    /// Of our own scratch folders alone: whoever keeps data under a name of ours beside them must find it again.
    private static let prefix = "mock-postgrest-ephemeral-"
    /// Letters that `mkdtemp` puts behind it.
    private static let suffixLength = 6

    /// Whether a server made the folder for a time, and so it may be removed.
    static func isScratch(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + suffixLength
    }

    let folder: Folder
    let lock: FolderLock

    static func make(in parent: String, for user: ServiceUser) throws(ClusterError) -> ScratchFolder {
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .folder(parent, reason: String(cString: strerror(errno))) }
        let path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        let folder = try Folder(path)
        try folder.give(to: user)
        return ScratchFolder(folder: folder, lock: try FolderLock.take(in: folder))
    }

    func remove() {
        Self.remove(folder.path)
    }

    /// Removes what servers left that were killed together with their watchers, and stops their PostgreSQL.
    static func sweep(_ parent: String, for user: ServiceUser) {
        for name in Folder.names(in: parent) where isScratch(name) {
            // Somebody else's, or gone meanwhile.
            guard let folder = try? Folder("\(parent)/\(name)"), let status = try? folder.status(), status.st_uid == user.id else {
                continue
            }
            guard folder.contains(FolderLock.name) else {
                // Perhaps it is being made.
                if isOld(status) { remove(folder.path) }
                continue
            }
            guard let lock = FolderLock.takeAbandoned(in: folder) else { continue }
            withExtendedLifetime(lock) {
                if let data = try? Folder("\(folder.path)/\(DataFolder.name)") { Postmaster.stopOrphan(in: data) }
                remove(folder.path)
            }
        }
    }

    private static func isOld(_ status: stat) -> Bool {
        time(nil) - status.modificationTime > ClusterLimits.unlockedAge
    }

    /// As ourselves, who may have put something there that the user cannot remove. `rm` follows no links.
    private static func remove(_ path: String) {
        _ = try? Program(["rm", "-rf", path], as: .ourselves).run()
    }
}
