#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Addresses as PostgreSQL's `inet` takes them.
enum IPAddress {
    static func isValid(_ text: String) -> Bool {
        var room = in6_addr()
        return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
    }

    static func isLoopback(_ text: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
        return withUnsafeBytes(of: &six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
}
