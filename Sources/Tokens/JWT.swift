package import JSONText

/// Why a token is refused, in the order in which it is found out.
package enum JWTError: Error, Sendable, Hashable {
    /// A token has three parts.
    case partCount(Int)
    /// Not base64url, not a header, an algorithm that is not supported, an encrypted token.
    case malformed
    case unsecured
    /// No key has the type, algorithm, use and name that the header asks for.
    case noSuitableKey
    case badSignature
    case claimsNotObject
}

/// A token taken apart (RFC 7515 §3.1): nothing is verified yet.
package struct JWT: Sendable {
    package let header: JSONObject
    package let algorithm: SignatureAlgorithm
    package let keyID: String?
    package let payload: [UInt8]
    private let signature: [UInt8]
    private let signedBytes: [UInt8]

    package init(_ text: String) throws(JWTError) {
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .partCount(parts.count) }
        guard let headerBytes = Base64URL.decode(parts[0]), case .object(let header)? = try? JSON(parsing: headerBytes),
            let name = header["alg"]?.string, header["kid"].isTextOrNull, header["typ"].isTextOrNull, header["enc"] == nil
        else { throw .malformed }
        guard name != "none" else { throw .unsecured }
        guard let algorithm = SignatureAlgorithm(rawValue: name), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        self.header = header
        self.algorithm = algorithm
        self.keyID = header["kid"]?.string
        self.payload = payload
        self.signature = signature
        signedBytes = Array(bytes.prefix(parts[0].count + 1 + parts[1].count))
    }

    package func isSigned(by key: JWK) -> Bool {
        key.fits(algorithm, keyID: nil) && key.verifies(signature, of: signedBytes, by: algorithm)
    }

    package func claims() throws(JWTError) -> JWTClaims {
        guard case .object(let object)? = try? JSON(parsing: payload) else { throw .claimsNotObject }
        return JWTClaims(object)
    }
}

extension JWT {
    /// A signed token.
    ///
    ///     try JWT.signed(["role": "anon"], by: key)      // "eyJhbGciOiJFUzI1NiIs…"
    ///
    /// - Parameter algorithm: by default the first that the key is for.
    /// - Returns: nil when the key cannot sign.
    package static func signed(_ claims: JSON, by key: JWK, algorithm: SignatureAlgorithm? = nil) -> String? {
        let named = key.algorithm.flatMap { SignatureAlgorithm(rawValue: $0) }
        guard let algorithm = algorithm ?? named ?? key.algorithms.first else { return nil }
        var header: JSONObject = JSONObject([JSONObject.Member("alg", .string(algorithm.rawValue))])
        if let keyID = key.keyID { header.set("kid", .string(keyID)) }
        header.set("typ", "JWT")
        let signedText = Base64URL.encode(JSON.object(header).serialized()) + "." + Base64URL.encode(claims.serialized())
        guard let signature = key.signature(of: Array(signedText.utf8), by: algorithm) else { return nil }
        return signedText + "." + Base64URL.encode(signature)
    }
}

extension JSON? {
    fileprivate var isTextOrNull: Bool {
        switch self {
        case nil, .null, .string: true
        case .bool, .number, .array, .object: false
        }
    }
}
