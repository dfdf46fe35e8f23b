import HTTPServing

/// How the gateway turns the `apikey` of a request into the `Authorization` that a service sees (rest.md 14.1). Lenient as the
/// local stack is: a request without any key goes through, and reaches the service as anonymous.
struct AuthorizationRule: Sendable {
    let keys: APIKeys

    func applied(to request: Request) -> Request {
        var request = request
        if let given = request.headers["Authorization"], !given.hasPrefix("Bearer sb_") { return request }
        let key = request.headers["apikey"] ?? request.removeKeyFromQuery()
        switch key {
        case keys.secretKey?: request.headers.set("Authorization", "Bearer \(keys.serviceRoleKey)")
        case keys.publishableKey?: request.headers.set("Authorization", "Bearer \(keys.anonKey)")
        case let key? where !key.isEmpty: request.headers.set("Authorization", "Bearer \(key)")
        // An opaque key that is none of ours is no token.
        case nil, _?: request.headers.remove("Authorization")
        }
        return request
    }

    /// Opened by browsers: never rewritten, never in need of a key (auth.md 1.5).
    func isOpen(authPath path: String) -> Bool {
        let open = ["/verify", "/callback", "/authorize", "/.well-known", "/health", "/sso/saml", "/oauth/authorize"]
        return open.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}

extension Request {
    /// Browsers that cannot set headers send the key in the query; services must not see it.
    fileprivate mutating func removeKeyFromQuery() -> String? {
        guard let query = target.query, query.utf8.count >= 7 else { return nil }
        var found: String?
        let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
            guard found == nil, pair.hasPrefix("apikey=") else { return true }
            found = PercentEncoding.lossyText(pair.dropFirst("apikey=".count), plusIsSpace: true)
            return false
        }
        guard let found else { return nil }
        target.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        return found
    }
}
