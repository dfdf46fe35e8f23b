import HTTPServing
import JSONText
import PostgresLink

/// GET and POST /callback: a browser comes back from a provider's sign-in page.
extension AuthResponder {
    func callBack(_ request: AuthRequest) async throws -> Response {
        let flow: FlowState
        do {
            flow = try await waitingFlow(request[parameter: "state"])
        } catch let error as AuthError {
            return .redirect(to: error.redirectParameters.inQuery(of: settings.siteURL))
        }
        let target = RedirectTarget(url: flow.referrer ?? settings.siteURL)
        let refusal = request[parameter: "error"]
        guard refusal.isEmpty else { return target.refusal(refusal, request[parameter: "error_description"]) }
        do {
            return .redirect(to: try await complete(flow, request, target), status: 302)
        } catch let error as AuthError {
            return .redirect(to: target.callbackFailure(error), status: 302)
        } catch let error as DatabaseError {
            return .redirect(to: target.callbackFailure(AuthError(error, "Database error saving new user")), status: 302)
        }
    }

    private func waitingFlow(_ state: String) async throws -> FlowState {
        guard !state.isEmpty else { throw AuthError(400, "bad_oauth_callback", "OAuth state parameter missing") }
        guard UUIDText.isValid(state) else { throw AuthError.badState("OAuth state parameter is invalid") }
        guard let row = try await database.value(FlowState.byID(state)) else {
            throw AuthError.badState("OAuth state not found or expired")
        }
        return try FlowState(row).usable()
    }

    /// Asks the provider who it is, finds or makes the account, and returns where the browser goes.
    private func complete(_ flow: FlowState, _ request: AuthRequest, _ target: RedirectTarget) async throws -> String {
        let code = request[parameter: "code"]
        guard !code.isEmpty else {
            throw AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing")
        }
        let provider = try OAuthProvider(flow.providerType, settings)
        let grant = try await grant(code, from: provider, state: flow.id)
        let outcome = try await saving {
            try await database.transaction { transaction in
                // The provider took its time: another browser may have come back with the same state.
                guard let row = try await transaction.run([FlowState.byID(flow.id)]).first?.json else {
                    throw AuthError.badState("OAuth state not found or expired")
                }
                let flow = try FlowState(row).usable()
                switch try await resolve(transaction, grant.profile, flow, request, target) {
                // What was written stays: somebody waits for the answer to a message.
                case .refused(let error): return CallbackOutcome.refused(error)
                case .signedIn(let user, _): return .address(try await leave(transaction, flow, user, grant, request, target))
                }
            }
        }
        switch outcome {
        case .address(let address): return address
        case .refused(let error): throw error
        }
    }

    nonisolated(nonsending)
        private func resolve(
            _ transaction: AuthTransaction, _ profile: ExternalProfile, _ flow: FlowState, _ request: AuthRequest, _ target: RedirectTarget
        ) async throws -> Resolved
    {
        if let user = flow.linkingTarget { return try await link(transaction, profile, to: user, target) }
        if let token = flow.inviteToken { return .signedIn(try await accept(transaction, token, profile), isNew: false) }
        return try await resolve(transaction, profile, request, redirect: target)
    }

    nonisolated(nonsending)
        private func leave(
            _ transaction: AuthTransaction, _ flow: FlowState, _ user: User, _ grant: ProviderGrant, _ request: AuthRequest,
            _ target: RedirectTarget
        ) async throws -> String
    {
        if flow.challenge != nil, let code = flow.authCode {
            try await transaction.run([
                FlowState.complete(flow.id, userID: user.id, token: grant.token, refreshToken: grant.refreshToken)
            ])
            return RedirectParameters(["code": code]).inQuery(of: target.url)
        }
        let session = NewSession(userID: user.id, method: .oauth, client: request.client)
        let note = AuditEntry.insert(.login, by: user, provider: grant.profile.provider)
        let answer = try await begin(transaction, session, notes: [note, FlowState.delete(flow.id)])
        var parameters = RedirectParameters(tokens: answer)
        parameters["provider_token"] = grant.token
        if !grant.refreshToken.isEmpty { parameters["provider_refresh_token"] = grant.refreshToken }
        return target.url + "#" + parameters.encoded
    }
}

private enum CallbackOutcome: Sendable {
    case address(String)
    case refused(AuthError)
}

extension FlowState {
    /// Itself, when a browser may come back with it.
    fileprivate func usable() throws(AuthError) -> FlowState {
        guard challenge == nil || !isHandedOut else { throw AuthError(400, "flow_state_already_used", "State has already been used") }
        guard !isExpired else { throw .badState("OAuth state has expired") }
        return self
    }
}

extension RedirectTarget {
    /// What the provider said, passed on.
    fileprivate func refusal(_ error: String, _ description: String) -> Response {
        let shown = RedirectParameters(["error": error, "error_description": description])
        let marked = RedirectParameters(description.isEmpty ? ["error": error] : ["error": error, "error_description": description])
        return .redirect(to: marked.inFragment(of: shown.inQuery(of: url)), status: 302)
    }

    fileprivate func callbackFailure(_ error: AuthError) -> String {
        var parameters = error.redirectParameters
        if case .ordinary(_, let code, _) = error.kind,
            ["signup_disabled", "user_banned", "provider_email_needs_verification"].contains(code)
        {
            parameters["error"] = "access_denied"
        }
        if parameters["error"] == nil { parameters["error"] = "server_error" }
        return parameters.inFragment(of: parameters.inQuery(of: url))
    }
}

extension AuthError {
    fileprivate static func badState(_ message: String) -> Self { Self(400, "bad_oauth_state", message) }
}
