import Tokens
package import JSONText

/// Takes the messages that the service would send: an inbox in memory, a mail server.
package protocol Outbox: Sendable {
    /// Throws when the message cannot be delivered; the request that caused it then fails, and leaves no code behind.
    func deliver(_ message: AuthMessage) async throws
}

/// A message with a code, and for e-mails a link, that prove that somebody reads it.
package struct AuthMessage: Sendable, Hashable {
    package enum Purpose: String, Sendable, Hashable {
        case confirmation
        case emailChange = "email_change"
        case sms
    }

    package var purpose: Purpose
    package var recipient: String
    package var code: String
    /// "" in an SMS, like the link.
    package var tokenHash: String
    package var link: String
    package var redirect: String
    package var siteURL: String
    /// The user's address, which is not the recipient when a new one is to be confirmed.
    package var email: String
    package var newEmail: String
    package var userMetadata: JSON
    /// The text of an SMS.
    package var text: String
}

/// Keeps the latest messages, for tests and for whoever has no mail server.
package actor MemoryOutbox: Outbox {
    private let capacity: Int
    private var kept: [AuthMessage] = []

    package init(capacity: Int = 1_000) {
        precondition(capacity > 0, "an outbox for nothing")
        self.capacity = capacity
    }

    package func deliver(_ message: AuthMessage) {
        if kept.count == capacity { kept.removeFirst() }
        kept.append(message)
    }

    /// The messages to an address or number, the oldest first.
    package func messages(to recipient: String) -> [AuthMessage] {
        kept.filter { $0.recipient == recipient }
    }
}
