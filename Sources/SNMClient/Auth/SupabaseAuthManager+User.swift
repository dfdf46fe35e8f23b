import Foundation

/// What a user changes of himself. What is nil stays.
public struct SupabaseUserChanges: Sendable {
    /// The address.
    public var email: String?
    /// The number.
    public var phone: String?
    /// The password.
    public var password: String?
    /// The code of ``SupabaseAuthManager/reauthenticate()``, where the server asks for one.
    public var nonce: String?
    /// Merged into what is there; null removes a key.
    public var data: [String: SupabaseJSON]?

    /// All parts may be left out.
    public init(
        email: String? = nil, phone: String? = nil, password: String? = nil, nonce: String? = nil, data: [String: SupabaseJSON]? = nil
    ) {
        self.email = email
        self.phone = phone
        self.password = password
        self.nonce = nonce
        self.data = data
    }

    var body: [String: SupabaseJSON] {
        var body: [String: SupabaseJSON] = [:]
        body["email"] = email.map { .string($0) }
        body["phone"] = phone.map { .string($0) }
        body["password"] = password.map { .string($0) }
        body["nonce"] = nonce.map { .string($0) }
        body["data"] = data.map { .object($0) }
        return body
    }
}

/// Hides the password.
extension SupabaseUserChanges: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseUserChanges(\(body.keys.sorted().joined(separator: ", ")))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["fields": body.keys.sorted()]) }
}

/// The signed-in user's own account.
extension SupabaseAuthManager {
    /// Changes address, password or metadata.
    @discardableResult
    public func updateUser(_ changes: SupabaseUserChanges, redirectTo: String? = nil) async throws -> SupabaseUser {
        let answer = try await send(.put, "user", query: redirect(redirectTo), body: changes.body, token: signedInToken())
        let user = try read(SupabaseUser.self, from: answer)
        try await sessionManager.replaceUser(user)
        return user
    }

    /// The ways in which the user signs in.
    public func identities() async throws -> [SupabaseIdentity] {
        try await read(SupabaseUser.self, from: send(.get, "user", token: signedInToken())).identities
    }

    /// The address of a provider's page that adds a way to sign in. ``completeSignIn(from:)`` must follow.
    public func pageToLink(_ provider: SupabaseIDProvider, redirectTo: String? = nil) async throws -> URL {
        let proof = await sessionManager.beginProof()
        let query =
            [Endpoint.QueryPair("provider", provider.name), .init("skip_http_redirect", "true")] + redirect(redirectTo)
            + [.init("code_challenge", proof.challenge), .init("code_challenge_method", "s256")]
        let answer = try await send(.get, "user/identities/authorize", query: query, token: signedInToken())
        guard let url = URL(string: try read([String: String].self, from: answer)["url"] ?? "") else {
            throw SupabaseAuthError.unreadable("there is no address in it")
        }
        return url
    }

    /// Removes a way to sign in.
    public func unlink(_ identity: SupabaseIdentity) async throws {
        let id = identity.identityID?.uuidString.lowercased() ?? identity.id
        try await send(.delete, "user/identities/\(id)", token: signedInToken())
    }
}
