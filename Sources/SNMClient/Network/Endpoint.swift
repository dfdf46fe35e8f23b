import Foundation

/// Where a request goes: base URL, path, method and query.
///
///     Endpoint(baseURL: base, path: "rest/v1/walk", method: .get, query: [.init("age", "gte.20"), .init("age", "lt.30")])
///     // GET …/rest/v1/walk?age=gte.20&age=lt.30
///
/// Path and query are plain text; the percent-encoding happens in ``absoluteURL``.
public struct Endpoint: Sendable, Hashable {
    /// One `key=value` of a query, as plain text.
    public struct QueryPair: Sendable, Hashable {
        /// The part before `=`.
        public var key: String
        /// The part after `=`.
        public var value: String

        /// Both as plain text, not percent-encoded.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The service's address. It may have a path of its own; a query or fragment in it is ignored.
    public var baseURL: URL
    /// The path below the base URL, with or without a slash in front.
    public var path: String
    /// What is done there.
    public var method: HTTPMethod
    /// The query in order; a key may appear several times.
    public var query: [QueryPair]

    /// Takes the query in order; a key may appear several times.
    public init(baseURL: URL, path: String, method: HTTPMethod, query: [QueryPair] = []) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.query = query
    }

    /// Takes the query as a dictionary, which knows neither order nor repeated keys: the pairs are sorted by key.
    public init(baseURL: URL, path: String, method: HTTPMethod, query: [String: String]) {
        let pairs = query.sorted { $0.key < $1.key }.map { QueryPair($0.key, $0.value) }
        self.init(baseURL: baseURL, path: path, method: method, query: pairs)
    }

    /// The whole URL, percent-encoded.
    ///
    /// In the query `+` becomes `%2B` and `;` becomes `%3B`, because servers read them as a blank and as `&`.
    public var absoluteURL: URL {
        var bytes = Self.address(of: baseURL)
        if !path.isEmpty {
            if path.utf8.first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
            PercentEncoding.append(path: path, to: &bytes)
        }
        var separator = UInt8(ascii: "?")
        for pair in query {
            bytes.append(separator)
            PercentEncoding.append(queryPart: pair.key, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(queryPart: pair.value, to: &bytes)
            separator = UInt8(ascii: "&")
        }
        // A URL's own text followed by nothing but characters that a URL may hold is a URL again.
        return URL(string: String(decoding: bytes, as: UTF8.self)) ?? baseURL
    }

    /// Whether the address can be requested: http or https with a host, and no path segment that means "here" or "one up".
    ///
    /// URL loaders and servers resolve `.` and `..`, also when percent-encoded, so that a name such as `../admin` would reach
    /// another resource than the one it was appended to.
    public var isValid: Bool {
        guard let scheme = baseURL.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = baseURL.host, !host.isEmpty
        else { return false }
        return !path.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
        }
    }

    private static func address(of baseURL: URL) -> [UInt8] {
        var bytes = Array(baseURL.absoluteString.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return bytes
    }
}

extension Endpoint.QueryPair: CustomStringConvertible {
    public var description: String { "\(key)=\(value)" }
}
