package import HTTPServing
import JSONText
import PostgresLink
import Tokens

/// Supabase Auth: accounts, sessions and their tokens, at paths below `/auth/v1` (which the gateway takes off).
///
/// All state is in the schema `auth`, so that any number of processes can serve one database.
package struct AuthResponder: Sendable {
    let settings: AuthSettings
    let database: AuthDatabase
    let outbox: any Outbox
    let wording: MessageWording
    let bearer: BearerTokens
    let accessTokens: AccessTokens
    let idTokens: IDTokens

    /// - Parameter database: sessions of `supabase_auth_admin`.
    /// - Parameter outbox: takes the messages with codes and links.
    package init(settings: AuthSettings, database: AuthDatabase, outbox: any Outbox) {
        self.settings = settings
        self.database = database
        self.outbox = outbox
        wording = MessageWording(settings)
        bearer = BearerTokens(settings)
        accessTokens = AccessTokens(settings)
        idTokens = IDTokens(settings)
    }

    /// The routes. Nil: there is no such path.
    private func endpoints(_ path: String) -> [Method: Endpoint]? {
        switch path {
        case "/health": [.get: .open(health)]
        case "/settings": [.get: .open(showSettings)]
        case "/.well-known/jwks.json": [.get: .open(showKeys)]
        case "/signup": [.post: .open(signUp)]
        case "/token": [.post: .open(token)]
        case "/resend": [.post: .open(resend)]
        case "/user": [.get: .user(showUser)]
        case "/logout": [.post: .user(logOut)]
        default: nil
        }
    }

    /// Paths of Supabase Auth that are answered with a clear refusal until they are built.
    private static let otherPaths = [
        "/otp", "/magiclink", "/verify", "/recover", "/reauthenticate", "/authorize", "/callback", "/invite", "/factors", "/admin",
        "/sso", "/oauth", "/passkeys", "/scim", "/user/identities", "/user/oauth", "/.well-known",
    ]
}

/// What answers a path, and whether the caller must be a user.
private enum Endpoint {
    case open(@Sendable (AuthRequest) async throws -> Response)
    case user(@Sendable (AuthRequest, AuthenticatedUser) async throws -> Response)
}

extension AuthResponder: Responder {
    package func respond(to request: Request) async throws -> Response {
        guard request.method != .options else { return Self.preflight(request) }
        let version = APIVersion(request.headers)
        var response: Response
        do {
            response = try await answer(request)
        } catch let error as AuthError {
            response = error.response(version)
        } catch let error as DatabaseError {
            response = AuthError(error, "Database error").response(version)
        }
        Self.addOriginHeaders(&response)
        return response
    }

    private func answer(_ request: Request) async throws -> Response {
        let path = Self.normalized(request.target.path)
        guard let methods = endpoints(path) else {
            if Self.otherPaths.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { throw AuthError.notEmulated }
            return Response(Status(404), headers: Headers([("Content-Type", "text/plain")]), body: .text("404 page not found\n"))
        }
        let authRequest = try await AuthRequest(request, settings)
        switch methods[request.method] {
        case .open(let handle)?:
            return try await handle(authRequest)
        case .user(let handle)?:
            return try await handle(authRequest, authenticate(authRequest))
        case nil:
            // Who is not allowed in is told so before the method is looked at.
            if methods.values.contains(where: \.needsUser) { _ = try await authenticate(authRequest) }
            return Response(Status(405))
        }
    }

    private static func normalized(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}

extension Endpoint {
    fileprivate var needsUser: Bool {
        switch self {
        case .open: false
        case .user: true
        }
    }
}

// MARK: - Browsers

extension AuthResponder {
    private static func preflight(_ request: Request) -> Response {
        var headers = Headers([
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT"),
        ])
        if let asked = request.headers.first("Access-Control-Request-Headers") {
            headers.append("Access-Control-Allow-Headers", bytes: asked.value)
        }
        return Response(Status(200), headers: headers)
    }

    private static func addOriginHeaders(_ response: inout Response) {
        response.headers.append("Access-Control-Allow-Origin", "*")
        response.headers.append("Access-Control-Allow-Credentials", "true")
        response.headers.append("Access-Control-Expose-Headers", "X-Total-Count, Link, X-Supabase-Api-Version")
    }
}

extension Response {
    static func json(_ object: JSONObject) -> Response {
        Response(Status(200), headers: Headers([("Content-Type", "application/json")]), body: .json(object))
    }
}
