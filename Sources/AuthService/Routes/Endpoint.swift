import HTTPServing

/// What answers a path, and who may ask.
enum Endpoint: Sendable {
    case open(@Sendable (AuthRequest) async throws -> Response)
    case user(@Sendable (AuthRequest, AuthenticatedUser) async throws -> Response)
    case administrator(@Sendable (AuthRequest, Administrator) async throws -> Response)
}

extension AuthResponder {
    /// The routes. Nil: there is no such path.
    func endpoints(_ route: String) -> [Method: Endpoint]? {
        switch route {
        case "/health": [.get: .open(health)]
        case "/settings": [.get: .open(showSettings)]
        case "/.well-known/jwks.json": [.get: .open(showKeys)]
        case "/.well-known/openid-configuration": [.get: .open(showDiscovery)]
        case "/signup": [.post: .open(signUp)]
        case "/token": [.post: .open(token)]
        case "/otp": [.post: .open(sendOTP)]
        case "/magiclink": [.post: .open(sendMagicLink)]
        case "/verify": [.get: .open(followLink), .post: .open(verify)]
        case "/recover": [.post: .open(recover)]
        case "/resend": [.post: .open(resend)]
        case "/reauthenticate": [.get: .user(reauthenticate)]
        case "/user": [.get: .user(showUser), .put: .user(updateUser)]
        case "/authorize": [.get: .open(authorize)]
        case "/authorize/local": [.get: .open(showLocalProvider), .post: .open(leaveLocalProvider)]
        case "/callback": [.get: .open(callBack), .post: .open(callBack)]
        case "/local/id-token": [.post: .open(mintIDToken)]
        case "/local/jwks.json": [.get: .open(showIssuerKeys)]
        case "/user/identities/authorize": [.get: .user(authorizeLinking)]
        case "/user/identities/*": [.delete: .user(unlinkIdentity)]
        case "/logout": [.post: .user(logOut)]
        case "/factors": [.post: .user(enroll)]
        case "/factors/*": [.delete: .user(unenroll)]
        case "/factors/*/challenge": [.post: .user(challenge)]
        case "/factors/*/verify": [.post: .user(verifyFactor)]
        case "/invite": [.post: .administrator(invite)]
        case "/admin/invite": [.post: .administrator(inviteForSwift)]
        case "/admin/users": [.get: .administrator(listUsers), .post: .administrator(createUser)]
        case "/admin/users/*":
            [.get: .administrator(getUser), .put: .administrator(changeUser), .delete: .administrator(deleteUser)]
        case "/admin/users/*/factors": [.get: .administrator(listFactors)]
        case "/admin/users/*/factors/*": [.put: .administrator(changeFactor), .delete: .administrator(removeFactor)]
        case "/admin/generate_link": [.post: .administrator(generateLink)]
        case "/admin/audit": [.get: .administrator(listAudit)]
        default: switchedOff(route)
        }
    }

    /// What is not emulated, and what the real service answers where it is switched off, as it is in a new project.
    private func switchedOff(_ route: String) -> [Method: Endpoint]? {
        func isBelow(_ folders: String...) -> Bool { folders.contains { route == $0 || route.hasPrefix($0 + "/") } }
        func refusal(_ error: AuthError, byAdministrator: Bool = false) -> [Method: Endpoint] {
            let endpoint: Endpoint = byAdministrator ? .administrator { _, _ in throw error } : .open { _ in throw error }
            let methods: [Method] = [.get, .head, .post, .put, .patch, .delete]
            return Dictionary(uniqueKeysWithValues: methods.map { ($0, endpoint) })
        }
        if isBelow("/sso") { return refusal(.init(404, "saml_provider_disabled", "SAML 2.0 is disabled")) }
        if isBelow("/oauth", "/user/oauth", "/.well-known/oauth-authorization-server") { return refusal(.oauthServerDisabled) }
        if isBelow("/admin/oauth") { return refusal(.oauthServerDisabled, byAdministrator: true) }
        if isBelow("/passkeys") { return refusal(.init(404, "passkey_disabled", "Passkeys are disabled")) }
        if isBelow("/scim") { return refusal(.init(404, "feature_disabled", "SCIM server is disabled")) }
        if isBelow("/admin/sso", "/admin/custom-providers", "/admin/users/*/passkeys") {
            return refusal(.notEmulated, byAdministrator: true)
        }
        return nil
    }

    /// How often somebody may ask, where the hosted service's limits hold. A sign-up is counted when it is clear which kind it is.
    func limit(_ route: String, _ method: Method) -> RateLimiter.Kind? {
        switch route {
        case "/token": .token
        case "/otp": .otp
        case "/magiclink": .magicLink
        case "/recover": .recover
        case "/resend": .resend
        case "/verify": .verify
        case "/user" where method == .put: .updateUser
        case "/factors/*/challenge", "/factors/*/verify": .factor
        default: nil
        }
    }
}

extension AuthError {
    fileprivate static let oauthServerDisabled = Self(404, "feature_disabled", "OAuth server is disabled")
}
