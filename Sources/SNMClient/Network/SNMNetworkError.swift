import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a request gave no answer, or an answer that is no success.
public enum SNMNetworkError: Error, Sendable {
    /// The body could not be encoded.
    case encodingError(any Error)
    /// The request contradicts itself or HTTP; nothing was sent.
    case invalidRequest(reason: String)
    /// The address is not one of http or https, or its path climbs (`..`); nothing was sent.
    case invalidURL(URL)
    /// The network failed.
    case urlError(URLError)
    /// The answer is not HTTP, or not what the call promises.
    case invalidResponse
    /// The server refused. Any status may stand here; status, header and body are the server's.
    case failedStatusCode(Int, header: [String: String], body: Data)
    case unknown(any Error)
}

extension SNMNetworkError {
    /// The status of a refused request.
    public var statusCode: Int? {
        if case .failedStatusCode(let status, _, _) = self { status } else { nil }
    }

    /// The body of a refused request.
    public var body: Data? {
        if case .failedStatusCode(_, _, let body) = self { body } else { nil }
    }

    /// The server's own error code in the body, such as `PGRST116`, `23505` or `invalid_credentials`.
    public var serverCode: String? { body.flatMap(ServerMessage.init)?.code }

    /// The server's own words in the body.
    public var serverMessage: String? { body.flatMap(ServerMessage.init)?.text }
}

extension SNMNetworkError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var errorDescription: String? { description }

    /// A sentence for the developer. It holds the server's message but never the body or the header as a whole.
    public var description: String {
        switch self {
        case .encodingError(let error): "The request's body could not be encoded: \(error)"
        case .invalidRequest(let reason): "The request is invalid: \(reason)."
        case .invalidURL(let url): "The address cannot be requested: \(url.scheme ?? "")://\(url.host ?? "")\(url.path)"
        case .urlError(let error): "The network failed: \(error.localizedDescription) (URLError \(error.errorCode))"
        case .invalidResponse: "The answer is not what the call promises."
        case .failedStatusCode(let status, _, let body): Self.refusal(status, ServerMessage(body))
        case .unknown(let error): "The request failed: \(error)"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    private static func refusal(_ status: Int, _ message: ServerMessage?) -> String {
        var text = "The server answered \(status)"
        if let code = message?.code { text += " (\(code))" }
        if let words = message?.text { text += ": \(words)" }
        if let hint = message?.hint { text += " Hint: \(hint)" }
        return text
    }
}
