import HTTPServing
import JSONText
import Sockets
import Synchronization
import TestSupport

/// A sign-in provider on a port of its own: it knows accounts by the code that a browser would bring, and speaks the token and
/// profile parts of GitHub's, GitLab's and Keycloak's protocols.
final class OAuthProviderServer: Responder {
    private let accounts = Mutex<[String: JSON]>([:])
    private let address = Mutex<String>("")
    private let serving = Mutex<Task<Void, Never>?>(nil)

    /// Where it listens, as `http://…`.
    var url: String { address.withLock { $0 } }

    static func started() throws -> OAuthProviderServer {
        let provider = OAuthProviderServer()
        let server = try Server.bind(.loopback(port: 0), on: TestCluster.loop, responder: provider)
        provider.address.withLock { $0 = "http://\(server.address)" }
        provider.serving.withLock { $0 = Task(executorPreference: TestCluster.loop) { await server.run() } }
        return provider
    }

    /// - Parameter account: `code`, `profile`, `emails`, and `fail` for what goes wrong.
    func add(_ account: JSON) {
        accounts.withLock { $0[account["code"]?.string ?? ""] = account }
    }

    func respond(to request: Request) async throws -> Response {
        if request.method == .post {
            let code = QueryPairs(bytes: try await request.body.collected(upTo: 10_000))["code"] ?? ""
            guard let account = account(code), account["fail"] != "token" else { return Self.answer(400, ["error": "invalid_grant"]) }
            return Self.answer(200, ["access_token": .string("token-\(code)"), "refresh_token": .string("again-\(code)")])
        }
        let token = request.headers["Authorization"]?.split(separator: " ").last ?? ""
        guard let account = account(String(token.dropFirst("token-".count))), account["fail"] != "profile" else {
            return Self.answer(401, ["message": "bad credentials"])
        }
        return Self.answer(200, request.target.path.hasSuffix("/emails") ? account["emails"] ?? [] : account["profile"] ?? nil)
    }

    private func account(_ code: String) -> JSON? { accounts.withLock { $0[code] } }

    private static func answer(_ status: Int, _ body: JSON) -> Response {
        Response(Status(status), headers: Headers([("Content-Type", "application/json")]), body: .bytes(body.serialized()))
    }
}
