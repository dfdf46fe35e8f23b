import Foundation

/// Where a code or link is sent.
public enum SupabaseContact: Sendable, Hashable {
    case email(String)
    case phone(String)
}

/// What a code or link was for.
public enum SupabaseCodePurpose: String, Sendable {
    /// Signing in by a code in a mail, or confirming an address.
    case email
    case signUp = "signup"
    case magicLink = "magiclink"
    case recovery
    case invite
    case emailChange = "email_change"
    case sms
    case phoneChange = "phone_change"
}

/// Codes and links in messages.
extension SupabaseAuthManager {
    /// Sends a code, and to an address also a link, that signs in.
    ///
    /// - Parameters:
    ///   - createsUser: Whether an unknown address becomes a user.
    ///   - redirectTo: Where the link leads in the end.
    public func signInWithCode(
        to contact: SupabaseContact, createsUser: Bool = true, redirectTo: String? = nil, data: [String: SupabaseJSON]? = nil
    ) async throws {
        var body: [String: SupabaseJSON] = ["create_user": .bool(createsUser)]
        body["data"] = data.map { .object($0) }
        switch contact {
        case .email(let address):
            body["email"] = .string(address)
            try await addProof(to: &body)
        case .phone(let number): body["phone"] = .string(number)
        }
        try await send(.post, "otp", query: redirect(redirectTo), body: body)
    }

    /// Signs in with a code that was sent.
    @discardableResult
    public func verify(_ code: String, sentTo contact: SupabaseContact, for purpose: SupabaseCodePurpose) async throws -> SupabaseSession {
        var body: [String: SupabaseJSON] = ["type": .string(purpose.rawValue), "token": .string(code)]
        switch contact {
        case .email(let address): body["email"] = .string(address)
        case .phone(let number): body["phone"] = .string(number)
        }
        return try await begin(.post, "verify", body: body, because: purpose == .recovery ? .passwordRecovery : .signedIn)
    }

    /// Signs in with the hash that a link of the app's own carries.
    @discardableResult
    public func verify(tokenHash: String, for purpose: SupabaseCodePurpose) async throws -> SupabaseSession {
        let body: [String: SupabaseJSON] = ["type": .string(purpose.rawValue), "token_hash": .string(tokenHash)]
        return try await begin(.post, "verify", body: body, because: purpose == .recovery ? .passwordRecovery : .signedIn)
    }

    /// Sends a message by which a forgotten password can be replaced. Unknown addresses are answered the same.
    public func resetPassword(for email: String, redirectTo: String? = nil) async throws {
        var body: [String: SupabaseJSON] = ["email": .string(email)]
        try await addProof(to: &body)
        try await send(.post, "recover", query: redirect(redirectTo), body: body)
    }

    /// Sends a code to the signed-in user, which a change of the password may ask for.
    public func reauthenticate() async throws {
        try await send(.get, "reauthenticate", token: signedInToken())
    }

    func redirect(_ target: String?) -> [Endpoint.QueryPair] {
        target.map { [Endpoint.QueryPair("redirect_to", $0)] } ?? []
    }

    private func addProof(to body: inout [String: SupabaseJSON]) async throws {
        let proof = await sessionManager.beginProof()
        body["code_challenge"] = .string(proof.challenge)
        body["code_challenge_method"] = "s256"
    }
}
