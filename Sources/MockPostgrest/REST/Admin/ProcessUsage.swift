#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the process has used of the machine.
struct ProcessUsage {
    /// User and system, in seconds.
    var processorTime: Double
    var residentBytes: Int

    static var current: ProcessUsage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            let unit = 1
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let unit = 1024
        #endif
        return ProcessUsage(
            processorTime: usage.ru_utime.inSeconds + usage.ru_stime.inSeconds, residentBytes: Int(usage.ru_maxrss) * unit)
    }

    /// When somebody first asked, which the server does as it starts; in seconds since 1970.
    static let startTime: Double = {
        var now = timeval()
        gettimeofday(&now, nil)
        return now.inSeconds
    }()
}

extension timeval {
    fileprivate var inSeconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
