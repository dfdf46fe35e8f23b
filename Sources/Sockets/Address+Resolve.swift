#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A host name that the system's resolver does not know, or could not look up.
package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let reason: String

    package var description: String { "cannot resolve '\(host)': \(reason)" }
}

extension Address {
    /// Asks the system's resolver for the addresses of a host, best first. It blocks: call it through `Offload`.
    package static func resolve(_ host: String, port: UInt16) throws(ResolutionError) -> [Address] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else { throw ResolutionError(host: host, reason: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }

        var addresses: [Address] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr {
                var storage = sockaddr_storage()
                withUnsafeMutableBytes(of: &storage) { target in
                    let length = min(Int(entry.ai_addrlen), target.count)
                    target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: length))
                }
                addresses.append(Address(storage).withPort(port))
            }
            next = entry.ai_next
        }
        return addresses
    }

    /// The same host with another port; a Unix socket stays what it is.
    package func withPort(_ port: UInt16) -> Address {
        switch self {
        case .ipv4(let number, _): .ipv4(number, port: port)
        case .ipv6(let host, _): .ipv6(host, port: port)
        case .unix: self
        }
    }
}
