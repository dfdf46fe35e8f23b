#if canImport(Darwin)
    import Darwin
#else
    import CEpoll
    import Glibc
#endif

/// Asks the kernel which descriptors are ready: by epoll on Linux, by `poll(2)` elsewhere (and on Linux, to test that code).
///
/// Registrations are level-triggered and stay in place after they fired, so that a connection that reads, answers and waits
/// again costs no system call for the second wait. Edge-triggering would save no more, and would lose wake-ups with readers
/// that do not drain their socket (libpq reads one buffer at a time); one-shot costs a call for every wait.
package struct Poller: Sendable {
    package enum Kind: Sendable, CaseIterable {
        /// epoll on Linux, `poll(2)` elsewhere.
        case automatic
        case poll
    }

    /// What a descriptor is watched for. A hang-up or an error is always reported.
    struct Watch: OptionSet {
        let rawValue: UInt8
        static let readable = Watch(rawValue: 1)
        static let writable = Watch(rawValue: 2)
    }

    struct Event {
        let descriptor: CInt
        /// Tells the registration that the event is for: the descriptor's number may have been given to another file since.
        let generation: UInt32
        let ready: Watch
        let hangUp: Bool
    }

    private enum Engine {
        #if canImport(Glibc)
            case epoll(CInt)
        #endif
        case poll(PollTable)
    }

    private var engine: Engine
    private let wakeReader: CInt
    /// Ends a `wait` from any thread.
    let waker: Waker

    init(_ kind: Kind) throws(SystemError) {
        #if canImport(Glibc)
            let wake = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
            guard wake >= 0 else { throw .last("eventfd") }
            (wakeReader, waker) = (wake, Waker(descriptor: wake))
            if kind == .automatic {
                let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
                engine = .epoll(epoll)
                // Edge-triggered: each write to the counter is a new edge, so that nobody need read it.
                guard epoll >= 0, Self.control(epoll, EPOLL_CTL_ADD, wake, mp_epoll_in | mp_epoll_edge, generation: 0) else {
                    let error = SystemError.last("epoll_create")
                    close()
                    throw error
                }
            } else {
                engine = .poll(PollTable(waker: wake))
            }
        #else
            let (reader, writer) = try Descriptor.pipe()
            (wakeReader, waker) = (reader, Waker(descriptor: writer))
            engine = .poll(PollTable(waker: reader))
            do throws(SystemError) {
                try Descriptor.makeNonBlocking(reader)
                try Descriptor.makeNonBlocking(writer)
            } catch {
                close()
                throw error
            }
        #endif
    }

    func close() {
        #if canImport(Glibc)
            if case .epoll(let epoll) = engine { Descriptor.close(epoll) }
        #endif
        Descriptor.close(wakeReader)
        if waker.descriptor != wakeReader { Descriptor.close(waker.descriptor) }
    }

    /// Whether a `wait` that runs already takes no notice of what `watch` changes meanwhile.
    var waitsOnCopy: Bool {
        if case .poll = engine { true } else { false }
    }

    mutating func watch(_ descriptor: CInt, for watch: Watch, generation: UInt32, isNew: Bool) throws(SystemError) {
        switch engine {
        #if canImport(Glibc)
            case .epoll(let epoll):
                let events = (watch.contains(.readable) ? mp_epoll_in : 0) | (watch.contains(.writable) ? mp_epoll_out : 0)
                let (first, second) = isNew ? (EPOLL_CTL_ADD, EPOLL_CTL_MOD) : (EPOLL_CTL_MOD, EPOLL_CTL_ADD)
                if Self.control(epoll, first, descriptor, events, generation: generation) { return }
                // The kernel forgets a closed descriptor by itself; whoever closed it should have told the loop, but recover.
                if errno == ENOENT || errno == EEXIST,
                    Self.control(epoll, second, descriptor, events, generation: generation)
                {
                    return
                }
                throw .last("epoll_ctl")
        #endif
        case .poll(var table):
            // Taken out while it changes, so that the table is not copied.
            engine = .poll(PollTable())
            table.watch(descriptor, for: watch, generation: generation)
            engine = .poll(table)
        }
    }

    mutating func unwatch(_ descriptor: CInt) {
        switch engine {
        #if canImport(Glibc)
            case .epoll(let epoll):
                // Fails if the descriptor is closed already, and then there is nothing to do.
                _ = Self.control(epoll, EPOLL_CTL_DEL, descriptor, 0, generation: 0)
        #endif
        case .poll(var table):
            engine = .poll(PollTable())
            table.unwatch(descriptor)
            engine = .poll(table)
        }
    }

    /// A wait of at most the given time (negative: no limit) that needs nobody to hold the poller.
    func waiting(milliseconds: CInt) -> Waiting {
        switch engine {
        #if canImport(Glibc)
            case .epoll(let epoll): Waiting(target: .epoll(epoll), milliseconds: milliseconds)
        #endif
        case .poll(let table): Waiting(target: .poll(table, waker: wakeReader), milliseconds: milliseconds)
        }
    }

    #if canImport(Glibc)
        private static func control(
            _ epoll: CInt, _ operation: CInt, _ descriptor: CInt, _ events: UInt32, generation: UInt32
        ) -> Bool {
            var event = epoll_event()
            event.events = events
            event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
            return epoll_ctl(epoll, operation, descriptor, &event) == 0
        }
    #endif
}

