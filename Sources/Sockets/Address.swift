#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a socket listens or connects to.
///
///     try Address("127.0.0.1:54321")    try Address("[::1]:0")    try Address("unix:/tmp/pg/.s.PGSQL.5432")
package enum Address: Hashable, Sendable {
    /// The four bytes as a number, `127.0.0.1` being `0x7F000001`.
    case ipv4(UInt32, port: UInt16)
    case ipv6(IPv6, port: UInt16)
    case unix(path: String)

    package struct IPv6: Hashable, Sendable {
        package var high: UInt64
        package var low: UInt64
        /// The interface of a link-local address; 0 for none.
        package var scope: UInt32 = 0

        package init(high: UInt64, low: UInt64, scope: UInt32 = 0) {
            self.high = high
            self.low = low
            self.scope = scope
        }
    }

    package static func loopback(port: UInt16) -> Address {
        .ipv4(0x7F00_0001, port: port)
    }

    /// The port; nil for a Unix socket.
    package var port: UInt16? {
        switch self {
        case .ipv4(_, let port), .ipv6(_, let port): port
        case .unix: nil
        }
    }

    /// The address without its port, as `hostaddr` of libpq takes it.
    package var host: String {
        switch self {
        case .ipv4(let number, _): [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: number >> $0)) }.joined(separator: ".")
        case .ipv6(let address, _): address.description
        case .unix(let path): path
        }
    }
}

/// A text that is not an address.
package struct InvalidAddress: Error, Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package let reason: String

    package var description: String { "'\(text)' is not an address: \(reason)" }
}

extension Address {
    /// Reads `host:port`, `[host]:port` or `unix:path`; the host is numeric, or `localhost`, or `*` for every IPv4 interface.
    package init(_ text: String) throws(InvalidAddress) {
        if text.hasPrefix("unix:") || text.hasPrefix("/") {
            self = try .unix(checking: text.hasPrefix("/") ? text : String(text.dropFirst("unix:".count)))
            return
        }
        guard let colon = text.lastIndex(of: ":") else { throw InvalidAddress(text: text, reason: "a port is missing") }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            throw InvalidAddress(text: text, reason: "the port must be a number from 0 to 65535")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard let address = IPv6(host) else { throw InvalidAddress(text: text, reason: "the host is not an IPv6 address") }
            self = .ipv6(address, port: port)
            return
        }
        guard !host.contains(":") else { throw InvalidAddress(text: text, reason: "an IPv6 host must stand in brackets") }
        guard let address = Address(host: String(host), port: port) else {
            throw InvalidAddress(text: text, reason: "the host must be numeric, 'localhost' or '*'")
        }
        self = address
    }

    /// A numeric host without brackets, `localhost` or `*`; nil for a name, which only `resolve` can turn into an address.
    package init?(host: String, port: UInt16) {
        if host == "localhost" {
            self = .loopback(port: port)
        } else if host == "*" {
            self = .ipv4(0, port: port)
        } else if let address = IPv6(host) {
            self = .ipv6(address, port: port)
        } else {
            var number = in_addr()
            guard inet_pton(AF_INET, host, &number) == 1 else { return nil }
            self = .ipv4(UInt32(bigEndian: number.s_addr), port: port)
        }
    }

    /// A Unix socket, whose path must fit the field that the system has for it.
    package static func unix(checking path: String) throws(InvalidAddress) -> Address {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw InvalidAddress(text: path, reason: "the path is empty") }
        guard path.utf8.count <= Limits.unixPathBytes else {
            throw InvalidAddress(text: path, reason: "the path of a Unix socket may have \(Limits.unixPathBytes) bytes at most")
        }
        return .unix(path: path)
    }
}

extension Address: CustomStringConvertible {
    /// What `init(_:)` reads.
    package var description: String {
        switch self {
        case .ipv4(_, let port): "\(host):\(port)"
        case .ipv6(_, let port): "[\(host)]:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension Address.IPv6: CustomStringConvertible {
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(first), &bytes) == 1 else { return nil }
        self.init(bytes)
        if parts.count == 2 {
            scope = UInt32(parts[1]) ?? if_nametoindex(String(parts[1]))
            guard scope != 0 else { return nil }
        }
    }

    init(_ bytes: in6_addr, scope: UInt32 = 0) {
        self = withUnsafeBytes(of: bytes) { raw in
            Self(
                high: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)), scope: scope)
        }
    }

    var bytes: in6_addr {
        var bytes = in6_addr()
        withUnsafeMutableBytes(of: &bytes) { raw in
            raw.storeBytes(of: high.bigEndian, as: UInt64.self)
            raw.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return bytes
    }

    package var description: String {
        var bytes = bytes
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            inet_ntop(AF_INET6, &bytes, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) } ?? ""
        }
        return scope == 0 ? text : "\(text)%\(scope)"
    }
}
