enum Limits {
    /// Bytes of a request's body.
    static let bodyBytes = 1 << 20

    /// Bytes of an address.
    static let emailBytes = 255

    /// Bytes of a password: bcrypt does not see more.
    static let passwordBytes = 72

    /// The costs that bcrypt knows.
    static let passwordCosts = 4...31

    /// Bytes of a stored password, and what an argon2 hash may ask for: a gibibyte.
    static let passwordHashBytes = 255
    static let argon2Kibibytes = 1 << 20

    /// Addresses whose requests are counted before those are forgotten that have not asked for long.
    static let rateLimitedAddresses = 10_000

    /// Elements of a page of a list when nothing else is asked for.
    static let pageSize = 50

    /// Seconds in which a session is fresh enough to change a password without proof.
    static let freshSessionAge = 86_400.0

    /// Seconds in which a sign-in must come back from a provider, and in which a code must be exchanged.
    static let flowStateLife = 300

    /// Seconds that a challenge of a second factor is good for, and that a factor waits for its first one.
    static let challengeLife = 300
    static let factorLife = 300

    /// Second factors of one user that count.
    static let verifiedFactors = 10

    /// Seconds that a test number's code, and any code sent by SMS, is good for.
    static let smsCodeLife = 6000

    /// What a provider may take to answer one question.
    static let providerTime = Duration.seconds(8)

    /// Seconds in which the browser brings the code of the local sign-in page.
    static let localCodeLife = 300

    /// What hooks at an address may take: all tries together, their number, the pause between two, bytes of an answer.
    static let hookTime = Duration.seconds(5)
    static let hookTries = 3
    static let hookPause = Duration.seconds(2)
    static let hookAnswerBytes = 204_800

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
