#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The machine's folder in memory. A cluster consists of a thousand files, and so does each table of three or four: on a disk that
/// others use, too, making them takes most of a start.
enum MemoryFolder {
    /// nil where there is none, or where a database might be too large for it: containers often have 64 MB.
    static var path: String? {
        #if canImport(Darwin)
            return nil
        #else
            let path = "/dev/shm"
            var status = statvfs()
            guard statvfs(path, &status) == 0, access(path, W_OK | X_OK) == 0 else { return nil }
            let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
            guard free >= ClusterLimits.memoryFolderBytes, let memory = availableMemory,
                memory >= 2 * ClusterLimits.memoryFolderBytes
            else { return nil }
            return path
        #endif
    }

    /// What programs may take before the machine begins to swap, in bytes.
    private static var availableMemory: UInt64? {
        guard let file = try? OwnedDescriptor(opening: "/proc/meminfo", O_RDONLY) else { return nil }
        return availableMemory(in: String(decoding: file.readAll(), as: UTF8.self))
    }

    /// `MemAvailable:    8041312 kB`
    static func availableMemory(in text: String) -> UInt64? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
        else { return nil }
        let (bytes, overflows) = kilobytes.multipliedReportingOverflow(by: 1024)
        return overflows ? nil : bytes
    }
}
