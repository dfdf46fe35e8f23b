import JSONText
package import PostgresLink

/// The local inbox: every message that the service sends, in a table of the database.
package struct InboxStore: Sendable {
    private let pool: Pool

    /// - Parameter pool: sessions of `supabase_auth_admin`.
    package init(pool: Pool) {
        self.pool = pool
    }

    /// The JSON text in the first column of the first row; nil when there is none.
    nonisolated(nonsending)
        func text(_ statement: SQL) async throws -> [UInt8]?
    {
        let rows = try await pool.withSession { try await $0.run(statement) }
        guard rows.rowCount > 0, rows.columnCount > 0, let value = rows.value(0, 0) else { return nil }
        return value.withUnsafeBytes { Array($0) }
    }

    nonisolated(nonsending)
        func run(_ statement: SQL) async throws
    {
        _ = try await pool.withSession { try await $0.run(statement) }
    }
}

extension InboxStore: Outbox {
    nonisolated(nonsending)
        package func deliver(_ message: AuthMessage, in session: Session) async throws
    {
        let sender = message.purpose == .sms ? ("sms", "SMS") : (message.senderAddress, message.senderName)
        let write: SQL = """
            INSERT INTO mock_postgrest.messages
                (purpose, sender_address, sender_name, recipient, subject, html, text, code, token_hash, link, redirect)
            VALUES (\(parameter: message.purpose.name), \(parameter: sender.0), \(parameter: sender.1), \(parameter: message.recipient),
                \(parameter: message.purpose == .sms ? message.text : message.subject), \(parameter: message.html), \(parameter: message.text),
                \(parameter: message.code), \(parameter: message.tokenHash), \(parameter: message.link), \(parameter: message.redirect))
            RETURNING number
            """
        let written = try await session.run(write)
        // Old ones go, a few at a time.
        guard let number = written.firstText.flatMap({ Int($0) }), number % 100 == 0, number > Limits.inboxMessages else { return }
        _ = try await session.run(
            "DELETE FROM mock_postgrest.messages WHERE number <= \(parameter: String(number - Limits.inboxMessages))::bigint")
    }
}
