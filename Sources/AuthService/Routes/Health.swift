import HTTPServing
import JSONText

/// The endpoints that say what the service is.
extension AuthResponder {
    func health(_ request: AuthRequest) -> Response {
        .json(
            JSONObject([
                .init("version", "v2.196.0"), .init("name", "GoTrue"),
                .init("description", "GoTrue is a user registration and authentication API"),
            ]))
    }

    func showSettings(_ request: AuthRequest) -> Response {
        let providers = Self.providers.map { JSONObject.Member($0, .bool(settings.provider($0) != nil)) }
        let own: [JSONObject.Member] = [
            .init("anonymous_users", .bool(settings.anonymousSignInsEnabled)), .init("email", .bool(settings.email.isEnabled)),
            .init("phone", .bool(settings.sms.isEnabled)),
        ]
        return .json(
            JSONObject([
                .init("external", .object(JSONObject(providers + own))), .init("disable_signup", .bool(!settings.signupEnabled)),
                .init("mailer_autoconfirm", .bool(!settings.email.confirmationsEnabled)),
                .init("phone_autoconfirm", .bool(!settings.sms.confirmationsEnabled)), .init("sms_provider", ""),
                // The real service always says so.
                .init("saml_enabled", false), .init("saml_private_key_next_configured", true), .init("passkeys_enabled", false),
            ]))
    }

    private static let providers = [
        "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly", "github", "gitlab", "google", "keycloak", "kakao",
        "linkedin", "linkedin_oidc", "notion", "spotify", "slack", "slack_oidc", "workos", "twitch", "twitter", "zoom",
    ]

    /// What OpenID clients look up (OpenID Connect Discovery §3).
    func showDiscovery(_ request: AuthRequest) -> Response {
        let issuer = settings.tokenIssuer
        func list(_ texts: String...) -> JSON { .array(texts.map { .string($0) }) }
        var response = Response.json([
            "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/oauth/authorize"),
            "token_endpoint": .string(issuer + "/oauth/token"), "jwks_uri": .string(issuer + "/.well-known/jwks.json"),
            "userinfo_endpoint": .string(issuer + "/oauth/userinfo"),
            "scopes_supported": list("openid", "profile", "email", "phone", "offline_access"),
            "response_types_supported": list("code"), "response_modes_supported": list("query"),
            "grant_types_supported": list("authorization_code", "refresh_token"), "subject_types_supported": list("public"),
            "id_token_signing_alg_values_supported": list("RS256", "HS256", "ES256"),
            "token_endpoint_auth_methods_supported": list("client_secret_basic", "client_secret_post", "none"),
            "code_challenge_methods_supported": list("S256", "plain"),
            "claims_supported": list(
                "sub", "aud", "iss", "exp", "iat", "auth_time", "nonce", "email", "email_verified", "phone_number",
                "phone_number_verified", "name", "picture", "preferred_username", "updated_at"),
        ])
        response.headers.append("Cache-Control", "public, max-age=600")
        return response
    }

    /// The public keys of access tokens.
    func showKeys(_ request: AuthRequest) -> Response {
        var response = Response.json(settings.publicKeys)
        response.headers.append("Cache-Control", "public, max-age=600")
        return response
    }
}
