import HTTPServing
import Tokens

/// Codes that change with the time (RFC 6238): SHA-1, six digits, thirty seconds.
struct TOTP: Sendable, Hashable {
    /// In base 32, as applications show it.
    let secret: String

    private static let period = 30

    static func random() -> TOTP {
        TOTP(secret: Base32.encode(Random.bytes(20)))
    }

    /// Whether the code is that of the moment, of the one before or of the one after: clocks differ.
    func accepts(_ code: String, at seconds: Double) -> Bool {
        guard let key = Base32.decode(secret), seconds.isFinite, seconds >= 0, seconds < 1e12 else { return false }
        let step = Int(seconds) / Self.period
        // All three are looked at, so that the time does not tell which one it was.
        return [step - 1, step, step + 1].reduce(false) { found, step in
            Array(Self.code(key: key, step: step).utf8).equalsInConstantTime(Array(code.utf8)) || found
        }
    }

    /// RFC 4226 §5.3.
    static func code(key: [UInt8], step: Int) -> String {
        let message = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> (8 * $0)) }
        let hash = HMAC.code(of: message, key: key, digest: .sha1)
        let offset = Int(hash[hash.count - 1] & 15)
        let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// What the QR code says to an application. Label and issuer are encoded as parts of a path, as the real service does.
    func uri(issuer: String, account: String) -> String {
        let label = PercentEncoding.encode("\(issuer):\(account)".utf8) { Self.isPathByte($0) || "/,;".utf8.contains($0) }
        let name = PercentEncoding.encode(issuer.utf8, allowed: Self.isPathByte)
        return "otpauth://totp/\(label)?algorithm=SHA1&digits=6&issuer=\(name)&period=\(Self.period)&secret=\(secret)"
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "$&+=:@".utf8.contains(byte)
    }
}

/// Base 32 without padding (RFC 4648 §6).
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for byte in bytes {
            (buffer, bits) = ((buffer << 8 | Int(byte)) & 0xFFF, bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for other characters; letter case and padding do not matter.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for character in text.uppercased().utf8 where character != UInt8(ascii: "=") {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            (buffer, bits) = ((buffer << 5 | value) & 0xFFF, bits + 5)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }
}
