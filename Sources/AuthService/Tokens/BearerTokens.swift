import JSONText
import Tokens

/// Verifies the tokens of callers. Which key serves is decided by the header's `kid`, else the shared secret serves HS256.
struct BearerTokens: Sendable {
    private let keys: [JWK]
    private let sharedKey: JWK

    init(_ settings: AuthSettings) {
        keys = settings.signingKeys
        sharedKey = settings.sharedKey
    }

    private static let accepted: Set<SignatureAlgorithm> = [.hs256, .rs256, .es256]

    func claims(of text: String, now: Double) throws(AuthError) -> JWTClaims {
        let header = try header(of: text)
        let name = header["alg"]?.string ?? ""
        guard let algorithm = SignatureAlgorithm(rawValue: name), Self.accepted.contains(algorithm) else {
            throw Self.refusal("token signature is invalid: signing method \(name) is invalid")
        }
        let token: JWT
        do throws(JWTError) {
            token = try JWT(text)
        } catch {
            throw Self.refusal("token is malformed")
        }
        guard let key = key(for: token) else {
            let named = token.keyID.map { $0.isEmpty ? "<nil>" : $0 } ?? "<nil>"
            throw Self.refusal(
                "token is unverifiable: error while executing keyfunc: unrecognized JWT kid \(named) for algorithm \(name)")
        }
        guard token.isSigned(by: key) else {
            throw Self.refusal(
                algorithm == .es256
                    ? "token signature is invalid: crypto/ecdsa: verification error" : "token signature is invalid: signature is invalid")
        }
        let claims: JWTClaims
        do throws(JWTError) {
            claims = try token.claims()
        } catch {
            throw Self.refusal("token is malformed: could not JSON decode claim")
        }
        try check(claims, now: now)
        return claims
    }

    private func header(of text: String) throws(AuthError) -> JSONObject {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Self.refusal("token is malformed: token contains an invalid number of segments") }
        guard let bytes = Base64URL.decode(parts[0]) else { throw Self.refusal("token is malformed: could not base64 decode header") }
        guard case .object(let header)? = try? JSON(parsing: bytes) else {
            throw Self.refusal("token is malformed: could not JSON decode header")
        }
        return header
    }

    private func key(for token: JWT) -> JWK? {
        if let keyID = token.keyID, !keyID.isEmpty, let key = keys.first(where: { $0.keyID == keyID }) { return key }
        return token.algorithm == .hs256 ? sharedKey : nil
    }

    /// There is no leeway here, and `iat` is not looked at.
    private func check(_ claims: JWTClaims, now: Double) throws(AuthError) {
        if let expiry = try time(claims["exp"]), now >= expiry {
            throw Self.refusal("token has invalid claims: token is expired")
        }
        if let start = try time(claims["nbf"]), now < start {
            throw Self.refusal("token has invalid claims: token is not valid yet")
        }
    }

    private func time(_ claim: JSON?) throws(AuthError) -> Double? {
        switch claim {
        case nil, .null: return nil
        case .number(let text): return Double(text)
        case .bool, .string, .array, .object: throw Self.refusal("token is malformed: could not JSON decode claim")
        }
    }

    private static func refusal(_ detail: String) -> AuthError {
        .badToken("invalid JWT: unable to parse or verify signature, \(detail)")
    }
}
