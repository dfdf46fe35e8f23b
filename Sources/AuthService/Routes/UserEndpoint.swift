import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// A caller whose token was good, and for whose session there still is a row.
struct AuthenticatedUser: Sendable {
    let user: User
    /// Nil for tokens that belong to no session.
    let session: CallerSession?
    let claims: JWTClaims

    var sessionID: String? { session?.id }
    /// What the session has reached; the token may say what was true before.
    var level: AssuranceLevel { session?.level ?? .one }
}

/// A caller with the rights of the service key.
struct Administrator: Sendable {
    let role: String
    /// Nil for the key itself.
    let user: User?
}

extension AuthResponder {
    /// Checks `Authorization` as far as to the user and the session in the database.
    func authenticate(_ request: AuthRequest) async throws -> AuthenticatedUser {
        try await authenticate(bearerClaims(request))
    }

    /// Checks the token itself.
    func bearerClaims(_ request: AuthRequest) throws(AuthError) -> JWTClaims {
        guard let token = Self.bearerToken(request.headers) else {
            throw AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
        }
        return try bearer.claims(of: token, now: WallClock.seconds())
    }

    func authenticate(_ claims: JWTClaims) async throws -> AuthenticatedUser {
        guard let subject = claims["sub"]?.string, !subject.isEmpty else { throw AuthError.badToken("invalid claim: missing sub claim") }
        guard UUIDText.isValid(subject) else { throw AuthError.badToken("invalid claim: sub claim must be a UUID", status: 400) }
        let named = claims["session_id"]?.string.flatMap { $0.isEmpty || $0 == UUIDText.null ? nil : $0 }
        let session = SessionQuery.caller(named.flatMap { UUIDText.isValid($0) ? $0 : nil }, of: subject, settings)
        let results = try await database.run([UserQuery.byID(subject), session])
        guard let user = results.first?.user else {
            throw AuthError(403, "user_not_found", "User from sub claim in JWT does not exist")
        }
        if let named {
            guard UUIDText.isValid(named) else { throw AuthError.badToken("invalid claim: session_id claim must be a UUID") }
            guard results.last?.json != nil else {
                throw AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist")
            }
        }
        guard !user.isBanned else { throw AuthError(403, "user_banned", "User is banned") }
        return AuthenticatedUser(user: user, session: named == nil ? nil : results.last?.json.map { CallerSession($0) }, claims: claims)
    }

    /// The word `bearer` in any case, blanks, and one run of other characters.
    private static func bearerToken(_ headers: Headers) -> String? {
        guard let value = headers["Authorization"], value.prefix(6).lowercased() == "bearer" else { return nil }
        let rest = value.dropFirst(6)
        let token = rest.drop { $0.isWhitespace }
        guard rest.startIndex < token.startIndex, !token.isEmpty, !token.contains(where: \.isWhitespace) else { return nil }
        return String(token)
    }

    /// Who administers the project: whoever has a token with that role, be it a user's or the service key.
    func authenticateAdministrator(_ request: AuthRequest) async throws -> Administrator {
        let claims = try bearerClaims(request)
        var user: AuthenticatedUser?
        if let session = claims["session_id"]?.string, !session.isEmpty, session != UUIDText.null {
            let caller = try await authenticate(claims)
            guard caller.session?.isExpired != true else { throw AuthError(403, "session_expired", "Session is no longer valid") }
            user = caller
        }
        guard let role = claims["role"]?.string, Self.administratorRoles.contains(role) else {
            throw AuthError(403, "not_admin", "User not allowed")
        }
        return Administrator(role: role, user: user?.user)
    }

    private static let administratorRoles: Set<String> = ["service_role"]

    /// The audience of the token; nil when it has none.
    func audience(of caller: AuthenticatedUser) -> String? {
        switch caller.claims["aud"] {
        case .string(let text)?: text
        case .array(let texts)?: texts.first?.string
        case nil, .null, .bool, .number, .object: nil
        }
    }

    /// Whether the token is for the audience that the request is about, which without a header of its own is the token's.
    func isForAudience(_ request: AuthRequest, _ caller: AuthenticatedUser) -> Bool {
        let audience = audience(of: caller)
        return audience == (request.namedAudience ?? audience ?? request.audience)
    }

    /// GET /user
    func showUser(_ request: AuthRequest, _ caller: AuthenticatedUser) throws -> Response {
        guard isForAudience(request, caller) else { throw AuthError.validation("Token audience doesn't match request audience") }
        guard let json = caller.user.json.object else { throw AuthError.unexpected }
        return .json(json)
    }
}
