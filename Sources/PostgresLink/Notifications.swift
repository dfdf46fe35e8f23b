package import Sockets

/// What a `NOTIFY` carries.
package struct Notification: Sendable, Hashable {
    package let channel: String
    package let payload: String
    /// The server process of the session that sent it.
    package let processID: Int
}

extension Session {
    /// Waits for notifications of the channels that this session listens to.
    nonisolated(nonsending)
        package func notifications() async throws -> [Notification]
    {
        var isReady = false
        while true {
            let (notifications, isLost) = try state.withLock { (state) throws(DatabaseError) in
                guard let connection = state.connection else { throw .closed }
                precondition(!state.isBusy, "a session serves one task at a time")
                let isLost = isReady && !connection.consumeInput()
                // Notices wait in the same stream, and nobody else takes them meanwhile.
                _ = connection.takeNotices()
                return (connection.takeNotifications(), isLost ? connection.errorText : nil)
            }
            if !notifications.isEmpty { return notifications }
            if let isLost {
                state.withLock { letGo(&$0) }
                throw DatabaseError.connection(isLost)
            }
            try await loop.wait(for: .readable, on: descriptor)
            isReady = true
        }
    }
}

/// Notifications of some channels, for ever: when the connection breaks, it is made again.
///
///     for try await event in NotificationStream(settings, channels: ["pgrst"], on: loop) {
///         if case .notification(let notification) = event { … }
///     }
///
/// Whoever iterates does the work, so there is no task to stop; a cancelled iteration throws `CancellationError`.
package struct NotificationStream: AsyncSequence, Sendable {
    package enum Event: Sendable, Hashable {
        /// It listens from now on. Except the first time, notifications may have been lost before.
        case listening(isFirst: Bool)
        case notification(Notification)
        /// The connection broke or could not be made; it is tried again after the pause.
        case disconnected(DatabaseError, pause: Duration)
    }

    private let settings: ConnectionSettings
    private let channels: [String]
    private let loop: EventLoop
    private let firstPause: Duration

    package init(
        _ settings: ConnectionSettings, channels: [String], on loop: EventLoop, firstPause: Duration = Limits.firstListenPause
    ) {
        self.settings = settings
        self.channels = channels
        self.loop = loop
        self.firstPause = firstPause
    }

    package func makeAsyncIterator() -> Iterator {
        var settings = settings
        // A standby neither listens nor is told of changes.
        settings["target_session_attrs"] = settings["target_session_attrs"] ?? "read-write"
        // Nothing is sent on this connection, so only probes find out that the other side has gone.
        settings["keepalives_idle"] = settings["keepalives_idle"] ?? "60"
        return Iterator(settings: settings, channels: channels, loop: loop, pauses: Pauses(first: firstPause))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let settings: ConnectionSettings
        fileprivate let channels: [String]
        fileprivate let loop: EventLoop
        fileprivate var pauses: Pauses
        private var session: Session?
        private var ready: ArraySlice<Notification> = []
        private var pause: Duration?
        private var isFirst = true

        fileprivate init(settings: ConnectionSettings, channels: [String], loop: EventLoop, pauses: Pauses) {
            self.settings = settings
            self.channels = channels
            self.loop = loop
            self.pauses = pauses
        }

        package mutating func next() async throws -> Event? {
            while true {
                if let notification = ready.popFirst() { return .notification(notification) }
                do {
                    guard let session else { return try await listen() }
                    ready = try await session.notifications()[...]
                } catch let error as DatabaseError {
                    try Task.checkCancellation()
                    session = nil
                    let pause = pauses.next()
                    self.pause = pause
                    return .disconnected(error, pause: pause)
                }
            }
        }

        private mutating func listen() async throws -> Event {
            if let pause { try await loop.sleep(for: pause) }
            let session = try await Session.connect(settings, on: loop)
            _ = try await session.run(channels.map { Statement("LISTEN \(identifier: $0)", isPrepared: false) })
            self.session = session
            pause = nil
            pauses.reset()
            defer { isFirst = false }
            return .listening(isFirst: isFirst)
        }
    }
}

/// 1, 2, 4 … 32 seconds.
struct Pauses: Sendable {
    private let first: Duration
    private let longest: Duration
    private var current: Duration?

    init(first: Duration, longest: Duration = Limits.longestListenPause) {
        self.first = first
        self.longest = longest
    }

    mutating func next() -> Duration {
        let next = min(current.map { $0 * 2 } ?? first, longest)
        current = next
        return next
    }

    mutating func reset() {
        current = nil
    }
}
