#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The right to work on a folder. It goes with the process, whatever ends it, because the kernel holds it.
///
/// The watcher of our PostgreSQL has a share in it: as long as it cleans up after us, nobody else begins.
struct FolderLock: Sendable {
    static let name = "lock"

    let descriptor: OwnedDescriptor

    /// Takes the lock. If its owner is dead, waits for the owner's watcher, which is about to let go.
    static func take(in folder: Folder) throws(ClusterError) -> FolderLock {
        let clock = ContinuousClock()
        let deadline = clock.now + ClusterLimits.handoverTime
        while true {
            let file = try OwnedDescriptor(opening: name, O_RDWR | O_CREAT, in: folder.descriptor).duplicate()
            if file.withNumber({ flock($0, LOCK_EX | LOCK_NB) }) == 0 {
                file.withNumber { _ = ftruncate($0, 0) }
                file.send("\(getpid())\n")
                return FolderLock(descriptor: file)
            }
            let owner = owner(in: file)
            guard clock.now < deadline, owner.map(isDead) ?? true else {
                throw .inUse(folder: folder.path, process: owner.map(Int.init))
            }
            usleep(10_000)
        }
    }

    /// Takes the lock of an abandoned folder: nil if somebody has it, or is about to have it, or if there is none.
    static func takeAbandoned(in folder: Folder) -> FolderLock? {
        guard let file = try? OwnedDescriptor(opening: name, O_RDWR, in: folder.descriptor),
            file.withNumber({ flock($0, LOCK_EX | LOCK_NB) }) == 0, owner(in: file) != nil
        else { return nil }
        return FolderLock(descriptor: file)
    }

    /// The watcher alone holds it from now on: whoever wants it waits for the watcher, in this process, too.
    func handOver() {
        descriptor.withNumber { _ = ftruncate($0, 0) }
    }

    /// Nil in the moment between taking the lock and writing one's number.
    private static func owner(in file: OwnedDescriptor) -> pid_t? {
        pid_t(String(decoding: file.readAll(), as: UTF8.self).prefix { $0 != "\n" })
    }

    private static func isDead(_ process: pid_t) -> Bool {
        kill(process, 0) != 0 && errno == ESRCH
    }
}
