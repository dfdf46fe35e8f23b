import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// A caller whose token was good, and for whose session there still is a row.
struct AuthenticatedUser: Sendable {
    let user: User
    /// Nil for tokens that belong to no session.
    let sessionID: String?
    let claims: JWTClaims
}

extension AuthResponder {
    /// Checks `Authorization` as far as to the user and the session in the database.
    func authenticate(_ request: AuthRequest) async throws -> AuthenticatedUser {
        guard let token = Self.bearerToken(request.headers) else {
            throw AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
        }
        let claims = try bearer.claims(of: token, now: WallClock.seconds())
        guard let subject = claims["sub"]?.string, !subject.isEmpty else { throw AuthError.badToken("invalid claim: missing sub claim") }
        guard UUIDText.isValid(subject) else { throw AuthError.badToken("invalid claim: sub claim must be a UUID", status: 400) }
        let named = claims["session_id"]?.string.flatMap { $0.isEmpty || $0 == UUIDText.null ? nil : $0 }
        let session: SQL = """
            SELECT to_json(id) FROM auth.sessions
            WHERE id = \(parameter: named.flatMap { UUIDText.isValid($0) ? $0 : nil })::uuid AND user_id = \(parameter: subject)::uuid
            """
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
        return AuthenticatedUser(user: user, sessionID: named, claims: claims)
    }

    /// The word `bearer` in any case, blanks, and one run of other characters.
    private static func bearerToken(_ headers: Headers) -> String? {
        guard let value = headers["Authorization"], value.prefix(6).lowercased() == "bearer" else { return nil }
        let rest = value.dropFirst(6)
        let token = rest.drop { $0.isWhitespace }
        guard rest.startIndex < token.startIndex, !token.isEmpty, !token.contains(where: \.isWhitespace) else { return nil }
        return String(token)
    }

    /// GET /user
    func showUser(_ request: AuthRequest, _ caller: AuthenticatedUser) throws -> Response {
        let audience: String? =
            switch caller.claims["aud"] {
            case .string(let text)?: text
            case .array(let texts)?: texts.first?.string
            case nil, .null, .bool, .number, .object: nil
            }
        // Without a header of its own the request's audience is the token's, as long as that has one.
        let asked = request.headers["X-JWT-AUD"].flatMap { $0.isEmpty ? nil : $0 } ?? audience ?? request.audience
        guard audience == asked else { throw AuthError.validation("Token audience doesn't match request audience") }
        guard let json = caller.user.json.object else { throw AuthError.unexpected }
        return .json(json)
    }
}
