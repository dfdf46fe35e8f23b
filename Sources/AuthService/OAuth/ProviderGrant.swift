import HTTPServing
import JSONText

/// What a provider hands over when somebody has signed in there.
struct ProviderGrant: Sendable {
    var profile: ExternalProfile
    var token: String
    /// "" when there is none.
    var refreshToken: String
}

extension AuthResponder {
    /// Exchanges the code that a browser brought.
    func grant(_ code: String, from provider: OAuthProvider, state: String) async throws -> ProviderGrant {
        let grant: ProviderGrant
        if let server = provider.server {
            grant = try await ask(server, of: provider, code: code)
        } else {
            guard let account = LocalAccount(code: code, provider: provider.name, state: state, settings: settings) else {
                throw Self.exchangeFailed(code)
            }
            grant = account.grant
        }
        guard grant.profile.email != nil || provider.settings.isEmailOptional else {
            throw AuthError.unexpected("Error getting user email from external provider")
        }
        return grant
    }

    private func ask(_ server: OAuthProvider.Server, of provider: OAuthProvider, code: String) async throws -> ProviderGrant {
        let form = RedirectParameters([
            "grant_type": "authorization_code", "code": code, "redirect_uri": provider.callback,
            "client_id": provider.settings.clientIDs.first ?? "", "client_secret": provider.settings.secret,
        ])
        let fields = Headers([("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")])
        guard let tokens = try await json(.post, server.token, fields, Array(form.encoded.utf8)),
            let token = tokens["access_token"]?.string,
            !token.isEmpty
        else { throw Self.exchangeFailed(code) }

        let key = Headers([("Authorization", "Bearer \(token)"), ("Accept", "application/json")])
        guard let profile = try await json(.get, server.profile, key) else { throw Self.profileFailed }
        var emails: JSON?
        if let address = server.emails {
            guard let list = try await json(.get, address, key) else { throw Self.profileFailed }
            emails = list
        }
        guard let known = ExternalProfile(profile, emails: emails, from: provider.name, issuer: server.issuer) else {
            throw Self.profileFailed
        }
        return ProviderGrant(profile: known, token: token, refreshToken: tokens["refresh_token"]?.string ?? "")
    }

    /// Nil for any other answer than one with JSON in it.
    private func json(_ method: HTTPServing.Method, _ url: String, _ headers: Headers, _ body: [UInt8]? = nil) async throws -> JSON? {
        guard let client else { return nil }
        do {
            let answer = try await client.send(
                method, url, headers: headers, body: body, within: Limits.providerTime, upTo: Limits.bodyBytes)
            return (200..<300).contains(answer.status) ? try? JSON(parsing: answer.body) : nil
        } catch is HTTPClientError {
            return nil
        }
    }

    private static func exchangeFailed(_ code: String) -> AuthError {
        .unexpected("Unable to exchange external code: \(code.prefix(4))")
    }

    private static var profileFailed: AuthError { .unexpected("Error getting user profile from external provider") }
}

extension ExternalProfile {
    /// What GitHub, GitLab and Keycloak say of a user; nil when that names nobody.
    init?(_ profile: JSON, emails: JSON?, from provider: String, issuer: String) {
        func text(_ name: String) -> String { profile[name]?.string ?? "" }
        // Some count their users.
        let subject = provider == "keycloak" ? text("sub") : profile["id"]?.string ?? profile["id"]?.int.map { String($0) } ?? ""
        guard !subject.isEmpty, !subject.utf8.contains(0) else { return nil }
        var address = (email: text("email"), isVerified: profile["email_verified"] == true)
        let listed = emails?.array ?? []
        switch provider {
        case "github":
            let best = listed.first { $0["primary"] == true } ?? listed.first
            address = (best?["email"]?.string ?? "", best?["verified"] == true)
        case "gitlab":
            address.isVerified = profile["confirmed_at"]?.string?.isEmpty == false
        default: break
        }
        var more: [(String, JSON)] = []
        if provider == "keycloak" { more.append(("custom_claims", [:])) }
        let login = provider == "github" ? text("login") : ""
        self.init(
            provider: provider, subject: subject, email: address.email, isEmailVerified: address.isVerified, issuer: issuer,
            name: text("name"), picture: provider == "gitlab" ? text("avatar_url") : "", avatar: text("avatar_url"), login: login,
            more: more)
    }

    /// What is empty is not stored.
    init(
        provider: String, subject: String, email: String, isEmailVerified: Bool, issuer: String, name: String, picture: String = "",
        avatar: String = "", login: String = "", more: [(String, JSON)] = []
    ) {
        var claims = JSONObject()
        let texts = [
            ("iss", issuer), ("sub", subject), ("name", name), ("picture", picture), ("email", email.lowercased()),
            ("preferred_username", login), ("full_name", name), ("avatar_url", avatar), ("provider_id", subject), ("user_name", login),
        ]
        for (name, text) in texts where !text.isEmpty { claims.set(name, .string(text.replacing("\0", with: ""))) }
        claims.set("email_verified", .bool(isEmailVerified))
        claims.set("phone_verified", false)
        for (name, value) in more { claims.set(name, value) }
        self.init(
            provider: provider, subject: subject, email: email.isEmpty ? nil : email.lowercased(), isEmailVerified: isEmailVerified,
            claims: claims)
    }
}
