internal import Tokens

/// Why a caller is not known (rest.md 9.3).
extension RESTError {
    static var noSecret: Self {
        Self(500, "PGRST300", "Server lacks JWT secret")
    }

    static var emptyToken: Self {
        undecodable("Empty JWT is sent in Authorization header")
    }

    static var malformedToken: Self {
        undecodable("JWT cryptographic operation failed")
    }

    static var anonymousAccessDisabled: Self {
        Self(401, "PGRST302", "Anonymous access is disabled", headers: [("WWW-Authenticate", "Bearer")])
    }

    init(_ error: JWTError) {
        self =
            switch error {
            case .partCount(let count): .undecodable("Expected 3 parts in JWT; got \(count)")
            case .malformed: .malformedToken
            case .unsecured:
                .undecodable("Wrong or unsupported encoding algorithm", "JWT is unsecured but expected 'alg' was not 'none'")
            case .noSuitableKey:
                .undecodable("No suitable key or wrong key type", "No suitable key was found to decode the JWT")
            case .badSignature:
                .undecodable("No suitable key or wrong key type", "None of the keys was able to decode the JWT")
            case .claimsNotObject: .claimsRefused("Parsing claims failed")
            }
    }

    init(_ error: ClaimError) {
        let message =
            switch error {
            case .expiryNotNumber: "The JWT 'exp' claim must be a number"
            case .expired: "JWT expired"
            case .notBeforeNotNumber: "The JWT 'nbf' claim must be a number"
            case .notYetValid: "JWT not yet valid"
            case .issuedAtNotNumber: "The JWT 'iat' claim must be a number"
            case .issuedInFuture: "JWT issued at future"
            case .audienceNotText: "The JWT 'aud' claim must be a string or an array of strings"
            case .otherAudience: "JWT not in audience"
            }
        self = .claimsRefused(message)
    }

    private static func undecodable(_ message: String, _ details: String? = nil) -> Self {
        invalidToken("PGRST301", message, details)
    }

    private static func claimsRefused(_ message: String) -> Self {
        invalidToken("PGRST303", message, nil)
    }

    private static func invalidToken(_ code: String, _ message: String, _ details: String?) -> Self {
        Self(
            401, code, message, details: details.map { .string($0) } ?? .null,
            headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\", error_description=\"\(message)\"")])
    }
}
