#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What is done to bare file descriptors.
enum Descriptor {
    static func close(_ descriptor: CInt) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    static func makeNonBlocking(_ descriptor: CInt) throws(SystemError) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
    }

    /// Reads a non-blocking descriptor until it is empty, and forgets what it read.
    static func drain(_ descriptor: CInt) {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    /// Whether a descriptor for which `poll(2)` reported a hang-up has really lost its peer.
    ///
    /// Linux reports a hang-up when both directions are closed. macOS reports one also when the peer has only finished
    /// sending, and then the socket still knows the peer's name.
    static func isGone(_ descriptor: CInt) -> Bool {
        #if canImport(Darwin)
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) != 0 }
            }
        #else
            return true
        #endif
    }
}
