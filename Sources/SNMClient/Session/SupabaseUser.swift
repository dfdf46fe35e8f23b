import Foundation

/// A user as Auth shows it.
public struct SupabaseUser: Sendable, Hashable, Codable {
    /// The user's id, which rows refer to and policies compare.
    public var id: UUID
    /// Empty when there is none.
    public var email: String
    /// Empty when there is none.
    public var phone: String
    /// The database role of the user: `authenticated`.
    public var role: String
    /// Whether the user came without name or password.
    public var isAnonymous: Bool
    /// When the address was confirmed; nil while it is not.
    public var emailConfirmedAt: Date?
    /// When the user last signed in.
    public var lastSignInAt: Date?
    /// When the user was created.
    public var createdAt: Date?
    /// When the user was last changed.
    public var updatedAt: Date?
    /// What the user may change: the `data` of the sign-up.
    public var userMetadata: [String: SupabaseJSON]
    /// What only the server may change, such as the providers.
    public var appMetadata: [String: SupabaseJSON]
    /// The ways in which the user signs in; empty for an anonymous one.
    public var identities: [SupabaseIdentity]

    /// Made by the server; public for those who make users in tests.
    public init(
        id: UUID,
        email: String = "",
        phone: String = "",
        role: String = "authenticated",
        isAnonymous: Bool = false,
        emailConfirmedAt: Date? = nil,
        lastSignInAt: Date? = nil,
        createdAt: Date? = nil,
        updatedAt: Date? = nil,
        userMetadata: [String: SupabaseJSON] = [:],
        appMetadata: [String: SupabaseJSON] = [:],
        identities: [SupabaseIdentity] = []
    ) {
        self.id = id
        self.email = email
        self.phone = phone
        self.role = role
        self.isAnonymous = isAnonymous
        self.emailConfirmedAt = emailConfirmedAt
        self.lastSignInAt = lastSignInAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.userMetadata = userMetadata
        self.appMetadata = appMetadata
        self.identities = identities
    }

    enum CodingKeys: String, CodingKey {
        case id, email, phone, role, identities
        case isAnonymous = "is_anonymous"
        case emailConfirmedAt = "email_confirmed_at"
        case lastSignInAt = "last_sign_in_at"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case userMetadata = "user_metadata"
        case appMetadata = "app_metadata"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        email = try container.decodeIfPresent(String.self, forKey: .email) ?? ""
        phone = try container.decodeIfPresent(String.self, forKey: .phone) ?? ""
        role = try container.decodeIfPresent(String.self, forKey: .role) ?? ""
        isAnonymous = try container.decodeIfPresent(Bool.self, forKey: .isAnonymous) ?? false
        emailConfirmedAt = try container.decodeTimestamp(forKey: .emailConfirmedAt)
        lastSignInAt = try container.decodeTimestamp(forKey: .lastSignInAt)
        createdAt = try container.decodeTimestamp(forKey: .createdAt)
        updatedAt = try container.decodeTimestamp(forKey: .updatedAt)
        userMetadata = try container.decodeIfPresent([String: SupabaseJSON].self, forKey: .userMetadata) ?? [:]
        appMetadata = try container.decodeIfPresent([String: SupabaseJSON].self, forKey: .appMetadata) ?? [:]
        identities = try container.decodeIfPresent([SupabaseIdentity].self, forKey: .identities) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(email, forKey: .email)
        try container.encode(phone, forKey: .phone)
        try container.encode(role, forKey: .role)
        try container.encode(isAnonymous, forKey: .isAnonymous)
        try container.encodeIfPresent(emailConfirmedAt.map(Timestamp.text), forKey: .emailConfirmedAt)
        try container.encodeIfPresent(lastSignInAt.map(Timestamp.text), forKey: .lastSignInAt)
        try container.encodeIfPresent(createdAt.map(Timestamp.text), forKey: .createdAt)
        try container.encodeIfPresent(updatedAt.map(Timestamp.text), forKey: .updatedAt)
        try container.encode(userMetadata, forKey: .userMetadata)
        try container.encode(appMetadata, forKey: .appMetadata)
        try container.encode(identities, forKey: .identities)
    }
}

/// One way in which a user signs in.
public struct SupabaseIdentity: Sendable, Hashable, Codable {
    /// The provider's name of the user.
    public var id: String
    /// Auth's own name of the identity; older servers do not tell it.
    public var identityID: UUID?
    /// The user whose identity it is.
    public var userID: UUID
    /// `email`, `apple`, `google`, …
    public var provider: String
    /// What the provider says about the user.
    public var identityData: [String: SupabaseJSON]

    /// Made by the server; public for those who make users in tests.
    public init(id: String, userID: UUID, provider: String, identityData: [String: SupabaseJSON] = [:]) {
        self.id = id
        self.userID = userID
        self.provider = provider
        self.identityData = identityData
    }

    /// Whether the provider vouches for the address.
    public var isEmailVerified: Bool { identityData["email_verified"] == .bool(true) }

    enum CodingKeys: String, CodingKey {
        case id, provider
        case userID = "user_id"
        case identityID = "identity_id"
        case identityData = "identity_data"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        userID = try container.decode(UUID.self, forKey: .userID)
        identityID = try container.decodeIfPresent(UUID.self, forKey: .identityID)
        provider = try container.decode(String.self, forKey: .provider)
        identityData = try container.decodeIfPresent([String: SupabaseJSON].self, forKey: .identityData) ?? [:]
    }
}

extension KeyedDecodingContainer {
    fileprivate func decodeTimestamp(forKey key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let date = Timestamp.date(from: text) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "'\(text)' is no timestamp")
        }
        return date
    }
}
