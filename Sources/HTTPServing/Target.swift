/// The parts of a request target, undecoded (RFC 9112 §3.2). Of an absolute target only path and query are kept.
package struct Target: Hashable, Sendable {
    /// The path with its percent-encoding, without query.
    package var path: String
    /// What follows the first `?`, undecoded; nil when there is none.
    package var query: String?

    package init(path: String, query: String?) {
        self.path = path
        self.query = query
    }

    package init(_ text: String) {
        self.init(bytes: Array(text.utf8)[...])
    }

    /// The target of a request line. Bytes that are not UTF-8 are percent-encoded, so that decoding gives them back.
    init(bytes: ArraySlice<UInt8>) {
        let origin = Self.withoutAuthority(bytes)
        if let mark = origin.firstIndex(of: UInt8(ascii: "?")) {
            self.init(path: Self.text(origin[..<mark]), query: Self.text(origin[(mark + 1)...]))
        } else {
            self.init(path: Self.text(origin), query: nil)
        }
        if path.isEmpty { path = "/" }
    }

    /// `http://host/path?query` → `/path?query`.
    private static func withoutAuthority(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.first != UInt8(ascii: "/"), let authority = authorityStart(bytes) else { return bytes }
        return bytes[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }.map { bytes[$0...] } ?? []
    }

    /// Where the authority of an absolute target begins, after `://`; nil when there is no scheme.
    static func authorityStart(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex,
            bytes[(colon + 1)...].starts(with: "//".utf8)
        else { return nil }
        return colon + 3
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        // Nearly always; and decoding what is known to be valid is several times as fast as validating it first.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return PercentEncoding.encode(bytes) { $0 < 0x80 }
    }
}
