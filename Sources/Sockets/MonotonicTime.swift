#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A point on the system's monotonic clock, in nanoseconds. Half the size of `ContinuousClock.Instant`, so timers stay small.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    package let nanoseconds: UInt64

    init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// A negative duration is none; one beyond five centuries is "never".
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
        return MonotonicTime(nanoseconds: overflow ? .max : sum)
    }

    /// Milliseconds from `now`, rounded up so that a timer is never early, as the pollers take them.
    func milliseconds(from now: MonotonicTime) -> CInt {
        guard self > now else { return 0 }
        let rest = (nanoseconds - now.nanoseconds) / 1_000_000
        return CInt(min(rest + 1, UInt64(Limits.longestPollMilliseconds)))
    }
}

extension Duration {
    var clampedNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
