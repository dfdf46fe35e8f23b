/// The one range that a `Range` header asks for (RFC 9110 §14.1, storage.md 12.5).
struct ByteRange: Hashable {
    var bounds: Range<Int>

    /// nil without a header.
    ///
    /// - Throws: `invalid_range` for anything that is not one satisfiable range.
    init?(_ header: String?, size: Int) throws(StorageError) {
        guard let header else { return nil }
        guard header.hasPrefix("bytes="), size > 0 else { throw .range }
        let parts = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .range }
        switch (Self.number(parts[0]), Self.number(parts[1])) {
        case (let first?, let last?) where first <= last && first < size:
            bounds = first..<Swift.min(last, size - 1) + 1
        case (let first?, nil) where parts[1].isEmpty && first < size:
            bounds = first..<size
        case (nil, let count?) where parts[0].isEmpty && count > 0:
            bounds = Swift.max(0, size - count)..<size
        default:
            throw .range
        }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
