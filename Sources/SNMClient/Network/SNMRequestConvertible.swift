import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A value that can become a `URLRequest`.
///
/// Conform an enum of a service's calls to it, or take what a request builder's `build()` returns.
public protocol SNMRequestConvertible: Sendable {
    /// Where the request goes.
    var endpoint: Endpoint { get }
    /// What it carries.
    var requestType: SNMRequestType { get }
}

extension SNMRequestConvertible {
    /// Whether ``urlRequest()`` accepts the request as it stands (a body may still fail to encode).
    public var isValid: Bool {
        do {
            try validate()
            return true
        } catch {
            return false
        }
    }

    /// The request for `URLSession`.
    ///
    /// - Throws: ``SNMNetworkError/invalidURL(_:)`` for an address that cannot be requested, ``SNMNetworkError/invalidRequest(reason:)``
    ///   for a body on GET or HEAD, a header field with a line break or a form with a bad boundary,
    ///   ``SNMNetworkError/encodingError(_:)`` for a body that does not encode.
    public func urlRequest() throws -> URLRequest {
        try validate()
        var request = URLRequest(url: endpoint.absoluteURL)
        request.httpMethod = endpoint.method.rawValue
        // Conditional requests are ours (If-Modified-Since): a local cache would turn the server's 304 into a 200.
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let requestType = requestType
        for (name, value) in requestType.header { request.setValue(value, forHTTPHeaderField: name) }
        switch requestType {
        case .plain, .header:
            break
        case .compositePlain(_, let body):
            request.httpBody = body
        case .jsonEncodableBody(let body), .compositeJSONEncodable(_, let body):
            request.httpBody = try Self.encode(body)
            if request.value(forHTTPHeaderField: "Content-Type") == nil {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
        case .multipartFormData(_, let form):
            request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            request.httpBody = form.body
        }
        return request
    }

    private func validate() throws(SNMNetworkError) {
        guard endpoint.isValid else { throw .invalidURL(endpoint.absoluteURL) }
        let requestType = requestType
        if requestType.hasBody && !endpoint.method.allowsBody {
            throw .invalidRequest(reason: "a \(endpoint.method.rawValue) request cannot carry a body")
        }
        for (name, value) in requestType.header {
            guard HeaderField.isName(name) else { throw .invalidRequest(reason: "'\(name)' is no name of a header field") }
            guard HeaderField.isValue(value) else {
                throw .invalidRequest(reason: "the header field \(name) holds a line break or another control character")
            }
        }
        if case .multipartFormData(_, let form) = requestType { try form.validate() }
    }

    private static func encode(_ body: any Encodable) throws(SNMNetworkError) -> Data {
        do {
            return try JSONBody.encoder().encode(body)
        } catch {
            throw .encodingError(error)
        }
    }
}

/// RFC 9110 §5.1 and §5.5, so that a value taken from a user cannot add a header field of its own.
enum HeaderField {
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

/// How bodies become JSON: sorted keys, so that equal values give equal bytes; dates in UTC with microseconds.
enum JSONBody {
    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp.text(of: date))
        }
        return encoder
    }
}
