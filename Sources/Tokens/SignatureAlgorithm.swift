/// A way to sign tokens that is understood here (RFC 7518 §3.1, RFC 8037).
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    case eddsa = "EdDSA"

    /// The hash function; nil for EdDSA, which brings its own.
    var digest: Digest? {
        switch self {
        case .hs256, .rs256, .es256: .sha256
        case .hs384, .rs384, .es384: .sha384
        case .hs512, .rs512, .es512: .sha512
        case .eddsa: nil
        }
    }
}

/// The elliptic curves of ES256, ES384 and ES512 (RFC 7518 §6.2.1.1).
package enum Curve: String, Sendable, CaseIterable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// Bytes of a coordinate, and of each half of a signature.
    var width: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    package var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .p384: .es384
        case .p521: .es512
        }
    }

    /// The DER of the curve's object identifier.
    var identifier: [UInt8] {
        switch self {
        case .p256: [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        case .p384: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
        case .p521: [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
        }
    }
}
