import JSONText
import Tokens

/// Somebody at a provider that is not there. The local page makes the account up and hands it over in the code itself, signed: any
/// process that serves the database can redeem it, and nothing is remembered.
struct LocalAccount: Sendable, Hashable {
    var provider: String
    var subject: String
    var email: String
    var isEmailVerified: Bool
    var name: String

    /// - Parameter subject: "": one that follows from the address.
    init(provider: String, subject: String = "", email: String, isEmailVerified: Bool = true, name: String = "") {
        self.provider = provider
        self.email = email.lowercased()
        self.isEmailVerified = isEmailVerified
        self.name = name
        self.subject = subject.isEmpty ? Self.subject(provider, self.email) : subject
    }

    /// The same person always, and somebody else at another provider: a number, as most providers have them.
    private static func subject(_ provider: String, _ email: String) -> String {
        let bytes = Digest.sha256.hash(Array("\(provider) \(email)".utf8)).prefix(6)
        return String(bytes.reduce(UInt64(1)) { $0 << 8 | UInt64($1) })
    }

    // MARK: Codes

    private static let purpose = "local account"

    /// Known to every process of the project, and no key of its tokens: a code that names any subject must not pass for one.
    private static func key(_ settings: AuthSettings) -> JWK {
        JWK(secret: Digest.sha256.hash(Array("\(purpose) \(settings.jwtSecret)".utf8)))
    }

    /// Nil when the code is none, is too old, or belongs to another sign-in.
    init?(code: String, provider: String, state: String, settings: AuthSettings) {
        guard let token = try? JWT(code), token.isSigned(by: Self.key(settings)), let claims = try? token.claims(),
            claims["use"]?.string == Self.purpose, claims["provider"]?.string == provider, claims["state"]?.string == state,
            let expiry = claims["exp"].flatMap(\.int), WallClock.seconds() < Double(expiry), let subject = claims["sub"]?.string
        else { return nil }
        self.init(
            provider: provider, subject: subject, email: claims["email"]?.string ?? "",
            isEmailVerified: claims["email_verified"] == true, name: claims["name"]?.string ?? "")
    }

    func code(state: String, settings: AuthSettings) -> String {
        let claims: JSON = [
            "use": .string(Self.purpose), "provider": .string(provider), "state": .string(state), "sub": .string(subject),
            "email": .string(email), "email_verified": .bool(isEmailVerified), "name": .string(name),
            "exp": .number(String(Int(WallClock.seconds()) + Limits.localCodeLife)),
        ]
        return JWT.signed(claims, by: Self.key(settings)) ?? ""
    }

    // MARK: What the provider would say

    var grant: ProviderGrant {
        let login = ["github", "gitlab", "twitter", "x", "twitch"].contains(provider) ? String(email.prefix { $0 != "@" }) : ""
        let profile = ExternalProfile(
            provider: provider, subject: subject, email: email, isEmailVerified: isEmailVerified, issuer: issuer, name: name, login: login)
        return ProviderGrant(profile: profile, token: "fake-\(provider)-\(Random.uuid())", refreshToken: "")
    }

    private var issuer: String {
        switch provider {
        case "github": "https://api.github.com"
        case "linkedin", "linkedin_oidc": "https://www.linkedin.com"
        case "twitter", "x": "https://api.x.com"
        default: IDTokens.Issuer.all.first { $0.provider == provider }?.names.first ?? "https://\(provider).com"
        }
    }
}
