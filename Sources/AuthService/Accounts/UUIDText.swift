/// UUIDs as texts.
enum UUIDText {
    static let null = "00000000-0000-0000-0000-000000000000"

    /// Thirty-two hexadecimal digits in the usual five groups.
    static func isValid(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 } }
    }
}
