import JSONText
import PostgresLink

/// A second factor of a user, as the user object shows it. Its secret is not a part of it.
struct Factor: Sendable {
    enum Kind: String, Sendable {
        case totp, phone
        case webAuthn = "webauthn"
    }

    let id: String
    let kind: Kind
    let isVerified: Bool
    let name: String
    let phone: String
    let json: JSONObject

    init?(_ json: JSON) {
        guard let object = json.object, let id = json["id"]?.string, let kind = json["factor_type"]?.string.flatMap(Kind.init) else {
            return nil
        }
        self.id = id
        self.kind = kind
        isVerified = json["status"] == "verified"
        name = json["friendly_name"]?.string ?? ""
        phone = json["phone"]?.string ?? ""
        self.json = object
    }

    /// The factor goes. Sessions that it had raised are as good as they were before it.
    var removal: [SQL] {
        let own = "\(parameter: id)::uuid" as SQL
        return [
            """
            DELETE FROM auth.mfa_amr_claims a USING auth.sessions s
            WHERE a.session_id = s.id AND s.factor_id = \(own) AND a.authentication_method = \(parameter: kind.method.rawValue)
            """,
            "UPDATE auth.sessions SET aal = 'aal1', factor_id = NULL, updated_at = now() WHERE factor_id = \(own)",
            "DELETE FROM auth.mfa_factors WHERE id = \(own)",
        ]
    }
}

extension Factor.Kind {
    /// How a session names it that was raised by one.
    var method: AuthenticationMethod {
        switch self {
        case .totp: .totp
        case .phone: .phoneFactor
        case .webAuthn: .webAuthnFactor
        }
    }

    /// In messages.
    var title: String {
        switch self {
        case .totp: "TOTP"
        case .phone: "Phone"
        case .webAuthn: "WebAuthn"
        }
    }

    func checkEnrolling(_ settings: AuthSettings) throws(AuthError) {
        let isOn =
            switch self {
            case .totp: settings.factors.totp.canEnroll
            case .phone: settings.factors.phone.canEnroll
            case .webAuthn: settings.factors.webAuthn.canEnroll
            }
        guard isOn else { throw AuthError(422, "mfa_\(rawValue)_enroll_not_enabled", "MFA enroll is disabled for \(title)") }
    }

    func checkVerifying(_ settings: AuthSettings) throws(AuthError) {
        let isOn =
            switch self {
            case .totp: settings.factors.totp.canVerify
            case .phone: settings.factors.phone.canVerify
            case .webAuthn: settings.factors.webAuthn.canVerify
            }
        guard isOn else { throw AuthError(422, "mfa_\(rawValue)_verify_not_enabled", "MFA verification is disabled for \(title)") }
    }
}

extension User {
    /// Letter case does not matter: some clients write ids in capitals.
    func factor(_ id: String) -> Factor? {
        factors.compactMap { Factor($0) }.first { $0.id == id.lowercased() }
    }
}

extension AuthError {
    static let factorNotFound = Self(404, "mfa_factor_not_found", "Factor not found")
}
