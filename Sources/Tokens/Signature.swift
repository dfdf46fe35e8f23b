/// Signing and checking with a key; the place where JOSE's form of a signature and libcrypto's meet.
extension JWK {
    /// Whether the signature is this key's. The caller has asked whether the key `fits` the algorithm.
    package func verifies(_ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        switch material {
        case .symmetric(let secret):
            guard let digest = algorithm.digest else { return false }
            return HMAC.code(of: message, key: secret, digest: digest).equalsInConstantTime(signature)
        case .rsa(let key, _), .edwards(let key, _):
            return key.verifies(signature, of: message, digest: algorithm.digest)
        case .elliptic(let curve, let key, _):
            // RFC 7518 §3.4: r and s, each as wide as the curve; libcrypto wants a DER sequence of the two.
            guard signature.count == 2 * curve.width else { return false }
            let r = Array(signature.prefix(curve.width))
            let s = Array(signature.suffix(curve.width))
            return key.verifies(DER.sequence(DER.integer(r), DER.integer(s)), of: message, digest: algorithm.digest)
        case .unusable:
            return false
        }
    }

    /// Nil when the key cannot sign so: it is public or of another type.
    package func signature(of message: [UInt8], by algorithm: SignatureAlgorithm) -> [UInt8]? {
        guard fits(algorithm, keyID: nil) else { return nil }
        switch material {
        case .symmetric(let secret):
            return algorithm.digest.map { HMAC.code(of: message, key: secret, digest: $0) }
        case .rsa(_, let key), .edwards(_, let key):
            return key?.signature(of: message, digest: algorithm.digest)
        case .elliptic(let curve, _, let key):
            guard let der = key?.signature(of: message, digest: algorithm.digest),
                let parts = DER.signatureParts(der, width: curve.width)
            else { return nil }
            return parts.r + parts.s
        case .unusable:
            return nil
        }
    }
}
