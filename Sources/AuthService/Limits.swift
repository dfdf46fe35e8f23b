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

}
