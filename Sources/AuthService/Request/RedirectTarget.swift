/// Where a link in a message leads in the end: the page that the caller named, if the settings allow it, else the site.
struct RedirectTarget: Sendable, Hashable {
    let url: String

    init(_ request: AuthRequest, _ settings: AuthSettings) {
        let allowed = RedirectRules(settings)
        let named = request.headers["redirect_to"].flatMap { $0.isEmpty ? nil : $0 } ?? request[parameter: "redirect_to"]
        let candidates = [named, request.headers["Referer"] ?? ""]
        url = candidates.first(where: allowed.allows) ?? settings.siteURL
    }

    /// A page that was allowed before.
    init(url: String) {
        self.url = url
    }
}

/// Which pages a redirect may lead to.
struct RedirectRules: Sendable {
    private let site: URLParts?
    private let patterns: [URLPattern]

    init(_ settings: AuthSettings) {
        site = URLParts(settings.siteURL)
        patterns = settings.redirectURLs.map(URLPattern.init)
    }

    func allows(_ candidate: String) -> Bool {
        guard let url = URLParts(candidate) else { return false }
        if let site, site.scheme == url.scheme, site.host == url.host, site.port == url.port || Self.loopbackHosts.contains(url.host) {
            return true
        }
        // A host of digits only is an address in disguise.
        if !url.host.isEmpty, url.host.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return false }
        if IPAddress.isValid(url.host) { return IPAddress.isLoopback(url.host) }
        if url.scheme == "http" || url.scheme == "https", !HostName.isValid(url.host) { return false }
        let withoutFragment = String(candidate.prefix { $0 != "#" })
        return patterns.contains { $0.matches(withoutFragment) }
    }

    private static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"]
}

/// The beginning of a URL: scheme, host and port (RFC 3986 §3).
struct URLParts: Sendable, Hashable {
    var scheme: String
    var host: String
    var port: String

    /// Nil for what has no scheme or is no URL.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = text.firstIndex(of: ":") else { return nil }
        scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, 0x61...0x7A ~= first,
            scheme.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else {
            (host, port) = ("", "")
            return
        }
        var authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        // A backslash is a slash to browsers, and so would move the host.
        guard !authority.contains("\\") else { return nil }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = String(authority[authority.index(after: authority.startIndex)..<end]).lowercased()
            authority = authority[authority.index(after: end)...]
            guard authority.isEmpty || authority.hasPrefix(":") else { return nil }
            port = String(authority.dropFirst())
        } else {
            let pieces = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard pieces.count <= 2 else { return nil }
            host = pieces.first.map { $0.lowercased() } ?? ""
            port = pieces.count == 2 ? String(pieces[1]) : ""
        }
        guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    }
}

enum HostName {
    /// Labels of letters, digits and inner hyphens with dots between them.
    static func isValid(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
        }
    }
}
