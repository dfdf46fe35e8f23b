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

    /// The public keys of access tokens.
    func showKeys(_ request: AuthRequest) -> Response {
        var response = Response.json(settings.publicKeys)
        response.headers.append("Cache-Control", "public, max-age=600")
        return response
    }
}
