import Foundation

/// A second factor of a user.
public struct SupabaseFactor: Sendable, Hashable, Decodable {
    /// What calls name it by.
    public let id: UUID
    /// `totp` or `phone`.
    public let factorType: String
    /// `verified` when it counts.
    public let status: String
    /// The user's own name of it.
    public let friendlyName: String?

    private enum CodingKeys: String, CodingKey {
        case id, status
        case factorType = "factor_type"
        case friendlyName = "friendly_name"
    }

    /// Whether it counts.
    public var isVerified: Bool { status == "verified" }
}

/// What an authenticator app must be told, once.
public struct SupabaseEnrollment: Sendable, Hashable, Decodable {
    /// The key of the codes.
    public struct TOTP: Sendable, Hashable, Decodable {
        /// An SVG picture of ``uri``.
        public let qrCode: String
        /// For typing.
        public let secret: String
        /// For opening the app.
        public let uri: String

        private enum CodingKeys: String, CodingKey {
            case secret, uri
            case qrCode = "qr_code"
        }
    }

    /// The new factor, which counts after a first code.
    public let id: UUID
    /// The key of the codes.
    public let totp: TOTP
}

/// Hides the key.
extension SupabaseEnrollment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SupabaseEnrollment(\(id))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension SupabaseEnrollment.TOTP: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "TOTP" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How sure the server is of the user.
public enum SupabaseAssurance: String, Sendable {
    /// One factor.
    case one = "aal1"
    /// Two factors.
    case two = "aal2"
}

/// Second factors.
extension SupabaseAuthManager {
    /// Adds an authenticator app. A first code must follow: ``verify(_:of:)``.
    public func enrollTOTP(friendlyName: String? = nil, issuer: String? = nil) async throws -> SupabaseEnrollment {
        var body: [String: SupabaseJSON] = ["factor_type": "totp"]
        body["friendly_name"] = friendlyName.map { .string($0) }
        body["issuer"] = issuer.map { .string($0) }
        return try await read(SupabaseEnrollment.self, from: send(.post, "factors", body: body, token: signedInToken()))
    }

    /// Gives a code of a factor: the session then has two factors.
    @discardableResult
    public func verify(_ code: String, of factor: UUID) async throws -> SupabaseSession {
        struct Challenge: Decodable { var id: String }
        let path = "factors/\(factor.uuidString.lowercased())"
        let token = try await signedInToken()
        let challenge = try await read(Challenge.self, from: send(.post, path + "/challenge", body: [:], token: token))
        let body: [String: SupabaseJSON] = ["challenge_id": .string(challenge.id), "code": .string(code)]
        return try await begin(.post, path + "/verify", body: body, token: token, because: .factorVerified)
    }

    /// Removes a factor.
    public func unenroll(_ factor: UUID) async throws {
        try await send(.delete, "factors/\(factor.uuidString.lowercased())", token: signedInToken())
    }

    /// The user's factors.
    public func factors() async throws -> [SupabaseFactor] {
        struct Holder: Decodable { var factors: [SupabaseFactor]? }
        return try await read(Holder.self, from: send(.get, "user", token: signedInToken())).factors ?? []
    }

    /// How sure the server is of the user in this session; nil when nobody is signed in.
    public func assurance() async -> SupabaseAssurance? {
        guard let payload = await sessionManager.accessToken?.split(separator: ".").dropFirst().first else { return nil }
        var text = payload.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.utf8.count % 4 != 0 { text += "=" }
        let claims = Data(base64Encoded: text).flatMap { try? JSONDecoder().decode([String: SupabaseJSON].self, from: $0) }
        guard case .string(let level)? = claims?["aal"] else { return nil }
        return SupabaseAssurance(rawValue: level)
    }
}
