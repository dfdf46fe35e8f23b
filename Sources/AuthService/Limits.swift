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

    /// Messages that the inbox keeps; the oldest go first.
    static let inboxMessages = 10_000

    /// Messages that one answer of the inbox holds, and words that a search may have.
    static let inboxPage = 1000
    static let inboxSearchTerms = 20

    /// How often it is looked for a message that somebody waits for, and how long at most.
    static let inboxLookInterval = Duration.milliseconds(20)
    static let inboxWait = 60.0

    /// Blocks in blocks of a template: each is a call within a call.
    static let templateDepth = 64

    /// Words of one action of a template.
    static let templateWords = 1000

    /// What rendering a template may take: pieces, and bytes.
    static let templateSteps = 100_000
    static let templateBytes = 1 << 20
}
