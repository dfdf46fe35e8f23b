#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file descriptor that is closed with its last owner. Its number is lent only, because the compiler may end the life of a value
/// right after its last use.
final class OwnedDescriptor: Sendable {
    private let number: CInt

    init(owning number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    func withNumber<R>(_ body: (CInt) -> R) -> R {
        withExtendedLifetime(self) { body(number) }
    }

    /// Opens a file without following a link in its last component.
    convenience init(opening path: String, _ flags: CInt, mode: mode_t = 0o600, in folder: OwnedDescriptor? = nil) throws(ClusterError) {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        let number = folder?.withNumber { openat($0, path, flags, mode) } ?? open(path, flags, mode)
        guard number >= 0 else { throw .last("open \(path)") }
        self.init(owning: number)
    }

    /// A second descriptor of the same open file. Its number is none of those that `Spawn.start` gives to programs.
    func duplicate() throws(ClusterError) -> OwnedDescriptor {
        let copy = withNumber { fcntl($0, F_DUPFD_CLOEXEC, Spawn.firstDescriptor) }
        guard copy >= 0 else { throw .last("dup") }
        return OwnedDescriptor(owning: copy)
    }

    /// What is there to read, up to the limit.
    func readAll() -> [UInt8] {
        withNumber { number in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while bytes.count < ClusterLimits.outputBytes {
                let count = read(number, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            return bytes
        }
    }

    /// Writes a short text. That nobody reads it any more is found out in other ways.
    func send(_ text: String) {
        withNumber { number in
            let bytes = Array(text.utf8)
            _ = write(number, bytes, bytes.count)
        }
    }
}

extension ClusterError {
    /// The error that the last system call left in `errno`.
    static func last(_ operation: String) -> ClusterError {
        .system("\(operation): \(String(cString: strerror(errno)))")
    }
}
