package import JSONText
package import Tokens

/// How the Auth service behaves: one value, whose defaults are those of a local Supabase project.
///
///     var settings = AuthSettings()
///     settings.anonymousSignInsEnabled = true
///     settings.external["apple"] = .init(clientIDs: ["com.example.app"])
public struct AuthSettings: Sendable {
    /// The page that redirects fall back to.
    public var siteURL = "http://127.0.0.1:3000"
    /// Where the service is seen from outside; links in messages begin with it, and tokens name it as issuer.
    public var externalURL = "http://127.0.0.1:54321/auth/v1"
    /// The `iss` claim; nil: the external URL.
    public var issuer: String?
    /// Patterns of pages that a redirect may lead to.
    public var redirectURLs = ["https://127.0.0.1:3000"]

    /// The life of access tokens in seconds.
    public var accessTokenLife = 3600
    /// The shared secret of HS256 tokens, which the anon and service keys are.
    public var jwtSecret = "super-secret-jwt-token-with-at-least-32-characters-long"
    /// Private keys; the first signs access tokens. Empty: the shared secret signs.
    package var signingKeys = [JWK.localDemo]

    /// Whether the reuse of an old refresh token ends its session.
    public var refreshTokenRotationEnabled = true
    /// Seconds in which a refresh token that was just used may be used again.
    public var refreshTokenReuseInterval = 10.0
    /// The longest life of a session in seconds; nil: no end.
    public var sessionTimeBox: Double?
    /// Seconds without a refresh after which a session ends; nil: no end.
    public var sessionInactivityTimeout: Double?

    /// Whether new accounts may be made by those who have none.
    public var signupEnabled = true
    /// Whether a session can be had without an address.
    public var anonymousSignInsEnabled = false
    /// Whether users may link identities of providers to their accounts, and take them off.
    public var manualLinkingEnabled = false
    /// Whether some requests need a captcha's token; any that is not empty will do.
    public var captchaEnabled = false
    /// The fewest bytes of a password; values below 6 count as 6.
    public var minimumPasswordLength = 6
    /// Kinds of characters of which a password needs at least one each.
    public var passwordRequirements = PasswordRequirements.none

    /// The work of hashing a password: each step doubles it; 10 takes some 50 ms. Tests may like 4.
    public var passwordCost = 10

    /// Accounts with an e-mail address.
    public var email = Email()
    /// Accounts with a phone number.
    public var sms = SMS()
    /// Providers of id tokens and sign-in pages by name, such as `apple` and `google`; a provider that is missing is disabled.
    public var external: [String: Provider] = [:]
    /// Second factors.
    public var factors = Factors()
    /// Sign-ins with the wallet of a block chain.
    public var web3 = Web3()
    /// Functions that have a say in what the service does.
    public var hooks: [Hook.Point: Hook] = [:]
    /// How many requests and messages are allowed.
    public var rateLimits = RateLimits()

    /// The settings of a new local project.
    public init() {}

    /// How accounts with an e-mail address behave.
    public struct Email: Sendable, Hashable {
        /// Whether addresses can be used at all.
        public var isEnabled = true
        /// Whether an address must be confirmed by a message before the first sign-in.
        public var confirmationsEnabled = false
        /// Whether a change of address must be confirmed at the old address, too.
        public var doubleConfirmsChanges = true
        /// The shortest time between two messages to one user, in seconds.
        public var minimumGap = 1.0
        /// Digits of a code, 6 to 10.
        public var codeLength = 6
        /// How long a code is good for, in seconds.
        public var codeLife = 3600
        /// Whether a password can be changed only in a fresh session or with a code.
        public var passwordChangeNeedsReauthentication = false
        /// Whether a password can be changed only by who knows the old one.
        public var passwordChangeNeedsCurrentPassword = false
        /// The wording of messages; what is missing has a standard one.
        public var templates: [MailTemplate.Name: MailTemplate] = [:]
        /// The notices that are sent when something of an account has changed.
        public var notices: Set<MailTemplate.Name> = []
        /// Who messages come from.
        public var senderAddress = "admin@email.com"
        /// What the sender is called.
        public var senderName = "Admin"

        /// A new local project's behaviour.
        public init() {}
    }

    /// How accounts with a phone number behave.
    public struct SMS: Sendable, Hashable {
        /// Whether numbers can be used at all.
        public var isEnabled = false
        /// Whether a number must be confirmed by a message before the first sign-in.
        public var confirmationsEnabled = false
        /// The shortest time between two messages to one user, in seconds.
        public var minimumGap = 5.0
        /// What `/settings` calls the provider of messages. They end in the inbox whatever its name.
        public var providerName = ""
        /// The text of a message, with the code in place of `{{ .Code }}`.
        public var template = "Your code is {{ .Code }}"
        /// Numbers, without `+`, that are sent nothing and whose code is always this one.
        public var testCodes: [String: String] = [:]

        /// A new local project's behaviour.
        public init() {}
    }

    /// Sets of characters that a password must draw from.
    public enum PasswordRequirements: String, Sendable, Hashable {
        /// Any characters will do.
        case none = ""
        /// Letters and digits.
        case lettersDigits = "letters_digits"
        /// Small letters, capitals and digits.
        case lowerUpperLettersDigits = "lower_upper_letters_digits"
        /// Small letters, capitals, digits and symbols.
        case lowerUpperLettersDigitsSymbols = "lower_upper_letters_digits_symbols"
    }
}

extension AuthSettings {
    package var tokenIssuer: String { issuer ?? externalURL }

    /// The key of HS256 tokens.
    package var sharedKey: JWK { JWK(secret: Array(jwtSecret.utf8)) }

    package var signingKey: JWK { signingKeys.first ?? sharedKey }

    /// The keys with which tokens of this project are verified, for the services that are shown them.
    package var verificationKeys: KeySet { KeySet(signingKeys + [sharedKey]) }

    /// What `/.well-known/jwks.json` shows.
    package var publicKeys: JSONObject { KeySet(signingKeys).publicJSON.object ?? JSONObject() }

    func provider(_ name: String) -> Provider? {
        external[name].flatMap { $0.isEnabled ? $0 : nil }
    }
}

extension JWK {
    /// The key that every local Supabase project signs with. It is published, private half included, so it protects nothing;
    /// tools for local projects know it.
    package static let localDemo: JWK = {
        let json: JSON = [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "b81269f1-21d8-4f2e-b719-c2240a840d90", "ext": true,
            "x": "M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4", "y": "P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ",
            "d": "dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU",
        ]
        guard let key = JWK(json) else { preconditionFailure("the built-in key is a key") }
        return key
    }()
}
