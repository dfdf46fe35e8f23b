enum Limits {
    /// Nesting of a `JSON` value that is built. Values are released, compared and written recursively, and a thread may have a
    /// stack of 512 kB. `JSONShape` builds nothing and takes any depth.
    static let depth = 256

    /// Digits that the canonical form of a number may be padded to (1e1024).
    static let plainExponent = 1024

    /// Digits of a number's exponent that are understood: what is longer is written as it was read.
    static let exponentDigits = 15
}
