import PostgresLink

/// What somebody looks for, in Mailpit's words: `to:"a@b.co" subject:welcome is:unread -"not this"`.
struct InboxSearch {
    let condition: SQL

    init(_ text: String) {
        let terms = Self.terms(of: text).prefix(Limits.inboxSearchTerms).map(Self.condition)
        condition = terms.isEmpty ? "true" : terms.joined(separator: " AND ")
    }

    /// Words, of which a part may be in quotes.
    private static func terms(of text: String) -> [String] {
        var terms: [String] = []
        var term = ""
        var isQuoted = false
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case _ where character.isWhitespace && !isQuoted:
                if !term.isEmpty { terms.append(term) }
                term = ""
            case _: term.append(character)
            }
        }
        return term.isEmpty ? terms : terms + [term]
    }

    private static func condition(_ term: String) -> SQL {
        guard let first = term.first, first == "-" || first == "!" else { return plainCondition(term) }
        let rest = String(term.dropFirst())
        return rest.isEmpty ? "true" : "NOT \(plainCondition(rest))"
    }

    private static func plainCondition(_ term: String) -> SQL {
        let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 {
            switch parts[0].lowercased() {
            case "to", "addressed": return "m.recipient ILIKE \(part(parts[1]))"
            case "from": return "(m.sender_address ILIKE \(part(parts[1])) OR m.sender_name ILIKE \(part(parts[1])))"
            case "subject": return "m.subject ILIKE \(part(parts[1]))"
            case "message-id": return "m.id || '@mock-postgrest' = \(parameter: parts[1])"
            case "type", "tag": return "m.purpose = \(parameter: parts[1])"
            case "is": return parts[1] == "read" ? "m.is_read" : parts[1] == "unread" ? "NOT m.is_read" : "false"
            case "cc", "bcc", "reply-to", "has": return "false"
            default: break
            }
        }
        let word = part(term)
        return "(m.recipient ILIKE \(word) OR m.subject ILIKE \(word) OR m.text ILIKE \(word) OR m.html ILIKE \(word))"
    }

    /// A pattern for texts that contain it; nothing in it has a meaning of its own.
    private static func part(_ text: String) -> SQL {
        let escaped = text.replacing("\0", with: "").replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
        return "\(parameter: "%\(escaped)%")"
    }
}
