import Foundation

/// Auth for those who run the service: every user can be seen and changed. Its key must never be part of an app.
///
///     let admin = SupabaseAuthAdmin(config: SupabaseConfig(baseURL: url, apiKey: secretKey))
///     let user = try await admin.createUser(.init(email: "choco@example.com", password: password, emailConfirm: true))
public struct SupabaseAuthAdmin: Sendable {
    private let auth: SupabaseAuthManager

    /// - Parameter config: With the service_role or secret key.
    public init(config: SupabaseConfig, networkProvider: any NetworkProvider = SNMNetworkProvider()) {
        let session = SupabaseSessionManager(config: config, networkProvider: networkProvider, storage: SupabaseMemorySessionStorage())
        auth = SupabaseAuthManager(config: config, networkProvider: networkProvider, sessionManager: session)
    }

    /// A page of users, the first being 1, and how many there are in all.
    public func users(page: Int = 1, perPage: Int = 50) async throws -> SupabasePage<SupabaseUser> {
        struct List: Decodable { var users: [SupabaseUser] }
        let query = [Endpoint.QueryPair("page", String(page)), .init("per_page", String(perPage))]
        let answer = try await auth.send(.get, "admin/users", query: query)
        let total = answer.value(ofHeader: "X-Total-Count").flatMap { Int($0) }
        return SupabasePage(rows: try auth.read(List.self, from: answer).users, total: total)
    }

    /// A user.
    public func user(_ id: UUID) async throws -> SupabaseUser {
        try await auth.read(SupabaseUser.self, from: auth.send(.get, path(id)))
    }

    /// Makes a user.
    @discardableResult
    public func createUser(_ attributes: SupabaseUserAttributes) async throws -> SupabaseUser {
        try await auth.read(SupabaseUser.self, from: auth.send(.post, "admin/users", body: attributes.body))
    }

    /// Changes a user.
    @discardableResult
    public func updateUser(_ id: UUID, _ attributes: SupabaseUserAttributes) async throws -> SupabaseUser {
        try await auth.read(SupabaseUser.self, from: auth.send(.put, path(id), body: attributes.body))
    }

    /// Removes a user, or with `softly` only what identifies him.
    public func deleteUser(_ id: UUID, softly: Bool = false) async throws {
        try await auth.send(.delete, path(id), body: ["should_soft_delete": .bool(softly)])
    }

    /// Makes a user and sends an invitation.
    @discardableResult
    public func invite(_ email: String, redirectTo: String? = nil, data: [String: SupabaseJSON]? = nil) async throws -> SupabaseUser {
        var body: [String: SupabaseJSON] = ["email": .string(email)]
        body["data"] = data.map { .object($0) }
        return try await auth.read(SupabaseUser.self, from: auth.send(.post, "invite", query: auth.redirect(redirectTo), body: body))
    }

    /// A link, and the code in it, that the service sends by itself.
    public func link(for purpose: SupabaseCodePurpose, email: String, password: String? = nil, redirectTo: String? = nil) async throws
        -> SupabaseLink
    {
        var body: [String: SupabaseJSON] = ["type": .string(purpose.rawValue), "email": .string(email)]
        body["password"] = password.map { .string($0) }
        body["redirect_to"] = redirectTo.map { .string($0) }
        return try await auth.read(SupabaseLink.self, from: auth.send(.post, "admin/generate_link", body: body))
    }

    private func path(_ id: UUID) -> String { "admin/users/\(id.uuidString.lowercased())" }
}

/// What an administrator says of a user. What is nil stays, or takes its default.
public struct SupabaseUserAttributes: Sendable {
    /// The address.
    public var email: String?
    /// The number.
    public var phone: String?
    /// The password.
    public var password: String?
    /// Whether the address counts as confirmed.
    public var emailConfirm: Bool?
    /// What the user may change.
    public var userMetadata: [String: SupabaseJSON]?
    /// What only the server may change.
    public var appMetadata: [String: SupabaseJSON]?
    /// How long the user is kept out, such as `24h`; `none` lets him in again.
    public var banDuration: String?

    /// All parts may be left out.
    public init(
        email: String? = nil, phone: String? = nil, password: String? = nil, emailConfirm: Bool? = nil,
        userMetadata: [String: SupabaseJSON]? = nil, appMetadata: [String: SupabaseJSON]? = nil, banDuration: String? = nil
    ) {
        self.email = email
        self.phone = phone
        self.password = password
        self.emailConfirm = emailConfirm
        self.userMetadata = userMetadata
        self.appMetadata = appMetadata
        self.banDuration = banDuration
    }

    var body: [String: SupabaseJSON] {
        var body: [String: SupabaseJSON] = [:]
        body["email"] = email.map { .string($0) }
        body["phone"] = phone.map { .string($0) }
        body["password"] = password.map { .string($0) }
        body["email_confirm"] = emailConfirm.map { .bool($0) }
        body["user_metadata"] = userMetadata.map { .object($0) }
        body["app_metadata"] = appMetadata.map { .object($0) }
        body["ban_duration"] = banDuration.map { .string($0) }
        return body
    }
}

/// Hides the password.
extension SupabaseUserAttributes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseUserAttributes(\(body.keys.sorted().joined(separator: ", ")))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["fields": body.keys.sorted()]) }
}

/// A link that signs in, and the code in it.
public struct SupabaseLink: Sendable, Hashable, Decodable {
    /// The link.
    public let actionLink: String
    /// The code that can be typed instead.
    public let emailOTP: String
    /// The hash that a link of the app's own may carry.
    public let hashedToken: String

    private enum CodingKeys: String, CodingKey {
        case actionLink = "action_link"
        case emailOTP = "email_otp"
        case hashedToken = "hashed_token"
    }
}

/// Hides what signs in.
extension SupabaseLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseLink" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
