import HTTPServing

/// A provider whose sign-in page can be used: one that speaks its protocol on a server of the project's, or the local stand-in.
struct OAuthProvider: Sendable {
    let name: String
    let settings: AuthSettings.Provider
    /// Where the page leads back to.
    let callback: String
    let server: Server?

    /// The addresses of a provider that the settings give a URL for.
    struct Server: Sendable, Hashable {
        var authorization: String
        var token: String
        var profile: String
        /// Where addresses are told that the profile does not hold.
        var emails: String?
        /// Whom the provider calls itself.
        var issuer: String
    }

    /// The provider of that name, in any case of letters.
    init(_ text: String, _ settings: AuthSettings) throws(AuthError) {
        name = text.lowercased()
        guard !name.hasPrefix("custom:") else { throw .unsupportedProvider("custom provider \(name) not found") }
        guard Self.defaultScopes[name] != nil else { throw .unsupportedProvider("Provider \(name) could not be found") }
        guard let own = settings.provider(name) else { throw .unsupportedProvider("provider is not enabled") }
        guard own.clientIDs.first?.isEmpty == false else { throw .unsupportedProvider("missing OAuth client ID") }
        guard !own.secret.isEmpty else { throw .unsupportedProvider("missing OAuth secret") }
        self.settings = own
        callback = own.redirectURL ?? settings.tokenIssuer + "/callback"
        server = own.url.flatMap { [name] in Server(name, url: $0) }
    }

    /// What is asked for, before what the application adds.
    private static let defaultScopes = [
        "apple": "email name", "azure": "openid", "bitbucket": "account email", "discord": "email identify", "facebook": "email",
        "figma": "current_user:read", "fly": "read", "github": "user:email", "gitlab": "read_user", "google": "email profile",
        "kakao": "account_email profile_image profile_nickname", "keycloak": "profile email", "linkedin": "r_emailaddress r_liteprofile",
        "linkedin_oidc": "openid email profile", "notion": "", "slack": "profile email openid", "slack_oidc": "profile email openid",
        "snapchat": "https://auth.snapchat.com/oauth2/api/user.external_id https://auth.snapchat.com/oauth2/api/user.display_name",
        "spotify": "user-read-email", "twitch": "user:read:email", "twitter": "", "x": "users.email users.read tweet.read offline.access",
        "vercel_marketplace": "", "workos": "", "zoom": "user:read:admin",
    ]

    /// - Parameter added: a list with commas.
    func scopes(adding added: String) -> String {
        ([Self.defaultScopes[name] ?? ""] + added.split(separator: ",").map(String.init)).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension OAuthProvider.Server {
    /// Nil for providers whose protocol is not spoken; the local page stands in for them.
    init?(_ name: String, url: String) {
        let url = url.hasSuffix("/") ? String(url.dropLast()) : url
        switch name {
        case "github":
            self.init(
                authorization: url + "/login/oauth/authorize", token: url + "/login/oauth/access_token", profile: url + "/api/v3/user",
                emails: url + "/api/v3/user/emails", issuer: url + "/api/v3")
        case "gitlab":
            self.init(
                authorization: url + "/oauth/authorize", token: url + "/oauth/token", profile: url + "/api/v4/user",
                emails: url + "/api/v4/user/emails", issuer: url)
        case "keycloak":
            let base = url + "/protocol/openid-connect"
            self.init(authorization: base + "/auth", token: base + "/token", profile: base + "/userinfo", emails: nil, issuer: url)
        default: return nil
        }
    }
}

extension AuthError {
    static func unsupportedProvider(_ reason: String) -> Self { validation("Unsupported provider: \(reason)") }
}
