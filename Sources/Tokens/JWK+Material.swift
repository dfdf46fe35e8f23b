internal import JSONText

/// Keys as libcrypto reads them, made of the members of a JWK (RFC 7518 §6, RFC 8037 §2).
extension JWK.Material {
    init(symmetric object: JSONObject) {
        guard let secret = object.bytes("k") else {
            self = .unusable
            return
        }
        self = .symmetric(secret)
    }

    init(rsa object: JSONObject) {
        guard let n = object.bytes("n"), let e = object.bytes("e"),
            let key = AsymmetricKey(
                publicKey: DER.sequence(DER.sequence(rsaIdentifier, DER.null), DER.bits(DER.sequence(DER.integer(n), DER.integer(e))))),
            // RFC 7518 §3.3: at least 2048 bits. Above the upper bound checking a signature would take the loop's time.
            2048...16384 ~= key.bits
        else {
            self = .unusable
            return
        }
        self = .rsa(key, private: Self.rsaPrivateKey(object, n: n, e: e))
    }

    private static func rsaPrivateKey(_ object: JSONObject, n: [UInt8], e: [UInt8]) -> AsymmetricKey? {
        guard let d = object.bytes("d"), let p = object.bytes("p"), let q = object.bytes("q"), let dp = object.bytes("dp"),
            let dq = object.bytes("dq"), let qi = object.bytes("qi")
        else { return nil }
        let key = DER.sequence(
            DER.integer([0]), DER.integer(n), DER.integer(e), DER.integer(d), DER.integer(p), DER.integer(q), DER.integer(dp),
            DER.integer(dq), DER.integer(qi))
        return AsymmetricKey(privateKey: DER.sequence(DER.integer([0]), DER.sequence(rsaIdentifier, DER.null), DER.octets(key)))
    }

    init(elliptic object: JSONObject) {
        guard let curve = object["crv"]?.string.flatMap(Curve.init), let x = object.bytes("x"), let y = object.bytes("y"),
            x.count == curve.width, y.count == curve.width,
            let key = AsymmetricKey(
                publicKey: DER.sequence(DER.sequence(ellipticIdentifier, curve.identifier), DER.bits([0x04] + x + y)))
        else {
            self = .unusable
            return
        }
        self = .elliptic(curve, key, private: Self.ellipticPrivateKey(object, curve, point: [0x04] + x + y))
    }

    private static func ellipticPrivateKey(_ object: JSONObject, _ curve: Curve, point: [UInt8]) -> AsymmetricKey? {
        guard let d = object.bytes("d"), d.count == curve.width else { return nil }
        // RFC 5915 §3
        let key = DER.sequence(DER.integer([1]), DER.octets(d), DER.explicit(1, DER.bits(point)))
        return AsymmetricKey(
            privateKey: DER.sequence(DER.integer([0]), DER.sequence(ellipticIdentifier, curve.identifier), DER.octets(key)))
    }

    init(edwards object: JSONObject) {
        guard object["crv"]?.string == "Ed25519", let x = object.bytes("x"), x.count == 32,
            let key = AsymmetricKey(publicKey: DER.sequence(DER.sequence(edwardsIdentifier), DER.bits(x)))
        else {
            self = .unusable
            return
        }
        // RFC 8410 §7
        let privateKey = object.bytes("d").flatMap { d in
            AsymmetricKey(
                privateKey: DER.sequence(DER.integer([0]), DER.sequence(edwardsIdentifier), DER.octets(DER.octets(d))))
        }
        self = .edwards(key, private: privateKey)
    }
}

/// rsaEncryption, id-ecPublicKey, id-Ed25519
private let rsaIdentifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
private let ellipticIdentifier: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
private let edwardsIdentifier: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]

extension JSONObject {
    fileprivate func bytes(_ name: String) -> [UInt8]? {
        self[name]?.string.flatMap { Base64URL.decode($0) }
    }
}
