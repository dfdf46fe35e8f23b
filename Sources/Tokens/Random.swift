internal import COpenSSL

/// Bytes that nobody can guess. A generator, too: `Int.random(in: 0..<10, using: &random)`.
package struct Random: RandomNumberGenerator, Sendable {
    package init() {}

    package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            precondition(RAND_bytes(buffer.baseAddress, CInt(count)) == 1, "libcrypto has no randomness")
            initialized = count
        }
    }

    package mutating func next() -> UInt64 {
        Self.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A version 4 UUID in lower case (RFC 9562 §5.4).
    package static func uuid() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let parts = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
        return parts.map { Array($0).hexadecimal }.joined(separator: "-")
    }

    /// As many characters, each drawn evenly from the alphabet.
    package static func text(_ count: Int, of alphabet: String) -> String {
        let characters = Array(alphabet)
        var random = Random()
        return String((0..<count).map { _ in characters[Int.random(in: characters.indices, using: &random)] })
    }
}
