/// Base 64 with the URL-safe alphabet and without padding (RFC 4648 §5), as tokens use it.
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes, alphabet: alphabet, pads: false)
    }

    /// Nil for anything else than what `encode` can produce: padding, white space, bits left over that are not zero.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        Base64.decode(text) { byte in
            switch byte {
            case UInt8(ascii: "-"): 62
            case UInt8(ascii: "_"): 63
            default: Base64.alphanumericValue(byte)
            }
        }
    }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    private static let alphabet = Base64.alphanumerics + Array("-_".utf8)
}

/// Base 64 with padding (RFC 4648 §4).
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes, alphabet: alphanumerics + Array("+/".utf8), pads: true)
    }

    /// Takes both alphabets and, as PostgREST does for secrets, `.` for `=`; padding may be missing but not misplaced.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var digits = Array(text)
        let length = digits.count
        while let last = digits.last, last == UInt8(ascii: "=") || last == UInt8(ascii: ".") { digits.removeLast() }
        guard digits.count == length || (length % 4 == 0 && length - digits.count <= 2) else { return nil }
        return decode(digits) { byte in
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
            case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
            default: alphanumericValue(byte)
            }
        }
    }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }
}

extension Base64 {
    static let alphanumerics = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    static func alphanumericValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        default: nil
        }
    }

    static func encode(_ bytes: [UInt8], alphabet: [UInt8], pads: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for digit in 0..<4 {
                if digit <= group.count {
                    output.append(alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)])
                } else if pads {
                    output.append(UInt8(ascii: "="))
                }
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decode(_ text: some Collection<UInt8>, value: (UInt8) -> UInt8?) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in text {
            guard let digit = value(byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bits == 0 ? output : nil
    }
}
