internal import COpenSSL

/// A public or private key in libcrypto's memory.
final class AsymmetricKey: Sendable {
    // Safe: an EVP_PKEY is not changed after it is made, libcrypto counts its uses atomically, and only deinit frees it.
    private nonisolated(unsafe) let key: OpaquePointer

    private init(_ key: OpaquePointer) {
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// A public key as SubjectPublicKeyInfo (RFC 5280 §4.1); nil if it is none, such as a point that is not on its curve.
    convenience init?(publicKey der: [UInt8]) {
        defer { ERR_clear_error() }
        let key = der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_PUBKEY(nil, &start, buffer.count)
        }
        guard let key else { return nil }
        self.init(key)
    }

    /// A private key as PKCS #8 (RFC 5208).
    convenience init?(privateKey der: [UInt8]) {
        defer { ERR_clear_error() }
        let key = der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &start, buffer.count)
        }
        guard let key else { return nil }
        self.init(key)
    }

    var bits: Int { Int(EVP_PKEY_get_bits(key)) }

    func verifies(_ signature: [UInt8], of message: [UInt8], digest: Digest?) -> Bool {
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, digest?.function, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Nil when the key cannot sign: it is public, or its numbers do not belong together.
    func signature(of message: [UInt8], digest: Digest?) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var length = 0
        guard EVP_DigestSignInit(context, nil, digest?.function, nil, key) == 1,
            EVP_DigestSign(context, nil, &length, message, message.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else { return nil }
        return Array(signature.prefix(length))
    }
}

extension AsymmetricKey {
    /// A new key on P-256: its private number and the public point.
    static func newP256() -> (d: [UInt8], x: [UInt8], y: [UInt8]) {
        var key: OpaquePointer?
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { preconditionFailure("libcrypto lacks elliptic curves") }
        defer { EVP_PKEY_CTX_free(context) }
        precondition(
            EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_group_name(context, "P-256") == 1
                && EVP_PKEY_generate(context, &key) == 1, "libcrypto cannot make a key")
        defer { EVP_PKEY_free(key) }
        let width = Curve.p256.width
        var point = [UInt8](repeating: 0, count: 1 + 2 * width)
        var length = 0
        var number: OpaquePointer?
        var d = [UInt8](repeating: 0, count: width)
        precondition(
            EVP_PKEY_get_octet_string_param(key, "pub", &point, point.count, &length) == 1 && length == point.count
                && EVP_PKEY_get_bn_param(key, "priv", &number) == 1 && BN_bn2binpad(number, &d, CInt(width)) == width,
            "libcrypto cannot show its key")
        BN_clear_free(number)
        return (d, Array(point[1...width]), Array(point[(width + 1)...]))
    }
}
