import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why Auth has no result.
///
/// The sign-ins with password and id token throw ``SNMNetworkError`` as they always did; `SupabaseAuthError(error)` reads one.
public enum SupabaseAuthError: Error, Sendable, Hashable {
    /// The server refused; ``SupabaseRefusal/code`` tells why, such as `otp_expired`.
    case refused(SupabaseRefusal)
    /// The password is too weak, for these reasons.
    case weakPassword(reasons: [String], SupabaseRefusal)
    /// Nothing came back; the code tells what the network did.
    case noAnswer(URLError.Code?, reason: String)
    /// Nobody is signed in.
    case notSignedIn
    /// The page that the browser came back to tells of a failure, or of nothing.
    case badCallback(reason: String)
    /// No sign-in by browser or link was begun here: its proof key is missing.
    case noProofKey
    /// The answer is not what the call promises.
    case unreadable(String)

    /// What an error of the network layer means.
    public init(_ error: SNMNetworkError) {
        switch error {
        case .failedStatusCode(let status, _, let body):
            let refusal = SupabaseRefusal(status: status, body: body)
            let weakness = (try? JSONDecoder().decode(Weakness.self, from: body))?.weak_password
            self = weakness.map { .weakPassword(reasons: $0.reasons ?? [], refusal) } ?? .refused(refusal)
        case .urlError(let error): self = .noAnswer(error.code, reason: error.localizedDescription)
        case .encodingError, .invalidRequest, .invalidURL, .invalidResponse, .unknown: self = .noAnswer(nil, reason: error.description)
        }
    }

    /// The server's code.
    public var code: String? {
        switch self {
        case .refused(let refusal), .weakPassword(_, let refusal): refusal.code
        case .noAnswer, .notSignedIn, .badCallback, .noProofKey, .unreadable: nil
        }
    }

    private struct Weakness: Decodable {
        struct Reasons: Decodable { var reasons: [String]? }
        var weak_password: Reasons?
    }
}

extension SupabaseAuthError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .weakPassword(let reasons, let refusal): "\(refusal.message) (\(reasons.joined(separator: ", ")))"
        case .noAnswer(_, let reason): "Auth could not be reached: \(reason)"
        case .notSignedIn: "Nobody is signed in."
        case .badCallback(let reason): "The sign-in was not completed: \(reason)"
        case .noProofKey: "This sign-in was not begun here, or long ago: begin it again."
        case .unreadable(let reason): "The answer is not what the call promises: \(reason)"
        }
    }
}