extension Poller {
    struct Waker: Sendable {
        let descriptor: CInt

        /// Ends the current wait, or the next.
        func wake() {
            // Eight bytes are one wake-up of a counter; a pipe is drained. A full one needs no second wake-up.
            var one: UInt64 = 1
            _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
        }
    }

    /// One wait for events, on a copy of what the poller watched when it was made.
    struct Waiting {
        fileprivate enum Target {
            #if canImport(Glibc)
                case epoll(CInt)
            #endif
            case poll(PollTable, waker: CInt)
        }

        fileprivate let target: Target
        fileprivate let milliseconds: CInt

        /// Appends what became ready. An interrupted wait appends nothing.
        func wait(appendingTo events: inout [Event]) {
            switch target {
            #if canImport(Glibc)
                case .epoll(let epoll):
                    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Limits.eventsPerPoll) { buffer in
                        let count = epoll_wait(epoll, buffer.baseAddress, CInt(buffer.count), milliseconds)
                        for index in 0..<max(0, Int(count)) {
                            let event = buffer[index]
                            let descriptor = CInt(truncatingIfNeeded: event.data.u64)
                            let generation = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
                            guard generation != 0 else { continue }
                            var ready: Watch = []
                            if event.events & mp_epoll_in != 0 { ready.insert(.readable) }
                            if event.events & mp_epoll_out != 0 { ready.insert(.writable) }
                            let hangUp = event.events & (mp_epoll_hangup | mp_epoll_error) != 0
                            events.append(Event(descriptor: descriptor, generation: generation, ready: ready, hangUp: hangUp))
                        }
                    }
            #endif
            case .poll(var table, let waker):
                table.poll(milliseconds: milliseconds, waker: waker, appendingTo: &events)
            }
        }
    }
}

#if canImport(Glibc)
    /// The calls that need CEpoll, which no other file imports.
    extension Descriptor {
        /// A pipe whose two ends are not inherited by child processes: (reader, writer).
        static func pipe() throws(SystemError) -> (CInt, CInt) {
            var ends: [CInt] = [-1, -1]
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe2") }
            return (ends[0], ends[1])
        }

        /// What tools show for the calling thread. Linux takes 15 bytes and refuses more.
        static func nameThread(_ name: String) {
            _ = pthread_setname_np(pthread_self(), String(decoding: name.utf8.prefix(15), as: UTF8.self))
        }

        /// -1 and `errno` if there is no connection to accept.
        static func acceptNonBlocking(_ listener: CInt) -> CInt {
            accept4(listener, nil, nil, CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
    }
#endif

/// The array that `poll(2)` takes, kept from call to call. Its first row is the waker's.
private struct PollTable: Sendable {
    private var rows: [pollfd] = []
    private var generations: [UInt32] = []
    private var rowOf: [CInt: Int] = [:]

    init() {}

    init(waker: CInt) {
        watch(waker, for: .readable, generation: 0)
    }

    mutating func watch(_ descriptor: CInt, for watch: Poller.Watch, generation: UInt32) {
        // macOS reports a hang-up only to those who ask for it; elsewhere the flag has no effect.
        var events = Int16(POLLHUP)
        if watch.contains(.readable) { events |= Int16(POLLIN) }
        if watch.contains(.writable) { events |= Int16(POLLOUT) }
        if let row = rowOf[descriptor] {
            rows[row].events = events
            generations[row] = generation
        } else {
            rowOf[descriptor] = rows.count
            rows.append(pollfd(fd: descriptor, events: events, revents: 0))
            generations.append(generation)
        }
    }

    mutating func unwatch(_ descriptor: CInt) {
        guard let row = rowOf.removeValue(forKey: descriptor) else { return }
        let last = rows.count - 1
        if row != last {
            rows[row] = rows[last]
            generations[row] = generations[last]
            rowOf[rows[row].fd] = row
        }
        rows.removeLast()
        generations.removeLast()
    }

    mutating func poll(milliseconds: CInt, waker: CInt, appendingTo events: inout [Poller.Event]) {
        var left = rows.withUnsafeMutableBufferPointer { buffer in
            #if canImport(Darwin)
                Darwin.poll(buffer.baseAddress, nfds_t(buffer.count), milliseconds)
            #else
                Glibc.poll(buffer.baseAddress, nfds_t(buffer.count), milliseconds)
            #endif
        }
        for (row, generation) in zip(rows, generations) where left > 0 && row.revents != 0 {
            left -= 1
            if row.fd == waker {
                Descriptor.drain(waker)
                continue
            }
            let reported = CInt(row.revents)
            var ready: Poller.Watch = []
            if reported & CInt(POLLIN) != 0 { ready.insert(.readable) }
            if reported & CInt(POLLOUT) != 0 { ready.insert(.writable) }
            let hangUp =
                reported & CInt(POLLERR | POLLNVAL) != 0
                || reported & CInt(POLLHUP) != 0 && Descriptor.isGone(row.fd)
            events.append(Poller.Event(descriptor: row.fd, generation: generation, ready: ready, hangUp: hangUp))
        }
    }
}
