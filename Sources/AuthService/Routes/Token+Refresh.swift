import HTTPServing
import JSONText
import PostgresLink

/// POST /token?grant_type=refresh_token: a new access token, and a new refresh token for the old one.
extension AuthResponder {
    func grantRefresh(_ request: AuthRequest) async throws -> Response {
        let text = try request.body.fields().text("refresh_token")
        guard RefreshToken.isWellFormed(text) else { throw AuthError.validation("Refresh token is not valid") }
        let outcome = try await database.transaction { try await refresh($0, text, request.client) }
        // A refusal has its effects, too; so it is thrown when they are committed.
        return .json(try outcome.get())
    }

    nonisolated(nonsending)
        private func refresh(
            _ transaction: AuthTransaction, _ text: String, _ client: Client
        ) async throws -> Result<JSONObject, AuthError>
    {
        guard let owner = try await transaction.run([RefreshState.owner(of: text)]).first?.json else { return .failure(.unknownToken) }
        guard let sessionID = owner["session_id"]?.string, let userID = owner["user_id"]?.string else {
            try await transaction.run(["DELETE FROM auth.refresh_tokens WHERE token = \(parameter: text)"])
            return .failure(.noSession)
        }
        // Refreshes of one session wait for each other, so what is read next stays true to the end. The user comes first, as it
        // does when a user is deleted with all sessions: who locks in one order cannot wait in a circle.
        let results = try await transaction.run([
            UserQuery.lock(userID),
            "SELECT id FROM auth.sessions WHERE id = \(parameter: sessionID)::uuid FOR UPDATE",
            RefreshState.query(text, settings), UserQuery.byID(userID),
        ])
        guard let state = results[2].json.map(RefreshState.init), let user = results[3].user else { return .failure(.unknownToken) }
        guard !user.isBanned else { return .failure(.init(400, "user_banned", "Invalid Refresh Token: User Banned")) }

        let next: (token: String, writes: [SQL])
        switch state.decision {
        case .expired: return .failure(.sessionExpired("Session Expired"))
        case .inactive: return .failure(.sessionExpired("Session Expired (Inactivity)"))
        case .refuse:
            if settings.refreshTokenRotationEnabled { try await transaction.run([RefreshState.revokeAll(sessionID)]) }
            return .failure(.alreadyUsed)
        case .repeatNewest(let newest):
            next = (newest, [])
        case .rotate:
            let new = RefreshToken.random()
            next = (
                new,
                [
                    "UPDATE auth.refresh_tokens SET revoked = true, updated_at = now() WHERE token = \(parameter: text)",
                    RefreshToken.insert(new, userID: userID, sessionID: sessionID, parent: text),
                    AuditEntry.insert(.tokenRevoked, by: user),
                ]
            )
        }
        let saved = try await transaction.run(
            next.writes + [
                """
                UPDATE auth.sessions SET refreshed_at = now() AT TIME ZONE 'UTC', updated_at = now(),
                    user_agent = \(parameter: client.userAgent), ip = \(parameter: client.address)::inet
                WHERE id = \(parameter: sessionID)::uuid
                """,
                "UPDATE auth.users SET updated_at = now() WHERE id = \(parameter: userID)::uuid",
                AuditEntry.insert(.tokenRefreshed, by: user), UserQuery.byID(userID),
            ])
        guard let current = saved.last?.user else { return .failure(.unexpected("Database error finding user")) }
        return .success(
            try await tokens(
                transaction, for: current, session: sessionID, refreshToken: next.token, references: state.references, .tokenRefresh))
    }
}

/// A refresh token and its session, as the database sees them at one moment.
struct RefreshState: Sendable, Hashable {
    var isRevoked: Bool
    /// Revoked within the reuse interval.
    var isFresh: Bool
    /// The session's newest token that is good, if it replaced this one.
    var child: String?
    var isExpired: Bool
    var isInactive: Bool
    var references: [AccessTokens.Reference]

    enum Decision: Sendable, Hashable {
        case expired
        case inactive
        case rotate
        /// The client never saw the answer to its last refresh, and is given it again.
        case repeatNewest(String)
        case refuse
    }

    var decision: Decision {
        if isExpired { return .expired }
        if isInactive { return .inactive }
        guard isRevoked else { return .rotate }
        if let child { return .repeatNewest(child) }
        return isFresh ? .rotate : .refuse
    }
}

extension RefreshState {
    init(_ json: JSON) {
        isRevoked = json["revoked"]?.bool ?? true
        isFresh = json["fresh"]?.bool ?? false
        child = json["child"]?.string
        isExpired = json["expired"]?.bool ?? false
        isInactive = json["inactive"]?.bool ?? false
        references = AccessTokens.Reference.list(json["amr"])
    }

    static func owner(of token: String) -> SQL {
        """
        SELECT json_build_object('session_id', s.id, 'user_id', s.user_id)
        FROM auth.refresh_tokens t LEFT JOIN auth.sessions s ON s.id = t.session_id WHERE t.token = \(parameter: token)
        """
    }

    static func query(_ token: String, _ settings: AuthSettings) -> SQL {
        let reuse = String(settings.refreshTokenReuseInterval)
        let timeBox = settings.sessionTimeBox.map { String($0) }
        let inactivity = settings.sessionInactivityTimeout.map { String($0) }
        return """
            SELECT json_build_object(
                'revoked', coalesce(t.revoked, false),
                'fresh', now() <= t.updated_at + make_interval(secs => \(parameter: reuse)::double precision),
                'child', (
                    SELECT CASE WHEN n.parent = t.token THEN n.token END FROM auth.refresh_tokens n
                    WHERE n.session_id = t.session_id AND coalesce(n.revoked, false) = false ORDER BY n.id DESC LIMIT 1),
                'expired', coalesce(s.not_after < now(), false) OR coalesce(
                    now() > s.created_at + make_interval(secs => \(parameter: timeBox)::double precision), false),
                'inactive', coalesce(
                    now() > coalesce(s.refreshed_at AT TIME ZONE 'UTC', t.updated_at, s.created_at)
                        + make_interval(secs => \(parameter: inactivity)::double precision), false),
                'amr', \(SessionQuery.references(of: "s.id")))
            FROM auth.refresh_tokens t JOIN auth.sessions s ON s.id = t.session_id WHERE t.token = \(parameter: token)
            """
    }

    static func revokeAll(_ sessionID: String) -> SQL {
        // Those that were revoked before keep their time, so that the reuse of one does not begin a new interval for it.
        """
        UPDATE auth.refresh_tokens SET revoked = true, updated_at = now()
        WHERE session_id = \(parameter: sessionID)::uuid AND coalesce(revoked, false) = false
        """
    }
}

extension AuthError {
    static let tooManyRefreshes = Self(
        409, "conflict", "Too many concurrent token refresh requests on the same session or refresh token")
    fileprivate static let unknownToken = Self(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    fileprivate static let noSession = Self(400, "session_not_found", "Invalid Refresh Token: No Valid Session Found")
    fileprivate static let alreadyUsed = Self(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")

    fileprivate static func sessionExpired(_ reason: String) -> Self { Self(400, "session_expired", "Invalid Refresh Token: \(reason)") }
}
