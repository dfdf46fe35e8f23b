/// Percent-encoding of URIs (RFC 3986 §2.1), by bytes: who needs text validates it.
package enum PercentEncoding {
    /// Decodes `%41` to `A`. A `%` without two hex digits behind it stays as it is.
    ///
    ///     PercentEncoding.decode("a%20b%2".utf8)        // the bytes of "a b%2"
    ///
    /// - Parameter plusIsSpace: whether `+` stands for a blank, as in queries and forms but not in paths.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            switch byte {
            case UInt8(ascii: "%"):
                if let (value, next) = hexPair(bytes, at: index) {
                    decoded.append(value)
                    index = next
                } else {
                    decoded.append(byte)
                }
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return decoded
    }

    /// The decoded text; nil when it is not UTF-8.
    package static func text(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let isPlain = !encoded.utf8.contains { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }
        if isPlain { return String(encoded) }
        return String(validating: decode(encoded.utf8, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The decoded text, with U+FFFD for bytes that are not UTF-8.
    package static func lossyText(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String {
        String(decoding: decode(encoded.utf8, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Whether every `%` is followed by two hex digits.
    package static func isWellFormed(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
            guard let (_, next) = hexPair(rest, at: rest.index(after: mark)) else { return false }
            rest = rest[next...]
        }
        return true
    }

    /// Encodes every byte that is not `allowed`, with upper-case digits.
    package static func encode(_ bytes: some Sequence<UInt8>, allowed: (UInt8) -> Bool = isUnreserved) -> String {
        var encoded: [UInt8] = []
        for byte in bytes {
            if allowed(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexDigit(byte >> 4))
                encoded.append(hexDigit(byte & 15))
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Letters, digits and `-._~` (RFC 3986 §2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func hexPair<C: Collection<UInt8>>(_ bytes: C, at index: C.Index) -> (UInt8, next: C.Index)? {
        guard index < bytes.endIndex, let high = bytes[index].hexValue else { return nil }
        let second = bytes.index(after: index)
        guard second < bytes.endIndex, let low = bytes[second].hexValue else { return nil }
        return (high << 4 | low, bytes.index(after: second))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The value of an ASCII decimal digit.
    var decimalValue: UInt8? {
        self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? self - UInt8(ascii: "0") : nil
    }
}
