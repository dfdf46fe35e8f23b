/// FNV-1a, a stable hash. It tells one version of a text from another; nobody gains by making two alike.
struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    func adding(_ text: String) -> Self {
        var copy = self
        for byte in text.utf8 { copy.state = (copy.state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // Separates "ab", "c" from "a", "bc".
        copy.state = (copy.state ^ 0xff) &* 0x100_0000_01b3
        return copy
    }

    var description: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
