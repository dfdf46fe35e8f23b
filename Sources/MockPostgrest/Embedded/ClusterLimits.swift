/// The bounds of the embedded PostgreSQL.
enum ClusterLimits {
    /// Crash recovery after a power cut may take this long before the server is ready.
    static let startTime: Duration = .seconds(60)
    /// How often the server's state is looked at while it starts.
    static let startInterval: CInt = 2
    /// What an orphan's fast shutdown may take before an immediate one replaces it, and that one before we give up.
    static let stopTime: Duration = .seconds(5)
    /// The same for our own: a disk that is slow to write a checkpoint must not keep a stopping server. Nothing is lost, the next
    /// start reads the log.
    static let stopMilliseconds: CInt = 600
    /// What stopping and cleaning up may take together before we leave the rest to the watcher: a process that waits for the disk
    /// cannot be ended.
    static let endTime: Duration = .seconds(1)
    /// How often it is looked whether it has ended, in microseconds.
    static let endInterval: UInt32 = 5_000
    /// What must be free of the folder in memory, and twice that of the memory itself: a database with its logs is smaller.
    static let memoryFolderBytes: UInt64 = 2 << 30
    /// What the watcher of a server that was killed may take to stop its PostgreSQL.
    static let handoverTime: Duration = .seconds(10)
    /// `sun_path` holds 104 bytes with the final NUL on macOS, 108 on Linux.
    static let socketPath = 103
    /// The attempts to start (the port taken meanwhile, the template broken) before the error is believed.
    static let startAttempts = 5
    /// Templates of other versions kept beside the current one.
    static let templates = 4
    /// The part of a log that an error message shows.
    static let logTail = 2000
    /// What is read of a program's output, or of a small file.
    static let outputBytes = 1 << 20
    /// A folder without a lock that is younger may be about to get one.
    static let unlockedAge = 60
}
