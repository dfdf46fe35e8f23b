#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The time of day, for what leaves the service. What is stored takes its times from the database, which all processes share.
enum WallClock {
    /// Seconds since 1970 with a fraction.
    static func seconds() -> Double {
        let now = read()
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// RFC 3339 in UTC with microseconds.
    static func timestamp() -> String {
        let now = read()
        var seconds = now.tv_sec
        var date = tm()
        gmtime_r(&seconds, &date)
        let day = "\(padded(Int(date.tm_year) + 1900, 4))-\(padded(Int(date.tm_mon) + 1, 2))-\(padded(Int(date.tm_mday), 2))"
        let time = "\(padded(Int(date.tm_hour), 2)):\(padded(Int(date.tm_min), 2)):\(padded(Int(date.tm_sec), 2))"
        return "\(day)T\(time).\(padded(now.tv_nsec / 1000, 6))Z"
    }

    private static func read() -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
