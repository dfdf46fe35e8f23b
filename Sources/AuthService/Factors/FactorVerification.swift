import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// POST /factors/{id}/verify: a code raises the session, and makes a new factor count.
extension AuthResponder {
    func verifyFactor(_ request: AuthRequest, _ caller: AuthenticatedUser) async throws -> Response {
        let session = try Self.checkedSession(caller)
        let factor = try Self.namedFactor(request, caller)
        let fields = try request.body.fields()
        let (challengeID, code) = try (fields.text("challenge_id"), fields.text("code"))
        guard challengeID.isEmpty || UUIDText.isValid(challengeID) else { throw AuthError.badJSON("challenge_id is no UUID") }
        guard factor.kind != .webAuthn else { throw AuthError.notEmulated }
        guard !code.isEmpty else { throw AuthError.validation("Code needs to be non-empty") }
        try factor.kind.checkVerifying(settings)
        let id = challengeID.isEmpty ? UUIDText.null : challengeID.lowercased()
        try await check(id, code, factor, caller, request)

        let answer: JSONObject = try await database.transaction { transaction in
            let user = try await found(transaction, caller.user.id)
            let results = try await transaction.run(
                [
                    """
                    WITH used AS (
                        UPDATE auth.mfa_challenges SET verified_at = now()
                        WHERE id = \(parameter: id)::uuid AND verified_at IS NULL RETURNING id)
                    SELECT to_json(count(*)) FROM used
                    """
                ] + raising(session, by: factor, of: user))
            // Somebody may have been faster with the same code.
            guard results[0].json == 1 else { throw AuthError.challengeUsed }
            if !factor.isVerified {
                try await notify(transaction, .mfaFactorEnrolled, to: user.email, user: user, .init(factorType: factor.kind.rawValue))
            }
            // The answer still shows what was begun and never proved.
            let answer = try await renew(transaction, session, user, factor.kind.method)
            try await transaction.run([
                """
                DELETE FROM auth.mfa_factors
                WHERE user_id = \(parameter: user.id)::uuid AND id <> \(parameter: factor.id)::uuid AND status = 'unverified'
                    AND factor_type = \(parameter: factor.kind.rawValue)::auth.factor_type
                """
            ])
            return answer
        }
        return .json(answer)
    }

    private func check(
        _ id: String, _ code: String, _ factor: Factor, _ caller: AuthenticatedUser, _ request: AuthRequest
    ) async throws {
        guard let challenge = try await database.value(FactorChallenge.query(id, of: factor, request.client)).map(FactorChallenge.init)
        else { throw AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found") }
        guard !challenge.isUsed, challenge.isFromSameAddress else { throw AuthError.challengeUsed }
        guard !challenge.isExpired else {
            _ = try await database.run(["DELETE FROM auth.mfa_challenges WHERE id = \(parameter: id)::uuid"])
            throw AuthError(
                422, "mfa_challenge_expired",
                "MFA challenge \(id) has expired, verify against another challenge or create a new challenge.")
        }
        let isValid = challenge.accepts(code, for: factor)
        let question: JSONObject = [
            "user_id": .string(caller.user.id), "factor_id": .string(factor.id), "factor_type": .string(factor.kind.rawValue),
            "valid": .bool(isValid),
        ]
        if let answer = try await ask(.mfaVerificationAttempt, question), answer["decision"] == "reject" {
            _ = try await database.run([SessionQuery.end(of: caller.user.id, but: nil)])
            let message = answer["message"]?.string ?? ""
            throw AuthError(
                403, "mfa_verification_rejected",
                message.isEmpty ? "Further MFA verification attempts will be rejected." : message)
        }
        guard isValid else {
            let kind = factor.kind == .phone ? "MFA Phone" : "TOTP"
            throw AuthError(422, "mfa_verification_failed", "Invalid \(kind) code entered")
        }
    }

    /// The other sessions that are not raised end.
    private func raising(_ session: CallerSession, by factor: Factor, of user: User) -> [SQL] {
        let (userID, sessionID, factorID) = (
            "\(parameter: user.id)::uuid" as SQL, "\(parameter: session.id)::uuid" as SQL, "\(parameter: factor.id)::uuid" as SQL
        )
        return [
            "UPDATE auth.mfa_factors SET status = 'verified', updated_at = now() WHERE id = \(factorID)",
            SessionQuery.addReference(factor.kind.method, to: session.id),
            "UPDATE auth.sessions SET aal = 'aal2', factor_id = \(factorID), updated_at = now() WHERE id = \(sessionID)",
            """
            DELETE FROM auth.sessions
            WHERE user_id = \(userID) AND id <> \(sessionID) AND coalesce(aal, 'aal1') = 'aal1'
            """,
            AuditEntry.insert(
                .verificationAttempted, by: user,
                ["factor_id": .string(factor.id), "factor_type": .string(factor.kind.rawValue), "session_id": .string(session.id)]),
        ]
    }

    /// The raised session's tokens: the refresh token is swapped.
    nonisolated(nonsending)
        private func renew(
            _ transaction: AuthTransaction, _ session: CallerSession, _ user: User, _ method: AuthenticationMethod
        ) async throws -> JSONObject
    {
        let new = RefreshToken.random()
        let id = "\(parameter: session.id)::uuid" as SQL
        let results = try await transaction.run([
            "SELECT id FROM auth.sessions WHERE id = \(id) FOR UPDATE",
            """
            INSERT INTO auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
            SELECT '00000000-0000-0000-0000-000000000000', \(parameter: new), \(parameter: user.id), false, now(), now(),
                (SELECT t.token FROM auth.refresh_tokens t
                 WHERE t.session_id = \(id) AND coalesce(t.revoked, false) = false ORDER BY t.id DESC LIMIT 1), \(id)
            """,
            """
            UPDATE auth.refresh_tokens SET revoked = true, updated_at = now()
            WHERE session_id = \(id) AND coalesce(revoked, false) = false AND token <> \(parameter: new)
            """,
            "SELECT \(SessionQuery.references(of: id))", UserQuery.byID(user.id),
        ])
        guard results[0].rowCount == 1, let current = results[4].user else {
            throw AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist")
        }
        return try await tokens(
            transaction, for: current, session: session.id, refreshToken: new,
            references: AccessTokens.Reference.list(results[3].json), method)
    }
}

extension AuthError {
    fileprivate static let challengeUsed = Self(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.")
}
