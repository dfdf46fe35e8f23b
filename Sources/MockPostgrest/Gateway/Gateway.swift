package import HTTPServing
import JSONText

/// The one address of a project: sends each request to the service that its path names, the way the hosted gateway does.
///
///     /rest/v1/…     PostgREST
///     /auth/v1/…     Auth
///     /storage/v1/…  Storage
///     /inbox/…       the messages that Auth sends
///     /health        whether the server can answer
package struct Gateway: Responder {
    package struct Services: Sendable {
        package var rest: any Responder
        package var auth: any Responder
        package var storage: any Responder
        package var inbox: any Responder

        package init(rest: any Responder, auth: any Responder, storage: any Responder, inbox: any Responder) {
            self.rest = rest
            self.auth = auth
            self.storage = storage
            self.inbox = inbox
        }
    }

    private let services: Services
    private let authorization: AuthorizationRule
    private let health: @Sendable () async -> String?

    /// - Parameter health: nil when all is well, else the reason why not.
    package init(services: Services, keys: APIKeys, health: @escaping @Sendable () async -> String?) {
        self.services = services
        authorization = AuthorizationRule(keys: keys)
        self.health = health
    }

    package func respond(to request: Request) async throws -> Response {
        guard let route = Route(request.target.path) else { return .notFound(request.target.path) }
        switch route {
        case .health:
            return await healthResponse()
        case .rest(let path):
            return try await forward(request, to: services.rest, prefix: "/rest/v1", path)
        case .storage(let path):
            return try await forward(request, to: services.storage, prefix: "/storage/v1", path)
        case .auth(let path):
            // Auth answers preflights itself, and some of its paths are opened by browsers, which have no key.
            var inner = authorization.isOpen(authPath: path) ? request : authorization.applied(to: request)
            inner.move(from: "/auth/v1", to: path)
            return try await services.auth.respond(to: inner)
        case .inbox(let path):
            // Its pages have relative links, which need the slash.
            guard request.target.path != "/inbox" else { return Response(Status(308), headers: Headers([("Location", "/inbox/")])) }
            var inner = request
            inner.target.path = path
            return try await services.inbox.respond(to: inner)
        case .notEmulated(let service):
            // A browser must be able to read why not.
            if let preflight = GatewayCORS.preflight(request) { return preflight }
            var response = Response.notEmulated(service)
            GatewayCORS.decorate(&response)
            return response
        }
    }

    /// CORS is the gateway's business under REST and Storage.
    nonisolated(nonsending)
        private func forward(_ request: Request, to service: any Responder, prefix: String, _ path: String) async throws -> Response
    {
        if let preflight = GatewayCORS.preflight(request) { return preflight }
        var inner = authorization.applied(to: request)
        inner.move(from: prefix, to: path)
        var response: Response
        do {
            response = try await service.respond(to: inner)
        } catch let error as any ResponseError {
            response = error.response
        }
        GatewayCORS.decorate(&response)
        return response
    }

    private func healthResponse() async -> Response {
        if let reason = await health() {
            return .json(503, ["status": "unavailable", "reason": .string(reason)])
        }
        return .json(200, ["status": "ok"])
    }
}

/// The service that a path belongs to, with what is left of the path.
private enum Route {
    case health
    case rest(String)
    case auth(String)
    case storage(String)
    case inbox(String)
    case notEmulated(String)

    init?(_ path: String) {
        if path == "/health" {
            self = .health
        } else if let rest = Self.rest(of: path, after: "/rest/v1") {
            self = .rest(rest)
        } else if let rest = Self.rest(of: path, after: "/auth/v1") {
            self = .auth(rest)
        } else if let rest = Self.rest(of: path, after: "/storage/v1") {
            self = .storage(rest)
        } else if let rest = Self.rest(of: path, after: "/inbox") {
            self = .inbox(rest)
        } else if Self.rest(of: path, after: "/realtime/v1") != nil {
            self = .notEmulated("Realtime")
        } else if Self.rest(of: path, after: "/functions/v1") != nil {
            self = .notEmulated("The edge functions service")
        } else if Self.rest(of: path, after: "/graphql/v1") != nil {
            self = .notEmulated("GraphQL")
        } else {
            return nil
        }
    }

    private static func rest(of path: String, after prefix: String) -> String? {
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = path.utf8.dropFirst(prefix.utf8.count)
        guard let first = rest.first else { return "/" }
        return first == UInt8(ascii: "/") ? String(Substring(rest)) : nil
    }
}

extension Request {
    /// Takes the service's prefix off the path, and says so to the service.
    fileprivate mutating func move(from prefix: String, to path: String) {
        target.path = path
        headers.append("X-Forwarded-Prefix", prefix)
        if let peer { headers.append("X-Forwarded-For", peer) }
        if let host = headers["Host"], headers["X-Forwarded-Host"] == nil { headers.append("X-Forwarded-Host", host) }
        if headers["X-Forwarded-Proto"] == nil { headers.append("X-Forwarded-Proto", "http") }
    }
}

extension Response {
    static func json(_ status: Int, _ document: JSON) -> Response {
        Response(
            Status(status), headers: Headers([("Content-Type", "application/json; charset=utf-8")]), body: .bytes(document.serialized()))
    }

    fileprivate static func notFound(_ path: String) -> Response {
        .json(404, ["message": .string("no route for \(path)"), "hint": "REST is at /rest/v1, Auth at /auth/v1, Storage at /storage/v1"])
    }

    fileprivate static func notEmulated(_ service: String) -> Response {
        .json(501, ["code": "not_emulated", "message": .string("\(service) is not emulated yet")])
    }
}
