import Foundation

/// The calls to Auth, each with its path, query and body in one place.
struct SupabaseAuthRequest: SNMRequestConvertible {
    let endpoint: Endpoint
    let requestType: SNMRequestType

    init(
        _ method: HTTPMethod,
        _ path: String,
        query: [Endpoint.QueryPair] = [],
        body: (any Encodable & Sendable)?,
        authorization: String?,
        config: SupabaseConfig
    ) {
        endpoint = Endpoint(baseURL: config.baseURL, path: "auth/v1/" + path, method: method, query: query)
        var header = [
            "apikey": config.apiKey,
            "Accept": "application/json",
            // From this version on the code of an error is a text and the message is called so.
            "X-Supabase-Api-Version": "2024-01-01",
        ]
        header["Authorization"] = authorization
        if let body {
            header["Content-Type"] = "application/json"
            requestType = .compositeJSONEncodable(header: header, body: body)
        } else {
            requestType = .header(with: header)
        }
    }

    static func signUp(_ body: SignUpBody, redirectTo: String?, config: SupabaseConfig) -> Self {
        Self(.post, "signup", query: redirect(redirectTo), body: body, authorization: config.authorization(nil), config: config)
    }

    static func token(_ grant: String, body: any Encodable & Sendable, config: SupabaseConfig) -> Self {
        let query = [Endpoint.QueryPair("grant_type", grant)]
        return Self(.post, "token", query: query, body: body, authorization: config.authorization(nil), config: config)
    }

    /// The key alone: an expired access token would only be in the way.
    static func refresh(_ refreshToken: String, config: SupabaseConfig) -> Self {
        let query = [Endpoint.QueryPair("grant_type", "refresh_token")]
        return Self(.post, "token", query: query, body: RefreshBody(refreshToken: refreshToken), authorization: nil, config: config)
    }

    static func user(accessToken: String, config: SupabaseConfig) -> Self {
        Self(.get, "user", body: nil, authorization: config.authorization(accessToken), config: config)
    }

    static func signOut(_ scope: SupabaseSignOutScope, accessToken: String, config: SupabaseConfig) -> Self {
        let query = [Endpoint.QueryPair("scope", scope.rawValue)]
        return Self(.post, "logout", query: query, body: nil, authorization: config.authorization(accessToken), config: config)
    }

    static func resend(_ body: SupabaseResendParameter, redirectTo: String?, config: SupabaseConfig) -> Self {
        Self(.post, "resend", query: redirect(redirectTo), body: body, authorization: config.authorization(nil), config: config)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from response: SNMNetworkResponse) throws(SNMNetworkError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: response.data)
        } catch {
            throw .invalidResponse
        }
    }

    private static func redirect(_ target: String?) -> [Endpoint.QueryPair] {
        target.map { [Endpoint.QueryPair("redirect_to", $0)] } ?? []
    }

    struct SignUpBody: Encodable, Sendable {
        var email: String?
        var password: String?
        var data: [String: SupabaseJSON]?
    }

    struct PasswordBody: Encodable, Sendable {
        let email: String
        let password: String
    }

    struct IDTokenBody: Encodable, Sendable {
        let provider: String
        let idToken: String
        let accessToken: String?
        let nonce: String?

        enum CodingKeys: String, CodingKey {
            case provider, nonce
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    struct RefreshBody: Encodable, Sendable {
        let refreshToken: String

        enum CodingKeys: String, CodingKey {
            case refreshToken = "refresh_token"
        }
    }
}
