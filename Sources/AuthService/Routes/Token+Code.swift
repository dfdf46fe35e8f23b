import HTTPServing
import JSONText
import PostgresLink

/// POST /token?grant_type=pkce: a session for the code in a redirect, for the client that began the flow (RFC 7636).
extension AuthResponder {
    func grantCode(_ request: AuthRequest) async throws -> Response {
        let fields = try request.body.fields()
        let (code, verifier) = try (fields.text("auth_code"), fields.text("code_verifier"))
        guard !code.isEmpty, !verifier.isEmpty else {
            throw AuthError.validation("invalid request: both auth code and code verifier should be non-empty")
        }
        let answer: JSONObject = try await database.transaction { transaction in
            let row = try await transaction.run([FlowState.byCode(code)]).first?.json
            guard let flow = row.map({ FlowState($0) }), let challenge = flow.challenge, let userID = flow.userID,
                let user = try await transaction.lockedUser(userID)
            else { throw AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found") }
            guard !flow.isCodeExpired else {
                throw AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired")
            }
            guard challenge.isAnswered(by: verifier) else {
                throw AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
            }
            guard !user.isBanned else { throw AuthError(400, "user_banned", "User is banned") }
            let method = AuthenticationMethod(rawValue: flow.method) ?? .otp
            let session = NewSession(userID: user.id, method: method, client: request.client)
            var answer = try await begin(
                transaction, session,
                notes: [
                    FlowState.delete(flow.id), AuditEntry.insert(.login, by: user, ["provider_type": .string(flow.providerType)]),
                ])
            if let token = flow.providerToken { answer.set("provider_token", .string(token)) }
            if let token = flow.providerRefreshToken { answer.set("provider_refresh_token", .string(token)) }
            return answer
        }
        return .json(answer)
    }

    /// Wallets are not emulated; where they are off, the real service says so, too.
    func web3Refusal() -> AuthError {
        guard settings.web3.solanaEnabled || settings.web3.ethereumEnabled else {
            return AuthError(422, "web3_provider_disabled", "Web3 provider is disabled")
        }
        return .notEmulated
    }
}
