#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system calls of sockets, whose names and constants differ between the systems.
extension Descriptor {
    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
        private static let sendFlags: CInt = 0
    #else
        private static let stream = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        private static let sendFlags = CInt(MSG_NOSIGNAL)
    #endif

    static func socket(family: CInt) throws(SystemError) -> CInt {
        #if canImport(Darwin)
            let descriptor = Darwin.socket(family, stream, 0)
        #else
            let descriptor = Glibc.socket(family, stream, 0)
        #endif
        guard descriptor >= 0 else { throw .last("socket") }
        do throws(SystemError) {
            try prepareOnDarwin(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func socketPair() throws(SystemError) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { throw .last("socketpair") }
        do throws(SystemError) {
            for end in ends { try prepareOnDarwin(end) }
        } catch {
            for end in ends { close(end) }
            throw error
        }
        return (ends[0], ends[1])
    }

    /// A connection that a listening socket has; nil when there is none, or the one that was there has gone.
    static func accept(_ listener: CInt) throws(SystemError) -> CInt? {
        while true {
            #if canImport(Darwin)
                let descriptor = Darwin.accept(listener, nil, nil)
            #else
                let descriptor = acceptNonBlocking(listener)
            #endif
            if descriptor >= 0 {
                // It fails if the peer has reset the connection meanwhile, and then so will the first receive.
                try? prepareOnDarwin(descriptor)
                return descriptor
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw .last("accept")
            }
        }
    }

    /// Switches off Nagle's algorithm: answers are written whole, and must not wait for an acknowledgement.
    static func prepareStream(_ descriptor: CInt, family: CInt) {
        guard family != AF_UNIX else { return }
        setOption(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, to: 1)
    }

    @discardableResult
    static func setOption(_ descriptor: CInt, _ level: CInt, _ option: CInt, to value: CInt) -> Bool {
        var value = value
        return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) == 0
    }

    /// Closing then resets the connection.
    static func lingerForNothing(_ descriptor: CInt) {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Takes the error that a socket reports for what it did in the background; 0 for none.
    static func pendingError(_ descriptor: CInt) -> CInt {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }

    static func connect(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> CInt {
        #if canImport(Darwin)
            Darwin.connect(descriptor, address, length)
        #else
            Glibc.connect(descriptor, address, length)
        #endif
    }

    static func send(_ descriptor: CInt, _ vectors: UnsafeMutableBufferPointer<iovec>) -> Int {
        var message = msghdr()
        message.msg_iov = vectors.baseAddress
        message.msg_iovlen = .init(vectors.count)
        return sendmsg(descriptor, &message, sendFlags)
    }

    static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        sendto(descriptor, bytes.baseAddress, bytes.count, sendFlags, nil, 0)
    }

    static func shutdown(_ descriptor: CInt, _ half: Socket.Half) {
        #if canImport(Darwin)
            let how =
                switch half {
                case .receiving: SHUT_RD
                case .sending: SHUT_WR
                case .both: SHUT_RDWR
                }
            _ = Darwin.shutdown(descriptor, how)
        #else
            let how =
                switch half {
                case .receiving: CInt(SHUT_RD)
                case .sending: CInt(SHUT_WR)
                case .both: CInt(SHUT_RDWR)
                }
            _ = Glibc.shutdown(descriptor, how)
        #endif
    }

    #if canImport(Darwin)
        /// A pipe whose two ends are not inherited by child processes: (reader, writer).
        static func pipe() throws(SystemError) -> (CInt, CInt) {
            var ends: [CInt] = [-1, -1]
            guard Darwin.pipe(&ends) == 0 else { throw .last("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    #endif

    /// What Linux does with flags at the making of a socket.
    private static func prepareOnDarwin(_ descriptor: CInt) throws(SystemError) {
        #if canImport(Darwin)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, to: 1)
            try makeNonBlocking(descriptor)
        #endif
    }
}
