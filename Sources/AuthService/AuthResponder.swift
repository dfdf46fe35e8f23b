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
    /// Asks hooks and providers; nil: there is nobody to ask.
    let client: HTTPClient?
    let bearer: BearerTokens
    let accessTokens: AccessTokens
    let idTokens: IDTokens
    let limiter: RateLimiter

    /// - Parameter database: sessions of `supabase_auth_admin`.
    /// - Parameter outbox: takes the messages with codes and links.
    /// - Parameter client: asks hooks and sign-in providers at other addresses.
    package init(settings: AuthSettings, database: AuthDatabase, outbox: any Outbox, client: HTTPClient? = nil) {
        self.client = client
        self.settings = settings
        self.database = database
        self.outbox = outbox
        wording = MessageWording(settings)
        bearer = BearerTokens(settings)
        accessTokens = AccessTokens(settings)
        idTokens = IDTokens(settings)
        limiter = RateLimiter(settings.rateLimits)
    }
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
        let path = RoutePath(request.target.path)
        guard let methods = endpoints(path.route) else {
            return .pageNotFound
        }
        var authRequest = try await AuthRequest(request, settings)
        authRequest.ids = path.ids
        if let kind = limit(path.route, request.method) { try admit(kind, authRequest) }
        return try await Client.$current.withValue(authRequest.client) { [authRequest] in
            try await answer(authRequest, methods[request.method] ?? Self.wrongMethod(methods))
        }
    }

    private func answer(_ request: AuthRequest, _ endpoint: Endpoint) async throws -> Response {
        switch endpoint {
        case .open(let handle): try await handle(request)
        case .user(let handle): try await handle(request, authenticate(request))
        case .administrator(let handle): try await handle(request, authenticateAdministrator(request))
        }
    }

    /// Who is not allowed in is told so before the method is looked at.
    private static func wrongMethod(_ methods: [Method: Endpoint]) -> Endpoint {
        let refusal = Response(Status(405))
        return switch methods.values.first {
        case .user?: .user { _, _ in refusal }
        case .administrator?: .administrator { _, _ in refusal }
        case .open?, nil: .open { _ in refusal }
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
    static let pageNotFound = Response(
        Status(404), headers: Headers([("Content-Type", "text/plain")]), body: .text("404 page not found\n"))

    static func json(_ object: JSONObject) -> Response {
        Response(Status(200), headers: Headers([("Content-Type", "application/json")]), body: .json(object))
    }
}
