import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An answer: status, header and body.
public struct SNMNetworkResponse: Sendable {
    /// The answer's status.
    public let statusCode: Int
    /// The body; empty when there is none.
    public let data: Data
    /// The header fields with their names as received. Use ``value(ofHeader:)`` to look one up: HTTP names ignore case.
    public let header: [String: String]
    /// Foundation's own value, for what is not told here.
    public let response: HTTPURLResponse

    /// Made by a network provider; public for those who write one.
    public init(data: Data, response: HTTPURLResponse) {
        self.statusCode = response.statusCode
        self.data = data
        self.response = response
        var header: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { header[name] = value }
        }
        self.header = header
    }

    /// The value of a header field, whatever the case of its name.
    public func value(ofHeader name: String) -> String? {
        header.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// 200 to 299, and 304: the answer to a conditional request whose content is unchanged.
    var isSuccess: Bool { (200..<300).contains(statusCode) || statusCode == 304 }
}

/// Shows no body and no header: a sign-in's answer is nothing but secrets.
extension SNMNetworkResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SNMNetworkResponse(\(statusCode), \(data.count) bytes)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["statusCode": statusCode, "bytes": data.count]) }
}
