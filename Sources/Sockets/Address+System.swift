#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Addresses in the form in which the system takes and gives them.
extension Address {
    var family: CInt {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        case .unix: AF_UNIX
        }
    }

    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> R) throws(SystemError) -> R {
        switch self {
        case .ipv4(let number, let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = number.bigEndian
            return try Self.pass(&address, body)
        case .ipv6(let host, let port):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = host.bytes
            address.sin6_scope_id = host.scope
            return try Self.pass(&address, body)
        case .unix(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            // Again, because the case can be made without `unix(checking:)`.
            guard path.utf8.count <= Limits.unixPathBytes else { throw SystemError(code: ENAMETOOLONG, operation: "unix socket \(path)") }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return try Self.pass(&address, body)
        }
    }

    private static func pass<A, R>(
        _ address: inout A, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> R
    ) throws(SystemError) -> R {
        let length = socklen_t(MemoryLayout<A>.size)
        let result: Result<R, SystemError> = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                do throws(SystemError) {
                    return .success(try body(pointer, length))
                } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    /// The address that a system call writes; `call` returns what the system call did.
    static func filled(
        _ operation: String, by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) throws(SystemError) -> Address {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        guard result == 0 else { throw .last(operation) }
        return Address(storage)
    }

    init(_ storage: sockaddr_storage) {
        self = withUnsafeBytes(of: storage) { raw in
            switch CInt(storage.ss_family) {
            case AF_INET:
                let address = raw.loadUnaligned(as: sockaddr_in.self)
                return .ipv4(UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
            case AF_INET6:
                let address = raw.loadUnaligned(as: sockaddr_in6.self)
                return .ipv6(
                    IPv6(address.sin6_addr, scope: address.sin6_scope_id), port: UInt16(bigEndian: address.sin6_port))
            default:
                // A Unix socket; the peer of a listening one has no name. The path ends with a zero or with the field.
                let address = raw.loadUnaligned(as: sockaddr_un.self)
                let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                return .unix(path: path)
            }
        }
    }
}
