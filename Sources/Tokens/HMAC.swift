internal import COpenSSL

/// Message authentication with a shared key (RFC 2104).
package enum HMAC {
    package static func code(of message: [UInt8], key: [UInt8], digest: Digest) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            // An empty key is a key; a null pointer would mean "the one of before" to libcrypto.
            let key = key.isEmpty ? [0] : key
            let code = COpenSSL.HMAC(digest.function, key, CInt(key.count), message, message.count, buffer.baseAddress, &length)
            precondition(code != nil, "libcrypto cannot authenticate")
            count = Int(length)
        }
    }
}

extension [UInt8] {
    /// Equality whose time does not tell where the difference is.
    package func equalsInConstantTime(_ other: [UInt8]) -> Bool {
        count == other.count && CRYPTO_memcmp(self, other, count) == 0
    }
}
