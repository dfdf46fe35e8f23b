enum Limits {
    /// Bytes of a request's body.
    static let bodyBytes = 1 << 20

    /// Bytes of an address.
    static let emailBytes = 255

    /// Bytes of a password: bcrypt does not see more.
    static let passwordBytes = 72

    /// The costs that bcrypt knows.
    static let passwordCosts = 4...31

    /// Seconds that a test number's code, and any code sent by SMS, is good for.
    static let smsCodeLife = 6000

    /// Blocks in blocks of a template: each is a call within a call.
    static let templateDepth = 64

    /// Words of one action of a template.
    static let templateWords = 1000

    /// What rendering a template may take: pieces, and bytes.
    static let templateSteps = 100_000
    static let templateBytes = 1 << 20
}
