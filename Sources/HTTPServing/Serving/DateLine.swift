#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The `Date` line of a head, written once a second.
struct DateLine: Sendable {
    private var second: Int?
    private var text: [UInt8] = []

    mutating func line(at now: Int) -> [UInt8] {
        if second != now {
            second = now
            text = Array("Date: \(HTTPDate(secondsSince1970: now))\r\n".utf8)
        }
        return text
    }

    /// Seconds since 1970.
    static func clock() -> Int { time(nil) }
}
