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
    /// Seconds since a message was sent; nil when none was.
    var secondsSinceConfirmationMessage: Double? { seconds("_since_confirmation") }
    var secondsSinceEmailChangeMessage: Double? { seconds("_since_email_change") }
    var secondsSincePhoneChangeMessage: Double? { seconds("_since_phone_change") }

    /// What clients see; what is null is left out.
    var json: JSON {
        .object(JSONObject(record.members.filter { $0.value != .null && !$0.name.hasPrefix("_") }))
    }

    private func text(_ name: String) -> String { record[name]?.string ?? "" }

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
