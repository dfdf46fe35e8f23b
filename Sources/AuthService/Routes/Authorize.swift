import HTTPServing
import JSONText
import PostgresLink

/// GET /authorize: sends a browser to a provider's sign-in page.
extension AuthResponder {
    func authorize(_ request: AuthRequest) async throws -> Response {
        .redirect(to: try await signInPage(request, linkingTo: nil), status: 302)
    }

    /// GET /user/identities/authorize: the same for a user, who will have one identity more.
    func authorizeLinking(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        guard settings.manualLinkingEnabled else {
            throw AuthError.manualLinkingDisabled
        }
        let page = try await signInPage(request, linkingTo: caller.user.id)
        return request[parameter: "skip_http_redirect"] == "true" ? .json(["url": .string(page)]) : .redirect(to: page, status: 302)
    }

    /// Remembers what the browser is sent away for; the page's address holds the number of that note, as its `state`.
    private func signInPage(_ request: AuthRequest, linkingTo user: String?) async throws -> String {
        let provider = try OAuthProvider(request[parameter: "provider"], settings)
        let challenge = try CodeChallenge(
            challenge: request[parameter: "code_challenge"], method: request[parameter: "code_challenge_method"])
        if let challenge, !["s256", "plain"].contains(challenge.method) { throw AuthError.validation("Invalid code_challenge_method") }
        let invitation = request[parameter: "invite_token"]
        if !invitation.isEmpty, try await invited(invitation) == nil {
            throw AuthError(404, "user_not_found", "User identified by token not found")
        }
        let flow = FlowState.New(
            challenge: challenge, providerType: provider.name, method: AuthenticationMethod.oauth.rawValue,
            referrer: RedirectTarget(request, settings).url, inviteToken: invitation.isEmpty ? nil : invitation, linkingTarget: user,
            isEmailOptional: provider.settings.isEmailOptional)
        _ = try await database.run([FlowState.insert(flow)])
        return address(of: provider, request, state: flow.id)
    }

    private func address(of provider: OAuthProvider, _ request: AuthRequest, state: String) -> String {
        var parameters = RedirectParameters([:])
        for (name, value) in request.queryTexts where !Self.ownParameters.contains(name) { parameters[name] = value }
        parameters["client_id"] = provider.settings.clientIDs.first
        parameters["redirect_uri"] = provider.callback
        parameters["response_type"] = "code"
        parameters["scope"] = provider.scopes(adding: request[parameter: "scopes"])
        parameters["state"] = state
        if let server = provider.server { return parameters.inQuery(of: server.authorization) }
        parameters["provider"] = provider.name
        return parameters.inQuery(of: settings.externalURL + "/authorize/local")
    }

    /// Everything else is passed on to the provider. What would replace the service's own is not, though the real service does so.
    private static let ownParameters: Set = [
        "provider", "scopes", "code_challenge", "code_challenge_method", "client_id", "redirect_uri", "response_type", "state",
        "client_secret", "code_verifier", "scope",
    ]

    /// The user that an invitation's token names.
    func invited(_ token: String) async throws -> JSON? {
        try await database.value("SELECT to_json(id) FROM auth.users WHERE confirmation_token = \(parameter: token) LIMIT 1")
    }
}

extension AuthRequest {
    /// Names and values of the query; what is not UTF-8 is left out.
    fileprivate var queryTexts: [(name: String, value: String)] {
        QueryPairs(queryText).pairs.compactMap { pair in
            pair.keyText.flatMap { name in (pair.value == nil ? "" : pair.valueText).map { (name, $0) } }
        }
    }
}
