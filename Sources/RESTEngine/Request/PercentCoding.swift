/// Percent-encoding as WAI's `http-types` reads and writes it.
enum PercentCoding {
    /// Decodes `%XX`; a `%` without two hexadecimal digits stays what it is.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            if byte == UInt8(ascii: "%"), let (high, low, after) = digits(in: bytes, at: index) {
                result.append(high << 4 | low)
                index = after
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return result
    }

    private static func digits<C: Collection<UInt8>>(in bytes: C, at index: C.Index) -> (UInt8, UInt8, C.Index)? {
        guard index < bytes.endIndex, let high = hexadecimal(bytes[index]) else { return nil }
        let second = bytes.index(after: index)
        guard second < bytes.endIndex, let low = hexadecimal(bytes[second]) else { return nil }
        return (high, low, bytes.index(after: second))
    }

    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Appends the text for `Content-Location`: unreserved characters stay; each byte beyond ASCII is taken for a Latin-1 character,
    /// whose two bytes of UTF-8 are encoded (`é` becomes `%C3%83%C2%A9`), as PostgREST does.
    static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
                output.append(byte)
            case 0x80...:
                appendEscape(0xC0 | byte >> 6, to: &output)
                appendEscape(0x80 | byte & 0x3F, to: &output)
            default:
                appendEscape(byte, to: &output)
            }
        }
    }

    private static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 0x0F] {
            output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }
}
