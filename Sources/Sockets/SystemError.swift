#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A system call that failed: which one, and the error number it left.
package struct SystemError: Error, Hashable, Sendable {
    package let code: CInt
    package let operation: String

    package init(code: CInt, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The error that the last system call of this thread left in `errno`.
    static func last(_ operation: String) -> SystemError {
        SystemError(code: errno, operation: operation)
    }

    /// The loop was stopped while, or before, somebody waited on it.
    package static let loopStopped = SystemError(code: ECANCELED, operation: "wait on a stopped event loop")
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        "\(operation): \(String(cString: strerror(code)))"
    }
}

/// The time allowed for an operation ran out.
package struct TimedOut: Error, Hashable, Sendable {
    package init() {}
}
