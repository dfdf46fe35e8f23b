package import JSONText

/// A key as JSON (RFC 7517). One of an unknown type, or with numbers that are no key, is kept and fits no token.
package struct JWK: Sendable {
    package var keyID: String?
    /// The one algorithm that the key is for; nil: every algorithm of its type.
    package var algorithm: String?
    package var use: String?
    let material: Material
    /// The members that say what the public key is, for publishing it and for its thumbprint.
    private let publicMembers: JSONObject
    /// `ext`, which browsers' key stores write and want to read.
    private let isExtractable: JSON?

    enum Material: Sendable {
        case symmetric([UInt8])
        case rsa(AsymmetricKey, private: AsymmetricKey?)
        case elliptic(Curve, AsymmetricKey, private: AsymmetricKey?)
        case edwards(AsymmetricKey, private: AsymmetricKey?)
        case unusable
    }

    /// A shared secret that serves HS256 only, as PostgREST takes any text that is not JSON.
    package init(secret: [UInt8]) {
        keyID = nil
        algorithm = SignatureAlgorithm.hs256.rawValue
        use = nil
        material = .symmetric(secret)
        publicMembers = JSONObject()
        isExtractable = nil
    }

    /// Nil if the value is not an object with a text `kty`.
    package init?(_ json: JSON) {
        guard case .object(let object) = json, let type = object["kty"]?.string else { return nil }
        keyID = object["kid"]?.string
        algorithm = object["alg"]?.string
        use = object["use"]?.string
        isExtractable = object["ext"]
        let members: [String]
        (material, members) =
            switch type {
            case "oct": (Material(symmetric: object), [])
            case "RSA": (Material(rsa: object), ["n", "e"])
            case "EC": (Material(elliptic: object), ["crv", "x", "y"])
            case "OKP": (Material(edwards: object), ["crv", "x"])
            default: (.unusable, [])
            }
        publicMembers = JSONObject((["kty"] + members).compactMap { name in object[name].map { JSONObject.Member(name, $0) } })
    }

    /// A new ES256 key.
    package static func newP256(keyID: String? = nil) -> JWK {
        let key = AsymmetricKey.newP256()
        let json: JSON = [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "x": .string(Base64URL.encode(key.x)),
            "y": .string(Base64URL.encode(key.y)), "d": .string(Base64URL.encode(key.d)),
        ]
        guard var new = JWK(json) else { preconditionFailure("a key of ours is a key") }
        new.keyID = keyID ?? new.thumbprint
        return new
    }

    package var isUsable: Bool {
        if case .unusable = material { false } else { true }
    }

    package var canSign: Bool {
        switch material {
        case .symmetric: true
        case .rsa(_, let key), .elliptic(_, _, let key), .edwards(_, let key): key != nil
        case .unusable: false
        }
    }

    /// The public half as services publish it; nil for a secret or an unusable key, which are never shown.
    package var publicJSON: JSON? {
        switch material {
        case .symmetric, .unusable: return nil
        case .rsa, .elliptic, .edwards: break
        }
        var object = publicMembers
        if let algorithm = algorithm ?? algorithms.first?.rawValue { object.set("alg", .string(algorithm)) }
        if let keyID { object.set("kid", .string(keyID)) }
        object.set("use", "sig")
        object.set("key_ops", ["verify"])
        if let isExtractable { object.set("ext", isExtractable) }
        return .object(object)
    }

    /// The hash that names the public key (RFC 7638), base64url.
    package var thumbprint: String {
        Base64URL.encode(Digest.sha256.hash(JSON.object(publicMembers).canonical()))
    }
}

extension JWK {
    /// The algorithms that the key's type allows.
    var algorithms: [SignatureAlgorithm] {
        switch material {
        case .symmetric: [.hs256, .hs384, .hs512]
        case .rsa: [.rs256, .rs384, .rs512]
        case .elliptic(let curve, _, _): [curve.algorithm]
        case .edwards: [.eddsa]
        case .unusable: []
        }
    }

    /// Whether a token with this header may be signed by the key.
    package func fits(_ wanted: SignatureAlgorithm, keyID wantedID: String?) -> Bool {
        use != "enc" && algorithms.contains(wanted) && (algorithm ?? wanted.rawValue) == wanted.rawValue
            && (wantedID == nil || wantedID == keyID)
    }
}
