import Foundation

/// Shows a page to the user and returns the address at which it ends. On Apple's systems `ASWebAuthenticationSession` does that; a test
/// answers at once.
public protocol SupabaseBrowser: Sendable {
    /// Opens a page and waits until it leads to an address that begins like `redirect`.
    func authenticate(at page: URL, returningTo redirect: String) async throws -> URL
}

/// Signing in by a provider's page, with a proof key (PKCE): whoever sees the address that the browser returns to cannot use it.
extension SupabaseAuthManager {
    /// Signs in by a provider's page.
    @discardableResult
    public func signIn(
        with provider: SupabaseIDProvider, redirectTo: String, scopes: String? = nil, browser: some SupabaseBrowser
    ) async throws -> SupabaseSession {
        let page = await page(of: provider, redirectTo: redirectTo, scopes: scopes)
        return try await completeSignIn(from: browser.authenticate(at: page, returningTo: redirectTo))
    }

    /// The address of a provider's page, for who opens it himself. ``completeSignIn(from:)`` must follow.
    public func page(of provider: SupabaseIDProvider, redirectTo: String? = nil, scopes: String? = nil) async -> URL {
        let proof = await sessionManager.beginProof()
        var query = [Endpoint.QueryPair("provider", provider.name)] + redirect(redirectTo)
        if let scopes { query.append(.init("scopes", scopes)) }
        query += [.init("code_challenge", proof.challenge), .init("code_challenge_method", "s256")]
        return Endpoint(baseURL: config.baseURL, path: "auth/v1/authorize", method: .get, query: query).absoluteURL
    }

    /// Signs in with the address that a provider's page or a link of a message came back to.
    @discardableResult
    public func completeSignIn(from callback: URL) async throws -> SupabaseSession {
        let components = URLComponents(url: callback, resolvingAgainstBaseURL: false)
        // Failures come in the query or, from older flows, in the fragment.
        var fragment = URLComponents()
        fragment.percentEncodedQuery = components?.percentEncodedFragment
        let items = (components?.queryItems ?? []) + (fragment.queryItems ?? [])
        func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
        if let failure = item("error_description") ?? item("error") {
            throw SupabaseAuthError.badCallback(reason: failure.replacingOccurrences(of: "+", with: " "))
        }
        guard let code = item("code") else { throw SupabaseAuthError.badCallback(reason: "there is no code in the address") }
        return try await exchange(code: code)
    }

    /// Signs in with the code that a callback carries.
    @discardableResult
    public func exchange(code: String) async throws -> SupabaseSession {
        guard let proof = await sessionManager.takeProof() else { throw SupabaseAuthError.noProofKey }
        let body: [String: SupabaseJSON] = ["auth_code": .string(code), "code_verifier": .string(proof.verifier)]
        return try await begin(.post, "token", query: [.init("grant_type", "pkce")], body: body, because: .signedIn)
    }
}
