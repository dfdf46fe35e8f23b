extension AuthSettings {
    /// How second factors behave.
    public struct Factors: Sendable, Hashable {
        /// Most factors of one user.
        public var maximumCount = 10
        /// Codes from an application.
        public var totp = Kind()
        /// Codes by SMS.
        public var phone = Phone()
        /// Keys of a device.
        public var webAuthn = Kind()

        /// A new local project's behaviour.
        public init() {}

        /// What can be done with factors of one kind.
        public struct Kind: Sendable, Hashable {
            /// Whether new factors can be added.
            public var canEnroll = false
            /// Whether factors can be used.
            public var canVerify = false

            /// Nothing.
            public init() {}
        }

        /// What can be done with phones as factors, and what they are sent.
        public struct Phone: Sendable, Hashable {
            /// Whether new factors can be added.
            public var canEnroll = false
            /// Whether factors can be used.
            public var canVerify = false
            /// Digits of a code, 6 to 10.
            public var codeLength = 6
            /// The shortest time between two messages to one user, in seconds.
            public var minimumGap = 5.0
            /// The text of a message, with the code in place of `{{ .Code }}`.
            public var template = "Your code is {{ .Code }}"

            /// A new local project's behaviour.
            public init() {}
        }
    }
}
