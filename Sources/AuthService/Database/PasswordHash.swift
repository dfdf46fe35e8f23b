/// A stored password, by the algorithm that made it. Users who come from elsewhere bring hashes of other kinds than bcrypt.
enum PasswordHash: Sendable, Hashable {
    case bcrypt(BcryptHash)
    /// As the reference implementation writes it: `$argon2id$v=19$m=…,t=…,p=…$salt$digest`.
    case argon2(String, Argon2.Variant)
    /// Firebase's, which is kept and fits no password.
    case firebase(String)

    init?(_ text: String) {
        if let hash = BcryptHash(text) {
            self = .bcrypt(hash)
        } else if let variant = Argon2.Variant(text) {
            self = .argon2(text, variant)
        } else if text.hasPrefix("$fbscrypt$"), text.utf8.count < Limits.passwordHashBytes {
            self = .firebase(text)
        } else {
            return nil
        }
    }
}

/// A hash such as `$2a$10$` with 53 characters of salt and digest.
struct BcryptHash: Sendable, Hashable {
    /// Cost, salt and digest: what follows the version.
    let rest: String

    init?(_ text: String) {
        guard ["$2a$", "$2b$", "$2y$"].contains(where: text.hasPrefix) else { return nil }
        rest = String(text.dropFirst(4))
        let parts = rest.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 53], let cost = Int(parts[0]), Limits.passwordCosts ~= cost,
            parts[1].utf8.allSatisfy({ 0x2E...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 })
        else { return nil }
    }

    /// The versions differ only in mistakes that other programs made long ago; pgcrypto knows one name, and takes the others
    /// for another algorithm.
    var asPgcryptoKnowsIt: String { "$2a$" + rest }
}
