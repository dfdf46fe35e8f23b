#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Argon2, if this machine has libargon2: it is looked for when the first such hash is met, and needed for nothing else.
enum Argon2 {
    enum Variant: String, Sendable, Hashable {
        case argon2d, argon2i, argon2id

        /// Nil for texts of another form, and for hashes that would take more memory than a sign-in should.
        init?(_ hash: String) {
            guard hash.utf8.count < Limits.passwordHashBytes,
                let match = hash.wholeMatch(
                    of: #/\$(argon2id|argon2i|argon2d)\$v=\d{1,2}\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+\/]+\$[A-Za-z0-9+\/]+/#),
                let variant = Variant(rawValue: String(match.1)), let memory = Int(match.2), memory <= Limits.argon2Kibibytes
            else { return nil }
            self = variant
        }

        /// As the library counts them.
        fileprivate var number: CInt {
            switch self {
            case .argon2d: 0
            case .argon2i: 1
            case .argon2id: 2
            }
        }
    }

    private typealias Verify = @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer?, Int, CInt) -> CInt

    private static let verify: Verify? = {
        for name in ["libargon2.so.1", "libargon2.1.dylib", "/opt/homebrew/lib/libargon2.dylib", "/usr/local/lib/libargon2.dylib"] {
            guard let library = dlopen(name, RTLD_NOW), let symbol = dlsym(library, "argon2_verify") else { continue }
            return unsafeBitCast(symbol, to: Verify.self)
        }
        return nil
    }()

    static var isAvailable: Bool { verify != nil }

    /// Whether the hash is the password's. It takes its time, so it is for a thread that may. False without the library.
    static func isPassword(_ password: String, of hash: String, _ variant: Variant) -> Bool {
        guard let verify else { return false }
        let bytes = Array(password.utf8)
        // The library compares in constant time.
        return bytes.withUnsafeBytes { verify(hash, $0.baseAddress, bytes.count, variant.number) } == 0
    }
}
