import Foundation
import HTTPServing
import JSONText
import Tokens

/// Who a request is made for, by its token (storage.md 2.2).
struct StorageCaller: Sendable {
    var role: String
    /// The claim `sub`.
    var subject: String?
    /// All claims as JSON text.
    var claims: String
    var token: String

    static let anonymous = Self(role: "anon", subject: nil, claims: #"{"role":"anon"}"#, token: "")
    /// What the service does on its own behalf, past every policy.
    static let service = Self(role: "service_role", subject: nil, claims: #"{"role":"service_role"}"#, token: "")

    /// The subject as the deprecated column `owner` takes it: only a UUID.
    var ownerID: String? { subject.flatMap { UUID(uuidString: $0) }.map { $0.uuidString.lowercased() } }
}

/// Verifies tokens for the storage service.
struct StorageAuthenticator: Sendable {
    let verifier: JWTVerifier

    /// The caller of a route that needs a token.
    func required(_ request: Request) throws(StorageError) -> StorageCaller {
        guard let header = request.headers["Authorization"] else { throw .headerMissing }
        return try caller(token: Self.token(in: header))
    }

    /// The caller of a route where a missing or bad token only means "not authenticated"; nil then.
    func optional(_ request: Request) -> StorageCaller? {
        request.headers["Authorization"].flatMap { try? caller(token: Self.token(in: $0)) }
    }

    private func caller(token: String) throws(StorageError) -> StorageCaller {
        let claims: JWTClaims
        do {
            claims = try verifier.claims(of: token)
        } catch {
            switch error {
            case .partCount, .malformed, .claimsNotObject: throw .accessDenied("Invalid Compact JWS")
            case .unsecured, .noSuitableKey, .badSignature: throw .accessDenied("signature verification failed")
            }
        }
        if let expiry = claims["exp"], expiry != .null {
            guard let expiry = expiry.int, Double(expiry) > Date().timeIntervalSince1970 else {
                throw .accessDenied("\"exp\" claim timestamp check failed")
            }
        }
        return StorageCaller(
            role: claims["role"]?.string ?? "anon", subject: claims["sub"]?.string, claims: JSON.object(claims.object).text, token: token)
    }

    /// The header without `Bearer` and white space; a bare token is one, too.
    private static func token(in header: String) -> String {
        let parts = header.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\t" })
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return header }
        return String(parts[1].drop { $0 == " " || $0 == "\t" })
    }
}
