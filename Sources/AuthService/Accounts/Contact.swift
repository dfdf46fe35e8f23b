/// Where a user can be reached: what accounts are found by.
enum Contact: Sendable, Hashable {
    /// In lower case.
    case email(String)
    /// Digits only, without `+`.
    case phone(String)

    enum Kind: Sendable, Hashable {
        case email, phone
    }

    var kind: Kind {
        switch self {
        case .email: .email
        case .phone: .phone
        }
    }

    var text: String {
        switch self {
        case .email(let text), .phone(let text): text
        }
    }

    /// Checks an address as it was typed.
    init(email text: String) throws(AuthError) {
        guard !text.isEmpty else { throw .validation("An email address is required") }
        guard text.utf8.count <= Limits.emailBytes else { throw .validation("An email address is too long") }
        guard Self.isEmail(text) else { throw .validation("Unable to validate email address: invalid format") }
        self = .email(text.lowercased())
    }

    /// Checks a number as it was typed: E.164, perhaps with blanks.
    init(phone text: String) throws(AuthError) {
        let number = Self.bareNumber(text)
        guard let first = number.utf8.first, 0x31...0x39 ~= first, 2...15 ~= number.utf8.count,
            number.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { throw .validation("Invalid phone number format (E.164 required)") }
        self = .phone(number)
    }

    /// Without blanks and the `+` at the front.
    static func bareNumber(_ text: String) -> String {
        let number = text.hasPrefix("+") ? text.dropFirst() : text[...]
        return number.filter { $0 != " " }
    }

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let symbols = Set(".!#$%&'*+/=?^_`{|}~-".utf8)
        return parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || symbols.contains($0) }
            && HostName.isValid(String(parts[1]))
    }
}

extension AuthSettings {
    /// By what a number is sent messages. WhatsApp is one provider's.
    func checkChannel(_ channel: String) throws(AuthError) {
        let known = channel.isEmpty || channel == "sms" || (channel == "whatsapp" && sms.providerName.hasPrefix("twilio"))
        guard known else {
            throw .validation(
                "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider."
            )
        }
    }
}
