import Foundation

/// How the calls of Auth are sent, and what their failures become.
extension SupabaseAuthManager {
    @discardableResult
    func send(
        _ method: HTTPMethod, _ path: String, query: [Endpoint.QueryPair] = [], body: [String: SupabaseJSON]? = nil, token: String? = nil
    ) async throws -> SNMNetworkResponse {
        let request = SupabaseAuthRequest(
            method, path, query: query, body: body.map { SupabaseJSON.object($0) }, authorization: config.authorization(token), config: config)
        do {
            return try await networkProvider.request(with: request)
        } catch let error as SNMNetworkError {
            throw SupabaseAuthError(error)
        }
    }

    func read<Value: Decodable>(_ type: Value.Type, from response: SNMNetworkResponse) throws(SupabaseAuthError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: response.data)
        } catch let error as DecodingError {
            throw .unreadable(error.sentence)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Sends a call whose answer is a session, and makes it the current one.
    func begin(
        _ method: HTTPMethod, _ path: String, query: [Endpoint.QueryPair] = [], body: [String: SupabaseJSON], token: String? = nil,
        because event: SupabaseAuthEvent
    ) async throws -> SupabaseSession {
        let session = try read(SupabaseSession.self, from: await send(method, path, query: query, body: body, token: token))
        try await sessionManager.saveSession(for: session, because: event)
        return session
    }

    /// The token of the signed-in user, refreshed if need be.
    func signedInToken() async throws -> String {
        guard let session = try await sessionManager.checkSession() else { throw SupabaseAuthError.notSignedIn }
        return session.accessToken
    }
}
