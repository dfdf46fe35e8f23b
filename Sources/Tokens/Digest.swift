internal import COpenSSL

/// A hash function of libcrypto.
package enum Digest: String, Sendable, CaseIterable {
    /// For entity tags only, which promise no security.
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha224 = "SHA2-224"
    case sha256 = "SHA2-256"
    case sha384 = "SHA2-384"
    case sha512 = "SHA2-512"

    /// The hash of the bytes.
    ///
    ///     Digest.sha256.hash(Array("abc".utf8)).hexadecimal      // "ba7816bf…15ad"
    package func hash(_ bytes: [UInt8]) -> [UInt8] {
        let running = RunningDigest(self)
        running.update(bytes)
        return running.finish()
    }

    var function: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha224: EVP_sha224()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}

/// A hash of bytes that come in pieces.
package final class RunningDigest {
    private let context: OpaquePointer

    package init(_ digest: Digest) {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, digest.function, nil) == 1 else {
            preconditionFailure("libcrypto has no \(digest.rawValue)")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "libcrypto cannot hash")
    }

    package func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes(update)
    }

    /// The hash of everything so far. Nothing may be added afterwards.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var length: UInt32 = 0
            precondition(EVP_DigestFinal_ex(context, buffer.baseAddress, &length) == 1, "libcrypto cannot hash")
            count = Int(length)
        }
    }
}

extension [UInt8] {
    /// Two lower-case hexadecimal digits a byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
