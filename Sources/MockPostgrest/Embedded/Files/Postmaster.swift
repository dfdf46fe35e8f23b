#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The server process of a data folder, as it describes itself in `postmaster.pid`.
struct Postmaster: Sendable, Hashable {
    static let file = "postmaster.pid"

    let process: pid_t
    let isReady: Bool

    /// The file has a line each for process, folder, start time, port, socket folder, address, shared memory, and state.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let process = pid_t(first), process > 1 else { return nil }
        self.process = process
        isReady = lines.count > 7 && lines[7].hasPrefix("ready")
    }

    /// Stops a server that works in the folder although nobody holds the lock: we, and our watcher too, were killed. Removes the
    /// file of one that is gone: its number may be that of another program now, for which PostgreSQL would refuse to start.
    ///
    /// Returns whether there was anything to do.
    @discardableResult
    static func stopOrphan(in data: Folder) -> Bool {
        guard let text = data.read(file) else { return false }
        if let orphan = Postmaster(text), orphan.works(in: data) {
            kill(orphan.process, SIGINT)
            if !orphan.ends(within: ClusterLimits.stopTime) {
                kill(orphan.process, SIGQUIT)
                _ = orphan.ends(within: ClusterLimits.stopTime)
            }
        }
        data.remove(file: file)
        return true
    }

    private func ends(within time: Duration) -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + time
        while kill(process, 0) == 0 {
            guard clock.now < deadline else { return false }
            usleep(5_000)
        }
        return true
    }

    /// Whether the process is a server of this folder: PostgreSQL makes its data folder the current one.
    private func works(in data: Folder) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        #if canImport(Darwin)
            var info = proc_vnodepathinfo()
            let size = CInt(MemoryLayout<proc_vnodepathinfo>.size)
            guard proc_pidinfo(process, PROC_PIDVNODEPATHINFO, 0, &info, size) == size else { return false }
            let capacity = MemoryLayout.size(ofValue: info.pvi_cdir.vip_path)
            let folder = withUnsafePointer(to: &info.pvi_cdir.vip_path) {
                $0.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
            }
            return folder == Folder.absolute(data.path)
        #else
            return Folder.absolute("/proc/\(process)/cwd") == Folder.absolute(data.path)
        #endif
    }
}
