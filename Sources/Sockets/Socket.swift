#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Synchronization

/// A connected stream socket on a loop: non-blocking, not inherited by child processes, without Nagle's delay, and never
/// the cause of a SIGPIPE. Closed at the latest when its last reference goes.
///
/// One task may receive while another sends.
package final class Socket: Sendable {
    package let descriptor: CInt
    package let loop: EventLoop
    private let isOpen = Atomic(true)
    /// The last `receive` emptied the socket: the next one waits first instead of asking for bytes that are not there.
    private let isDrained = Atomic(false)

    /// Takes over a connected descriptor that is non-blocking already.
    init(adopting descriptor: CInt, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    deinit {
        close()
    }

    package static func connect(to address: Address, on loop: EventLoop, within limit: Duration? = nil) async throws -> Socket {
        let socket = Socket(adopting: try Descriptor.socket(family: address.family), on: loop)
        Descriptor.prepareStream(socket.descriptor, family: address.family)
        let isPending = try address.withSocketAddress { (pointer, length) throws(SystemError) -> Bool in
            if Descriptor.connect(socket.descriptor, pointer, length) == 0 { return false }
            // A Unix socket whose backlog is full answers EAGAIN, and there is nothing to wait for: that is a failure.
            guard errno == EINPROGRESS || errno == EINTR else { throw .last("connect to \(address)") }
            return true
        }
        if isPending {
            try await loop.wait(for: .writable, on: socket.descriptor, within: limit)
            let code = Descriptor.pendingError(socket.descriptor)
            guard code == 0 else { throw SystemError(code: code, operation: "connect to \(address)") }
        }
        return socket
    }

    /// Two sockets connected with each other.
    package static func pair(on loop: EventLoop) throws(SystemError) -> (Socket, Socket) {
        let (first, second) = try Descriptor.socketPair()
        return (Socket(adopting: first, on: loop), Socket(adopting: second, on: loop))
    }

    package var peerAddress: Address {
        get throws(SystemError) { try .filled("getpeername") { getpeername(descriptor, $0, $1) } }
    }

    package var localAddress: Address {
        get throws(SystemError) { try .filled("getsockname") { getsockname(descriptor, $0, $1) } }
    }

    // MARK: Receiving

    /// Appends at least one byte and at most `count` to `bytes`, as soon as there are any; returns how many, 0 at the end.
    /// Nothing is kept for the socket while it waits.
    @discardableResult
    nonisolated(nonsending)
        package func receive(
            appendingTo bytes: inout [UInt8], atMost count: Int = Socket.receiveBytes, within limit: Duration? = nil
        ) async throws -> Int
    {
        precondition(count > 0)
        if isDrained.load(ordering: .relaxed) { try await waitUntil(.readable, within: limit) }
        while true {
            if let received = try tryReceive(appendingTo: &bytes, atMost: count) { return received }
            try await waitUntil(.readable, within: limit)
        }
    }

    /// What `receive` asks for unless told otherwise.
    package static let receiveBytes = Limits.receiveBytes

    /// The bytes that are there, at most `count`; none at the end.
    nonisolated(nonsending)
        package func receive(atMost count: Int = Socket.receiveBytes, within limit: Duration? = nil) async throws -> [UInt8]
    {
        var bytes: [UInt8] = []
        try await receive(appendingTo: &bytes, atMost: count, within: limit)
        return bytes
    }

    /// Does not wait: nil when no byte is there yet.
    package func tryReceive(appendingTo bytes: inout [UInt8], atMost count: Int) throws(SystemError) -> Int? {
        let (received, code) = withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer -> (Int, CInt) in
            while isOpen.load(ordering: .relaxed) {
                let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if received > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<received])) }
                if received < 0, errno == EINTR { continue }
                return (received, received < 0 ? errno : 0)
            }
            return (-1, EBADF)
        }
        isDrained.store(received < count && received != 0, ordering: .relaxed)
        if received >= 0 { return received }
        if code == EAGAIN || code == EWOULDBLOCK { return nil }
        throw SystemError(code: code, operation: "recv")
    }

    // MARK: Sending

    /// Sends everything, or throws. `limit` is for each wait: a peer that takes a few bytes at a time is not cut off.
    ///
    /// The common case: one array, sent without what it takes to gather pieces.
    nonisolated(nonsending)
        package func send(_ bytes: [UInt8], within limit: Duration? = nil) async throws
    {
        var sent = 0
        while sent < bytes.count {
            guard let count = try trySend(bytes, from: sent) else {
                try await waitUntil(.writable, within: limit)
                continue
            }
            sent += count
        }
    }

    /// nil when the system takes nothing now.
    private func trySend(_ bytes: [UInt8], from start: Int) throws(SystemError) -> Int? {
        let (sent, code) = bytes.withUnsafeBytes { bytes -> (Int, CInt) in
            while isOpen.load(ordering: .relaxed) {
                let sent = Descriptor.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
                guard sent < 0 else { return (sent, 0) }
                if errno != EINTR { return (sent, errno) }
            }
            return (-1, EBADF)
        }
        if sent >= 0 { return sent }
        if code == EAGAIN || code == EWOULDBLOCK { return nil }
        throw SystemError(code: code, operation: "send")
    }

    nonisolated(nonsending)
        package func send(_ bytes: any Bytes, within limit: Duration? = nil) async throws
    {
        try await send([bytes], within: limit)
    }

    /// Sends the pieces one after the other, without joining them first.
    nonisolated(nonsending)
        package func send(_ pieces: [any Bytes], within limit: Duration? = nil) async throws
    {
        var rest = Outgoing(pieces)
        while !rest.isEmpty {
            if try !trySend(&rest) { try await waitUntil(.writable, within: limit) }
        }
    }

    /// Does not wait: sends what the system takes of `rest`, and returns false when it takes no more.
    package func trySend(_ rest: inout Outgoing) throws(SystemError) -> Bool {
        while !rest.isEmpty {
            guard isOpen.load(ordering: .relaxed) else { throw SystemError(code: EBADF, operation: "sendmsg") }
            let (sent, code) = rest.withVectors { vectors -> (Int, CInt) in
                let sent = Descriptor.send(descriptor, vectors)
                return (sent, errno)
            }
            if sent >= 0 {
                rest.advance(by: sent)
            } else if code == EAGAIN || code == EWOULDBLOCK {
                return false
            } else if code != EINTR {
                throw SystemError(code: code, operation: "sendmsg")
            }
        }
        return true
    }

    // MARK: The end

    /// See `EventLoop.waitForHangUp`.
    nonisolated(nonsending)
        package func waitForHangUp() async throws
    {
        guard isOpen.load(ordering: .relaxed) else { return }
        try await loop.waitForHangUp(on: descriptor)
    }

    package enum Half: Sendable { case receiving, sending, both }

    /// Ends one direction or both. It is no error if the peer has gone already.
    package func shutdown(_ half: Half) {
        guard isOpen.load(ordering: .relaxed) else { return }
        Descriptor.shutdown(descriptor, half)
    }

    /// Those who still wait on the socket resume by throwing. May be called more than once.
    package func close() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        loop.forget(descriptor)
        Descriptor.close(descriptor)
    }

    /// Closes with a reset instead of an orderly end: the peer sees a failed connection.
    package func abort() {
        guard isOpen.load(ordering: .relaxed) else { return }
        Descriptor.lingerForNothing(descriptor)
        close()
    }

    nonisolated(nonsending)
        private func waitUntil(_ interest: EventLoop.Interest, within limit: Duration?) async throws
    {
        guard isOpen.load(ordering: .relaxed) else { throw SystemError(code: EBADF, operation: "wait on a closed socket") }
        try await loop.wait(for: interest, on: descriptor, within: limit)
    }
}
