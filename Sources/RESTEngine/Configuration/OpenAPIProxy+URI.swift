extension RESTConfiguration.OpenAPIProxy {
    /// Reads `https://example.com:8443/basePath`; nil for another scheme, user information, a query or a fragment.
    init?(uri: String) {
        guard let separator = uri.range(of: "://") else { return nil }
        let scheme = uri[..<separator.lowerBound].lowercased()
        let rest = uri[separator.upperBound...]
        guard scheme == "http" || scheme == "https", !rest.contains(where: { "@?# ".contains($0) }) else { return nil }
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        guard let (host, port) = Self.hostAndPort(authority) else { return nil }
        self.init(
            scheme: scheme, host: host, port: port ?? (scheme == "https" ? 443 : 80), path: path.isEmpty ? "/" : String(path))
    }

    private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
        // The colons of an IPv6 address stand in brackets.
        let afterAddress = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
        guard let colon = authority[afterAddress...].firstIndex(of: ":") else {
            return authority.isEmpty ? nil : (String(authority), nil)
        }
        let digits = authority[authority.index(after: colon)...]
        guard colon > authority.startIndex, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(digits) else { return nil }
        return (String(authority[..<colon]), Int(port))
    }
}

extension StringProtocol {
    /// The standard library alone finds no text in a text.
    fileprivate func range(of wanted: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(wanted) { return start..<index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}
