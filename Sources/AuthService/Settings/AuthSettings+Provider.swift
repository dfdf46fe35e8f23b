extension AuthSettings {
    /// A provider of sign-in pages and id tokens.
    public struct Provider: Sendable, Hashable {
        /// Whether it can be used.
        public var isEnabled: Bool
        /// The names under which the provider knows the application; the first is used for sign-in pages, all are audiences that an
        /// id token may be for.
        public var clientIDs: [String]
        /// What the application proves itself with to the provider; nothing checks it here.
        public var secret: String
        /// Where the provider leads back to; nil: to `/callback` of this service.
        public var redirectURL: String?
        /// A server that speaks the provider's protocol, for `github`, `gitlab` and `keycloak`; nil: the local sign-in page stands in.
        public var url: String?
        /// Accepts tokens whose nonce does not match.
        public var skipsNonceCheck: Bool
        /// Takes accounts without an e-mail address.
        public var isEmailOptional: Bool

        /// A provider that is enabled.
        public init(
            clientIDs: [String], secret: String = "local", isEnabled: Bool = true, skipsNonceCheck: Bool = false, isEmailOptional: Bool = false
        ) {
            self.clientIDs = clientIDs
            self.secret = secret
            self.isEnabled = isEnabled
            self.skipsNonceCheck = skipsNonceCheck
            self.isEmailOptional = isEmailOptional
        }
    }

    /// Sign-ins with the wallet of a block chain.
    public struct Web3: Sendable, Hashable {
        /// Whether a Solana wallet will do.
        public var solanaEnabled = false
        /// Whether an Ethereum wallet will do.
        public var ethereumEnabled = false

        /// A new local project's behaviour.
        public init() {}
    }
}
