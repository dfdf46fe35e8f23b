/// Every bound of this module, with its reason.
enum Limits {
    /// Jobs that may run before the poller is asked again: a task that keeps enqueueing must not starve the sockets.
    static let jobsBetweenPolls = 256

    /// Events taken from the kernel in one call: more would only delay the jobs that they wake.
    static let eventsPerPoll = 256

    /// The longest sleep of a poller: an hour, because the system calls take a 32-bit number of milliseconds.
    static let longestPollMilliseconds: CInt = 3_600_000

    /// Dead timers that may stay in the heap before it is rebuilt.
    static let deadTimers = 64

    /// Pieces handed to one `sendmsg`; systems allow at least 16, Linux and macOS 1,024.
    static let piecesPerSend = 64

    /// Bytes asked for by one `recv` unless told otherwise.
    static let receiveBytes = 16_384

    /// The first and the longest pause of `accept` while the process has no descriptor left.
    static let acceptPause: Duration = .milliseconds(10)
    static let longestAcceptPause: Duration = .seconds(1)

    /// The longest path of a Unix socket: the field of macOS, the shorter one, holds 104 bytes with the final zero.
    static let unixPathBytes = 103
}
