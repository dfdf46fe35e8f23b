#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket that listens.
///
///     let listener = try Listener.bind(.loopback(port: 0), on: loop)
///     while true { serve(try await listener.accept()) }
package struct Listener: Sendable {
    /// Where it really listens: the port that the system chose, if it was asked for 0.
    package let address: Address
    private let socket: Socket

    /// How to listen, where the address alone does not say it.
    package struct Options: Sendable {
        package var backlog: CInt = 1024
        /// Several loops or processes listen on one port, each with its own queue of connections.
        package var reusesPort = false
        /// `[::]` takes the port of IPv4, too.
        package var takesBothFamilies = false
        /// The permissions of a Unix socket's file: who may connect. nil leaves it to the umask.
        package var unixMode: UInt32?

        package init(reusesPort: Bool = false) {
            self.reusesPort = reusesPort
        }
    }

    /// The file of a Unix socket is made anew if nobody listens there any more.
    package static func bind(
        _ address: Address, on loop: EventLoop, options: Options = Options()
    ) throws(SystemError) -> Listener {
        let socket = Socket(adopting: try Descriptor.socket(family: address.family), on: loop)
        if case .unix(let path) = address {
            try removeDeadSocket(at: path, address)
        } else {
            Descriptor.setOption(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
            if options.reusesPort { Descriptor.setOption(socket.descriptor, SOL_SOCKET, SO_REUSEPORT, to: 1) }
        }
        // Otherwise `[::]` would take the IPv4 port too on some machines and not on others.
        if case .ipv6 = address {
            Descriptor.setOption(socket.descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, to: options.takesBothFamilies ? 0 : 1)
        }
        // Inherited by the accepted connections on Linux.
        Descriptor.prepareStream(socket.descriptor, family: address.family)

        try address.withSocketAddress { (pointer, length) throws(SystemError) in
            guard systemBind(socket.descriptor, pointer, length) == 0 else { throw .last("bind to \(address)") }
        }
        // Before anybody can connect.
        if case .unix(let path) = address, let mode = options.unixMode {
            guard chmod(path, mode_t(mode)) == 0 else { throw .last("chmod \(path)") }
        }
        guard systemListen(socket.descriptor, options.backlog) == 0 else { throw .last("listen on \(address)") }
        return Listener(address: try socket.localAddress, socket: socket)
    }

    /// The next connection. One task at a time may ask.
    ///
    /// When the process has no descriptor or memory left, it waits for others to return some instead of failing: the
    /// connection stays in the system's queue.
    package func accept() async throws -> Socket {
        var pause = Limits.acceptPause
        while true {
            do throws(SystemError) {
                if let descriptor = try Descriptor.accept(socket.descriptor) {
                    #if canImport(Darwin)
                        Descriptor.prepareStream(descriptor, family: address.family)
                    #endif
                    return Socket(adopting: descriptor, on: socket.loop)
                }
            } catch {
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) else { throw error }
                try await socket.loop.sleep(for: pause)
                pause = min(pause * 2, Limits.longestAcceptPause)
                continue
            }
            try await socket.loop.wait(for: .readable, on: socket.descriptor)
        }
    }

    /// Whoever waits in `accept` resumes by throwing `CancellationError`. The file of a Unix socket is removed.
    package func close() {
        if case .unix(let path) = address, !path.isEmpty { unlink(path) }
        socket.close()
    }

    /// A socket file that a crash left behind would make `bind` fail for ever.
    private static func removeDeadSocket(at path: String, _ address: Address) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = try Descriptor.socket(family: AF_UNIX)
        defer { Descriptor.close(probe) }
        try address.withSocketAddress { (pointer, length) throws(SystemError) in
            if Descriptor.connect(probe, pointer, length) != 0, errno == ECONNREFUSED { unlink(path) }
        }
    }
}

#if canImport(Darwin)
    private func systemBind(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> CInt {
        Darwin.bind(descriptor, address, length)
    }
    private func systemListen(_ descriptor: CInt, _ backlog: CInt) -> CInt { Darwin.listen(descriptor, backlog) }
#else
    private func systemBind(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> CInt {
        Glibc.bind(descriptor, address, length)
    }
    private func systemListen(_ descriptor: CInt, _ backlog: CInt) -> CInt { Glibc.listen(descriptor, backlog) }
#endif
