import JSONText
import PostgresLink

/// A row of `auth.users` with its identities, as it was read.
///
/// The database makes the JSON that clients see, so that every type is written by one program only. Members whose name begins
/// with `_` stay inside.
struct User: Sendable {
    private var record: JSONObject

    init(_ record: JSONObject) {
        self.record = record
        // In an identity what is null is left out, too; not so in the data that the provider gave.
        if let identities = record["identities"]?.array {
            self.record.set("identities", .array(identities.map(Self.withoutNulls)))
        }
        if let factors = record["factors"]?.array { self.record.set("factors", .array(factors.map(Self.withoutEmptyName))) }
    }

    private static func withoutEmptyName(_ json: JSON) -> JSON {
        guard let object = json.object else { return json }
        return .object(JSONObject(object.members.filter { $0.name != "friendly_name" || ($0.value != .null && $0.value != "") }))
    }

    private static func withoutNulls(_ json: JSON) -> JSON {
        guard let object = json.object else { return json }
        return .object(JSONObject(object.members.filter { $0.value != .null && !($0.name == "identity_data" && $0.value == [:]) }))
    }

    var id: String { text("id") }
    var audience: String { text("aud") }
    var role: String { text("role") }
    var email: String { text("email") }
    var phone: String { text("phone") }
    var appMetadata: JSON { record["app_metadata"] ?? [:] }
    var userMetadata: JSON { record["user_metadata"] ?? [:] }
    var isAnonymous: Bool { record["is_anonymous"]?.bool ?? false }
    var isEmailConfirmed: Bool { !text("email_confirmed_at").isEmpty }
    var isPhoneConfirmed: Bool { !text("phone_confirmed_at").isEmpty }
    var isInvited: Bool { !text("invited_at").isEmpty }
    var newEmail: String { text("new_email") }
    var newPhone: String { text("new_phone") }
    var identities: [JSON] { record["identities"]?.array ?? [] }

    var passwordHash: String { text("_password_hash") }
    var isBanned: Bool { record["_is_banned"]?.bool ?? false }
    /// Whether the account belongs to a company's single sign-on.
    var isSSO: Bool { record["_is_sso"]?.bool ?? false }
    /// How many of the two addresses have agreed to a change.
    var emailChangeStatus: Int { record["_email_change_status"]?.int ?? 0 }
    var factors: [JSON] { record["factors"]?.array ?? [] }
    var hasVerifiedFactor: Bool { factors.contains { $0["status"] == "verified" } }

    /// The hash of the code that is outstanding; "" when none is.
    func hash(_ kind: OneTimeToken) -> String { text("_" + kind.rawValue) }

    /// Seconds since the code was sent; nil when none was.
    func secondsSinceMessage(_ kind: OneTimeToken) -> Double? {
        switch kind {
        case .confirmation: seconds("_since_confirmation")
        case .recovery: seconds("_since_recovery")
        case .emailChangeNew, .emailChangeCurrent: seconds("_since_email_change")
        case .phoneChange: seconds("_since_phone_change")
        case .reauthentication: seconds("_since_reauthentication")
        }
    }

    /// What clients see; what is null is left out.
    var json: JSON {
        .object(JSONObject(record.members.filter { $0.value != .null && !$0.name.hasPrefix("_") }))
    }

    private func text(_ name: String) -> String { record[name]?.string ?? "" }

    func identity(_ provider: String) -> JSON? { identities.first { $0["provider"] == .string(provider) } }

    private func seconds(_ name: String) -> Double? {
        if case .number(let text)? = record[name] { Double(text) } else { nil }
    }
}

// MARK: - Quirks of single answers

extension User {
    /// Right after an automatic confirmation the time of the confirmation is not known yet, and the identity calls itself verified,
    /// though what is stored does not.
    func justConfirmed(_ kind: Contact.Kind) -> User {
        var copy = withoutConfirmationTime()
        guard kind == .email else { return copy }
        copy.record.set(
            "identities",
            .array(
                identities.map { identity in
                    guard var object = identity.object, var data = object["identity_data"]?.object else { return identity }
                    data.set("email_verified", true)
                    object.set("identity_data", .object(data))
                    return .object(object)
                }))
        return copy
    }

    /// Right after an administrator's change the identities are shown as they were, but for new ones.
    func withIdentities(before: User) -> User {
        let known = Set(before.identities.compactMap { $0["identity_id"]?.string })
        var copy = self
        let new = identities.filter { !known.contains($0["identity_id"]?.string ?? "") }
        copy.record.set("identities", .array(before.identities + new))
        return copy
    }

    /// Right after a change the time of the confirmation is shown as it was before.
    func withConfirmationTime(of before: User) -> User {
        var copy = self
        copy.record.set("confirmed_at", before.record["confirmed_at"] ?? .null)
        return copy
    }

    func withoutConfirmationTime() -> User {
        var copy = self
        copy.record.set("confirmed_at", .null)
        return copy
    }

    /// An invited user who signs up is not told what the invitation said of them.
    func withoutDetails() -> User {
        var copy = self
        copy.record.set("user_metadata", [:])
        copy.record.set("identities", [])
        return copy
    }
}
