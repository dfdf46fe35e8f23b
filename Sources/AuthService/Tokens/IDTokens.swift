import JSONText
import Tokens

/// Verifies id tokens. The providers' own keys are on the Internet, so the local issuer's stands in for them: a token is good that
/// names Apple or Google as its issuer and is signed by that or by this project.
struct IDTokens: Sendable {
    private let keys: [JWK]

    init(_ settings: AuthSettings) {
        keys = settings.signingKeys + [.localIssuer]
    }

    /// A provider by its name, and who it calls itself in tokens.
    struct Issuer: Sendable, Hashable {
        let provider: String
        /// The first is the usual one. One that ends in `/` stands for all that begin with it.
        let names: [String]

        static let apple = Issuer(provider: "apple", names: ["https://appleid.apple.com", "https://account.apple.com"])
        /// Every tenant has an issuer of its own.
        static let azure = Issuer(provider: "azure", names: ["https://login.microsoftonline.com/", "https://sts.windows.net/"])
        static let all = [
            apple, azure, Issuer(provider: "google", names: ["https://accounts.google.com", "accounts.google.com"]),
            Issuer(provider: "facebook", names: ["https://www.facebook.com"]),
            Issuer(provider: "kakao", names: ["https://kauth.kakao.com"]),
        ]

        func isCalled(_ name: String) -> Bool {
            names.contains { $0.hasSuffix("/") ? name.hasPrefix($0) : name == $0 }
        }
    }

    /// The issuer that a token names, before anything is verified.
    static func unverifiedIssuer(of text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let claims = try? JSON(parsing: payload) else { return nil }
        return claims["iss"]?.string
    }

    func claims(of text: String, issuer: Issuer, now: Double) -> JWTClaims? {
        guard let token = try? JWT(text), keys.contains(where: { $0.fits(token.algorithm, keyID: token.keyID) && token.isSigned(by: $0) }),
            let claims = try? token.claims(), let name = claims["iss"]?.string, issuer.isCalled(name),
            case .number(let expiryText)? = claims["exp"], let expiry = Double(expiryText), now < expiry
        else { return nil }
        if case .number(let text)? = claims["nbf"], let start = Double(text), now + 300 < start { return nil }
        return claims
    }
}

/// What a provider says of a user.
struct ExternalProfile: Sendable {
    let provider: String
    let subject: String
    /// In lower case; nil when the provider tells none.
    let email: String?
    let isEmailVerified: Bool
    /// What is stored of it: only what is not empty, and whether address and number are verified always.
    let claims: JSONObject

    init(provider: String, subject: String, email: String?, isEmailVerified: Bool, claims: JSONObject) {
        self.provider = provider
        self.subject = subject
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.claims = claims
    }

    init(_ token: JWTClaims, provider: String, subject: String) {
        self.provider = provider
        self.subject = subject
        email = token["email"]?.string.flatMap { $0.isEmpty ? nil : $0.lowercased() }
        // Apple shows only addresses that it has verified.
        let isVerified = provider == "apple" ? email != nil : Self.isTrue(token["email_verified"])
        isEmailVerified = isVerified
        var claims = JSONObject()
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { claims.set(name, .string(value)) }
        }
        add("iss", token["iss"]?.string)
        add("sub", subject)
        add("name", token["name"]?.string)
        add("picture", token["picture"]?.string)
        add("email", email)
        claims.set("email_verified", .bool(isVerified))
        claims.set("phone_verified", false)
        add("full_name", token["name"]?.string)
        add("avatar_url", token["picture"]?.string)
        add("provider_id", subject)
        self.claims = claims
    }

    /// Apple writes truth values as texts, too.
    private static func isTrue(_ value: JSON?) -> Bool {
        value == true || value == "true"
    }
}
