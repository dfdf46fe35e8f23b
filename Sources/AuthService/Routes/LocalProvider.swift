import HTTPServing
import JSONText
import PostgresLink

/// GET and POST /authorize/local: the page that stands in for a provider's.
///
/// Tests that have no hands name who signs in: `/authorize?provider=google&login_hint=ann@example.com` skips the page, and so does
/// `fake_error=access_denied`.
extension AuthResponder {
    func showLocalProvider(_ request: AuthRequest) async throws -> Response {
        let provider = try localProvider(request)
        let hint = request[parameter: "login_hint"]
        if !request[parameter: "fake_error"].isEmpty || !hint.isEmpty {
            let error = request[parameter: "fake_error"]
            return error.isEmpty
                ? leave(provider, request, as: try LocalAccount(hint: hint, provider.name)) : leave(provider, request, error, "")
        }
        let page = LocalProviderPage(
            provider: provider.name, state: request[parameter: "state"], scope: request[parameter: "scope"],
            accounts: try await knownAccounts(provider.name))
        return Response(
            Status(200),
            headers: Headers([
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"),
            ]), body: .text(page.html))
    }

    func leaveLocalProvider(_ request: AuthRequest) async throws -> Response {
        let provider = try localProvider(request)
        switch request[parameter: "action"] {
        case "continue":
            let email = request[parameter: "email"]
            let account = LocalAccount(
                provider: provider.name, subject: request[parameter: "sub"],
                email: email.isEmpty ? "" : try Contact(email: email).text,
                isEmailVerified: !request[parameter: "email_verified"].isEmpty, name: request[parameter: "name"])
            return leave(provider, request, as: account)
        case "deny": return leave(provider, request, "access_denied", "The user denied the request")
        default: return leave(provider, request, "server_error", "The provider has failed")
        }
    }

    /// Only a provider for which nobody else is asked.
    private func localProvider(_ request: AuthRequest) throws(AuthError) -> OAuthProvider {
        let provider = try OAuthProvider(request[parameter: "provider"], settings)
        guard provider.server == nil else { throw .unsupportedProvider("it has a server of its own") }
        return provider
    }

    /// Back to where the settings say, whatever the address of the page says.
    private func leave(_ provider: OAuthProvider, _ request: AuthRequest, as account: LocalAccount) -> Response {
        let state = request[parameter: "state"]
        let parameters = RedirectParameters(["code": account.code(state: state, settings: settings), "state": state])
        return .redirect(to: parameters.inQuery(of: provider.callback))
    }

    private func leave(_ provider: OAuthProvider, _ request: AuthRequest, _ error: String, _ description: String) -> Response {
        var parameters = RedirectParameters(["error": error, "state": request[parameter: "state"]])
        if !description.isEmpty { parameters["error_description"] = description }
        return .redirect(to: parameters.inQuery(of: provider.callback))
    }

    private func knownAccounts(_ provider: String) async throws -> [LocalAccount] {
        let rows = try await database.value(
            """
            SELECT json_agg(r) FROM (
                SELECT provider_id, coalesce(identity_data ->> 'email', '') AS email, coalesce(identity_data ->> 'name', '') AS name,
                    coalesce(identity_data ->> 'email_verified', '') = 'true' AS verified
                FROM auth.identities WHERE provider = \(parameter: provider)
                ORDER BY last_sign_in_at DESC NULLS LAST, id LIMIT 10) r
            """)
        return (rows?.array ?? []).map { row in
            LocalAccount(
                provider: provider, subject: row["provider_id"]?.string ?? "", email: row["email"]?.string ?? "",
                isEmailVerified: row["verified"]?.bool ?? false, name: row["name"]?.string ?? "")
        }
    }
}

extension LocalAccount {
    fileprivate init(hint: String, _ provider: String) throws(AuthError) {
        let email = try Contact(email: hint).text
        self.init(provider: provider, email: email, name: String(email.prefix { $0 != "@" }))
    }
}
