package import PostgresLink

/// Takes the messages that the service would send.
package protocol Outbox: Sendable {
    /// Throws when the message cannot be delivered; the request that caused it then fails, and leaves no code behind.
    ///
    /// - Parameter session: has the transaction open that the message belongs to. An inbox that writes with it holds the message
    ///   exactly when the code in it is good.
    func deliver(_ message: AuthMessage, in session: Session) async throws
}

/// Keeps the latest messages in memory, for tests.
package actor MemoryOutbox: Outbox {
    private let capacity: Int
    private var kept: [AuthMessage] = []

    package init(capacity: Int = 1_000) {
        precondition(capacity > 0, "an outbox for nothing")
        self.capacity = capacity
    }

    package func deliver(_ message: AuthMessage, in session: Session) {
        if kept.count == capacity { kept.removeFirst() }
        kept.append(message)
    }

    /// The messages to an address or number, the oldest first.
    package func messages(to recipient: String) -> [AuthMessage] {
        kept.filter { $0.recipient == recipient }
    }
}
