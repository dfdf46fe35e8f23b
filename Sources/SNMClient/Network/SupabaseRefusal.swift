import Foundation

/// A server's refusal in its own words.
public struct SupabaseRefusal: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The server's code, such as `23505`, `PGRST202` or `invalid_credentials`.
    public let code: String?
    /// The server's sentence; empty when it sent none.
    public let message: String
    /// More on what was wrong.
    public let details: String?
    /// What may help.
    public let hint: String?

    /// Made from a server's answer; public for those who make errors in tests.
    public init(status: Int, code: String? = nil, message: String = "", details: String? = nil, hint: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.hint = hint
    }

    init(status: Int, body: Data) {
        let words = ServerMessage(body)
        self.init(status: status, code: words?.code, message: words?.text ?? "", details: words?.details, hint: words?.hint)
    }

    /// The number of rows that the refusal of a single one mentions.
    var mentionedRows: Int {
        let numbers = [message, details ?? ""].flatMap { $0.split { !$0.isNumber } }.compactMap { Int($0) }
        return numbers.first ?? 0
    }
}

extension SupabaseRefusal: CustomStringConvertible {
    /// A sentence for the developer.
    public var description: String {
        var text = "The server answered \(status)"
        if let code { text += " (\(code))" }
        if !message.isEmpty { text += ": \(message)" }
        if let details, !details.isEmpty { text += " Details: \(details)" }
        if let hint, !hint.isEmpty { text += " Hint: \(hint)" }
        return text
    }
}
