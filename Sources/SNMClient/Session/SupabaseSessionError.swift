import Foundation

/// Why there is no session.
public enum SupabaseSessionError: Error, Sendable {
    /// Nobody is signed in.
    case sessionNotExist
    /// The server ended the session: signed out elsewhere, expired, or its refresh token was used twice. The user must sign in again.
    case sessionEnded(code: String)
    /// The storage could not be read, or holds no session.
    case loadSessionFailed(any Error)
    /// The session is in use, but it could not be stored and will not survive the process.
    case saveSessionFailed(any Error)
}

extension SupabaseSessionError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .sessionNotExist: "Nobody is signed in."
        case .sessionEnded(let code): "The session has ended (\(code)): sign in again."
        case .loadSessionFailed(let error): "The stored session could not be read: \(error)"
        case .saveSessionFailed(let error): "The session could not be stored: \(error)"
        }
    }
}
