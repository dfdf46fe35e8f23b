#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Times as Apache's logs have them, in the machine's time zone: `17/Feb/2025:17:28:15 -0500`.
struct LogTime {
    let text: String

    init(_ seconds: time_t = time(nil)) {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        let month = Self.months.indices.contains(Int(parts.tm_mon)) ? Self.months[Int(parts.tm_mon)] : "???"
        let minutes = abs(parts.tm_gmtoff) / 60
        let zone = (parts.tm_gmtoff < 0 ? "-" : "+") + Self.two(minutes / 60) + Self.two(minutes % 60)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.two(Int($0)) }.joined(separator: ":")
        text = "\(Self.two(Int(parts.tm_mday)))/\(month)/\(Int(parts.tm_year) + 1900):\(clock) \(zone)"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
