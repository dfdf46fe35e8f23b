import PostgresLink

/// What is asked of the inbox's table. The answers are written by PostgreSQL as Mailpit words them.
enum InboxQueries {
    /// - Parameter condition: which messages; nil: all.
    static func list(_ condition: SQL?, start: Int, limit: Int) -> SQL {
        let condition = condition ?? "true"
        return """
            SELECT json_build_object('total', (SELECT count(*) FROM mock_postgrest.messages),
                'unread', (SELECT count(*) FROM mock_postgrest.messages WHERE NOT is_read),
                'count', count(*), 'messages_count', (SELECT count(*) FROM mock_postgrest.messages m WHERE \(condition)),
                'messages_unread', (SELECT count(*) FROM mock_postgrest.messages m WHERE NOT is_read AND (\(condition))),
                'start', \(parameter: String(start))::bigint, 'tags', '[]'::json,
                'messages', coalesce(json_agg(\(summary) ORDER BY m.number DESC), '[]'))
            FROM (SELECT * FROM mock_postgrest.messages m WHERE \(condition) ORDER BY number DESC
                LIMIT \(parameter: String(limit))::bigint OFFSET \(parameter: String(start))::bigint) m
            """
    }

    /// One message, which counts as read from then on.
    static func open(_ id: String) -> SQL {
        "UPDATE mock_postgrest.messages m SET is_read = true WHERE m.id = \(wanted(id)) RETURNING \(whole)"
    }

    /// The oldest message to somebody that was not read yet. Of several who ask, each gets another.
    static func takeNext(to recipient: String, purpose: String) -> SQL {
        """
        UPDATE mock_postgrest.messages m SET is_read = true WHERE m.number = (
            SELECT number FROM mock_postgrest.messages
            WHERE lower(recipient) = lower(\(parameter: recipient)) AND NOT is_read
                AND (\(parameter: purpose) = '' OR purpose = \(parameter: purpose))
            ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING \(whole)
        """
    }

    /// The columns as they are.
    static func record(_ id: String) -> SQL {
        """
        SELECT to_json(r) FROM (SELECT m.*, extract(epoch FROM m.created_at)::bigint AS seconds
            FROM mock_postgrest.messages m WHERE m.id = \(wanted(id))) r
        """
    }

    /// The latest, for the page.
    static func records(limit: Int) -> SQL {
        """
        SELECT coalesce(json_agg(r ORDER BY r.number DESC), '[]') FROM (
            SELECT m.*, to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS shown
            FROM mock_postgrest.messages m ORDER BY number DESC LIMIT \(parameter: String(limit))::bigint) r
        """
    }

    /// - Parameter ids: nil for all.
    static func delete(_ ids: [String]?) -> SQL {
        guard let ids else { return "DELETE FROM mock_postgrest.messages" }
        return "DELETE FROM mock_postgrest.messages WHERE id IN (\(list(ids)))"
    }

    static func delete(where condition: SQL) -> SQL {
        "DELETE FROM mock_postgrest.messages m WHERE \(condition)"
    }

    static func mark(_ ids: [String]?, isRead: Bool) -> SQL {
        let change = "UPDATE mock_postgrest.messages SET is_read = \(parameter: String(isRead))::boolean" as SQL
        guard let ids else { return change }
        return "\(change) WHERE id IN (\(list(ids)))"
    }

    private static func list(_ ids: [String]) -> SQL {
        ids.isEmpty ? "NULL" : ids.map { "\(parameter: $0)" as SQL }.joined(separator: ", ")
    }

    private static func wanted(_ id: String) -> SQL {
        id == "latest" ? "(SELECT id FROM mock_postgrest.messages ORDER BY number DESC LIMIT 1)" : "\(parameter: id)"
    }

    // MARK: Mailpit's words

    private static let time: SQL = "(to_json(m.created_at AT TIME ZONE 'UTC') #>> '{}') || 'Z'"

    private static let envelope: SQL = """
        'ID', m.id, 'MessageID', m.id || '@mock-postgrest', 'Read', m.is_read,
        'From', json_build_object('Name', m.sender_name, 'Address', m.sender_address),
        'To', json_build_array(json_build_object('Name', '', 'Address', m.recipient)),
        'Cc', '[]'::json, 'Bcc', '[]'::json, 'ReplyTo', '[]'::json, 'Subject', m.subject,
        'Size', octet_length(m.html) + octet_length(m.text), 'Tags', '[]'::json,
        'Auth', CASE WHEN m.purpose = 'sms' THEN json_build_object('type', 'sms', 'phone', m.recipient, 'otp', m.code, 'text', m.text)
            ELSE json_build_object('type', m.purpose, 'to', m.recipient, 'token', m.code, 'token_hash', m.token_hash,
                'action_link', m.link, 'redirect_to', m.redirect) END
        """

    private static let summary: SQL = """
        json_build_object(\(envelope), 'Created', \(time), 'Attachments', 0,
            'Snippet', left(regexp_replace(btrim(m.text), '\\s+', ' ', 'g'), 250))
        """

    private static let whole: SQL = """
        json_build_object(\(envelope), 'Date', \(time), 'HTML', m.html, 'Text', m.text, 'ReturnPath', m.sender_address,
            'Attachments', '[]'::json, 'Inline', '[]'::json, 'ListUnsubscribe', json_build_object('Header', '', 'Links', '[]'::json))
        """
}
