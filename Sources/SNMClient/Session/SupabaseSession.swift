import Foundation

/// A signed-in user's tokens, as Auth answers a sign-in and as they are stored.
public struct SupabaseSession: Sendable, Hashable, Codable {
    /// The JWT that requests carry.
    public var accessToken: String
    /// `bearer`.
    public var tokenType: String
    /// The access token's lifetime in seconds when it was issued.
    public var expiresIn: Int
    /// When the access token expires, in seconds since 1970.
    public var expiresAt: Int
    /// Buys the next access token, once.
    public var refreshToken: String
    /// Who is signed in.
    public var user: SupabaseUser

    /// Made by the server; public for those who make sessions in tests.
    public init(
        accessToken: String,
        tokenType: String = "bearer",
        expiresIn: Int,
        expiresAt: Int,
        refreshToken: String,
        user: SupabaseUser
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
        self.user = user
    }

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case expiresAt = "expires_at"
        case refreshToken = "refresh_token"
        case user
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(String.self, forKey: .accessToken)
        tokenType = try container.decodeIfPresent(String.self, forKey: .tokenType) ?? "bearer"
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        // Older servers leave expires_at out.
        expiresAt =
            try container.decodeIfPresent(Int.self, forKey: .expiresAt)
            ?? Int(Date().timeIntervalSince1970.rounded(.down)).addingReportingOverflow(expiresIn).partialValue
        refreshToken = try container.decode(String.self, forKey: .refreshToken)
        user = try container.decode(SupabaseUser.self, forKey: .user)
    }

    /// Whether the access token expires within so many seconds of a time.
    func expires(within seconds: TimeInterval, of now: Date) -> Bool {
        TimeInterval(expiresAt) - now.timeIntervalSince1970 <= seconds
    }
}

/// Hides the tokens.
extension SupabaseSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseSession(user: \(user.id), expiresAt: \(expiresAt))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["user": user.id, "expiresAt": expiresAt]) }
}
