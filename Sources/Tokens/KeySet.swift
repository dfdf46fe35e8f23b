package import JSONText

/// The keys that tokens are verified with.
package struct KeySet: Sendable {
    package var keys: [JWK]

    package init(_ keys: [JWK] = []) {
        self.keys = keys
    }

    /// Reads a secret as PostgREST does: a JWK Set, one JWK, or else the very bytes as a key for HS256.
    ///
    /// - Throws: ``KeySetError/tooShort`` for bytes fewer than 32.
    package init(secret: [UInt8]) throws(KeySetError) {
        let json = try? JSON(parsing: secret)
        if let json, let set = KeySet(json) {
            self = set
        } else if let json, let key = JWK(json), key.isUsable {
            keys = [key]
        } else {
            guard secret.count >= Limits.secretBytes else { throw .tooShort }
            keys = [JWK(secret: secret)]
        }
    }

    package init(secret: String) throws(KeySetError) {
        try self.init(secret: Array(secret.utf8))
    }

    /// Nil if the value is not a JWK Set (RFC 7517 §5). Members that are no keys are left out, as the RFC advises.
    package init?(_ json: JSON) {
        guard let elements = json["keys"]?.array else { return nil }
        keys = elements.compactMap { JWK($0) }
    }

    /// The set with the public halves only, as `/.well-known/jwks.json` shows it.
    package var publicJSON: JSON {
        ["keys": .array(keys.compactMap(\.publicJSON))]
    }
}

package enum KeySetError: Error, Sendable, Hashable {
    case tooShort
}
