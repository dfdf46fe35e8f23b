extension AuthSettings {
    /// A function that is asked at some point of the service's work.
    public struct Hook: Sendable, Hashable {
        /// When it is asked.
        public enum Point: String, Sendable, Hashable, CaseIterable {
            /// Before an account is made.
            case beforeUserCreated = "before_user_created"
            /// Before an access token is signed.
            case customAccessToken = "custom_access_token"
            /// Instead of sending an e-mail.
            case sendEmail = "send_email"
            /// Instead of sending an SMS.
            case sendSMS = "send_sms"
            /// When a second factor was tried.
            case mfaVerificationAttempt = "mfa_verification_attempt"
            /// When a password was tried.
            case passwordVerificationAttempt = "password_verification_attempt"
        }

        /// `pg-functions://postgres/<schema>/<function>`, `http://…` or `https://…`.
        public var uri: String
        /// What requests are signed with, as `v1,whsec_<base64>`.
        public var secrets: [String]
        /// Whether it is asked.
        public var isEnabled: Bool

        /// A hook that is asked.
        public init(uri: String, secrets: [String] = [], isEnabled: Bool = true) {
            self.uri = uri
            self.secrets = secrets
            self.isEnabled = isEnabled
        }
    }

    /// How often may be asked, as the hosted service limits it.
    public struct RateLimits: Sendable, Hashable {
        /// Whether the limits hold; the local stack has none.
        public var areEnforced = false
        /// E-mails an hour, of the whole project.
        public var emails = 2
        /// SMS an hour, of the whole project.
        public var messages = 30
        /// New anonymous users an hour.
        public var anonymousUsers = 30
        /// Refreshes in five minutes.
        public var refreshes = 150
        /// Sign-ups, sign-ins and requests for a code, each, in five minutes.
        public var signIns = 30
        /// Tries of codes and links in five minutes.
        public var verifications = 30
        /// Sign-ins with a wallet in five minutes.
        public var web3 = 30

        /// The hosted service's limits.
        public init() {}
    }
}

extension AuthSettings {
    /// Nil when nobody is asked.
    package func hook(_ point: Hook.Point) -> Hook? {
        hooks[point].flatMap { $0.isEnabled ? $0 : nil }
    }
}
