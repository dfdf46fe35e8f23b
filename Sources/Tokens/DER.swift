/// The few forms of ASN.1's Distinguished Encoding Rules that keys and signatures need. Writing keys so, and letting libcrypto
/// read them, needs less of its API than its parameter builders, and no memory of C.
enum DER {
    static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }
    static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }
    static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xA0 | number, content) }
    static let null: [UInt8] = [0x05, 0x00]

    /// A number given by its bytes, the most significant first, never negative.
    static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        let significant = Array(magnitude.drop { $0 == 0 })
        guard let first = significant.first else { return element(0x02, [0]) }
        return element(0x02, first < 0x80 ? significant : [0] + significant)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length = content.count
        guard length >= 0x80 else { return [tag, UInt8(length)] + content }
        var bytes: [UInt8] = []
        while length > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: length), at: 0)
            length >>= 8
        }
        return [tag, 0x80 | UInt8(bytes.count)] + bytes + content
    }
}

extension DER {
    /// The two numbers of an ECDSA signature, each filled up to the width of the curve; nil if it is not one.
    static func signatureParts(_ bytes: [UInt8], width: Int) -> (r: [UInt8], s: [UInt8])? {
        var rest = bytes[...]
        guard var content = take(0x30, from: &rest), rest.isEmpty, let r = take(0x02, from: &content),
            let s = take(0x02, from: &content), content.isEmpty
        else { return nil }
        guard let r = padded(r, to: width), let s = padded(s, to: width) else { return nil }
        return (r, s)
    }

    private static func padded(_ number: ArraySlice<UInt8>, to width: Int) -> [UInt8]? {
        let significant = number.drop { $0 == 0 }
        guard significant.count <= width else { return nil }
        return [UInt8](repeating: 0, count: width - significant.count) + significant
    }

    /// Only lengths below 256 are needed: a P-521 signature has 139 bytes.
    private static func take(_ tag: UInt8, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, var length = bytes.popFirst() else { return nil }
        if length == 0x81 {
            guard let long = bytes.popFirst() else { return nil }
            length = long
        } else if length > 0x80 {
            return nil
        }
        guard bytes.count >= Int(length) else { return nil }
        defer { bytes = bytes.dropFirst(Int(length)) }
        return bytes.prefix(Int(length))
    }
}
