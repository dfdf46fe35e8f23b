import JSONText
import Testing

@testable import Tokens

@Suite("Keys")
struct JWKTests {
    @Test(
        "knows the RFCs' keys",
        arguments: [
            (Examples.octet, [.hs256, .hs384, .hs512], true), (Examples.rsa, [.rs256, .rs384, .rs512], true),
            (Examples.ec256, [.es256], true), (Examples.ec521, [.es512], true), (Examples.ed25519, [.eddsa], true),
        ] as [(String, [SignatureAlgorithm], Bool)])
    func algorithms(json: String, algorithms: [SignatureAlgorithm], canSign: Bool) throws {
        let key = try Examples.key(json)
        #expect(key.algorithms == algorithms)
        #expect(key.canSign == canSign)
        for algorithm in SignatureAlgorithm.allCases {
            let message = Array("message".utf8)
            let signature = key.signature(of: message, by: algorithm)
            #expect((signature != nil) == algorithms.contains(algorithm))
            guard let signature else { continue }
            #expect(key.verifies(signature, of: message, by: algorithm))
            #expect(!key.verifies(signature, of: message + [0], by: algorithm))
            for other in SignatureAlgorithm.allCases where other != algorithm {
                #expect(!key.verifies(signature, of: message, by: other))
            }
        }
    }

    @Test("verifies with the public half of a private key, and signs with the private one only")
    func publicHalf() throws {
        for json in [Examples.rsa, Examples.ec256, Examples.ec521, Examples.ed25519] {
            let key = try Examples.key(json)
            let shown = try #require(key.publicJSON)
            #expect(shown["d"] == nil)
            #expect(shown["use"] == "sig")
            let publicKey = try #require(JWK(shown))
            #expect(!publicKey.canSign)
            #expect(publicKey.thumbprint == key.thumbprint)
            let algorithm = try #require(key.algorithms.first)
            let signature = try #require(key.signature(of: [1, 2], by: algorithm))
            #expect(publicKey.verifies(signature, of: [1, 2], by: algorithm))
            #expect(publicKey.signature(of: [1, 2], by: algorithm) == nil)
        }
        #expect(try Examples.key(Examples.octet).publicJSON == nil)
    }

    @Test("has the thumbprint of RFC 8037 §A.3")
    func thumbprint() throws {
        #expect(try Examples.key(Examples.ed25519).thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    @Test("makes a key on P-256 whose numbers are a key again")
    func generate() throws {
        let key = JWK.newP256()
        #expect(key.keyID == key.thumbprint)
        let token = try #require(JWT.signed(["a": 1], by: key))
        let publicKey = try #require(key.publicJSON.flatMap { JWK($0) })
        #expect(try JWTVerifier(keys: KeySet([publicKey])).claims(of: token)["a"] == 1)
        #expect(JWK.newP256(keyID: "mine").keyID == "mine")
        #expect(JWK.newP256().thumbprint != key.thumbprint)
    }

    @Test(
        "keeps what is no usable key, for no algorithm",
        arguments: [
            #"{"kty":"EC"}"#, #"{"kty":"ec","crv":"P-256"}"#,
            #"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            #"{"kty":"EC","crv":"secp256k1","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            // Not on the curve.
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a4"}"#,
            // A coordinate that is too short, or is not base64url.
            #"{"kty":"EC","crv":"P-256","x":"f83O","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            #"{"kty":"EC","crv":"P-256","x":1,"y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"RSA","n":"","e":""}"#, #"{"kty":"oct"}"#, #"{"kty":"oct","k":"a="}"#,
        ])
    func unusable(json: String) throws {
        let key = try Examples.key(json)
        #expect(!key.isUsable)
        #expect(key.algorithms == [])
        #expect(key.publicJSON == nil)
        #expect(!key.fits(.es256, keyID: nil))
    }

    @Test(
        "fits a header",
        arguments: [
            (nil, nil, nil, SignatureAlgorithm.es256, nil, true), (nil, nil, nil, .es384, nil, false), (nil, nil, nil, .hs256, nil, false),
            ("ES256", nil, nil, .es256, nil, true), ("ES512", nil, nil, .es256, nil, false), ("RSA-OAEP", nil, nil, .es256, nil, false),
            (nil, "sig", nil, .es256, nil, true), (nil, "enc", nil, .es256, nil, false), (nil, "odd", nil, .es256, nil, true),
            (nil, nil, "k", .es256, nil, true), (nil, nil, "k", .es256, "k", true), (nil, nil, "k", .es256, "j", false),
            (nil, nil, nil, .es256, "k", false),
        ] as [(String?, String?, String?, SignatureAlgorithm, String?, Bool)])
    func fits(algorithm: String?, use: String?, keyID: String?, wanted: SignatureAlgorithm, wantedID: String?, fits: Bool) throws {
        var key = try Examples.key(Examples.ec256)
        (key.algorithm, key.use, key.keyID) = (algorithm, use, keyID)
        #expect(key.fits(wanted, keyID: wantedID) == fits)
    }

    @Test("reads a secret")
    func secrets() throws {
        let long = String(repeating: "é", count: 16)
        #expect(try KeySet(secret: long).keys.map(\.algorithm) == ["HS256"])
        #expect(throws: KeySetError.tooShort) { try KeySet(secret: String(repeating: "a", count: 31)) }
        #expect(throws: KeySetError.tooShort) { try KeySet(secret: "") }
        #expect(throws: KeySetError.tooShort) { try KeySet(secret: #"{"a":1}"#) }
        #expect(throws: KeySetError.tooShort) { try KeySet(secret: #"{"kty":"oct"}"#) }
        #expect(try KeySet(secret: #"["a text that is JSON, but is not a key"]"#).keys.count == 1)
        #expect(try KeySet(secret: #"{"keys":[]}"#).keys.isEmpty)
        #expect(try KeySet(secret: " {\"keys\":[\(Examples.octet),\(Examples.ec256),{\"kty\":\"new\"},{}]} ").keys.count == 3)
        #expect(try KeySet(secret: #"{"kty":"oct","k":"YQ"}"#).keys.count == 1)
        #expect(try KeySet(secret: Examples.rsa).publicJSON["keys"]?.array?.count == 1)
    }

    @Test(
        "reads only what is a signature of libcrypto's",
        arguments: ["", "3000", "30", "3006020101", "300602010102010100", "310602010102010180", "30820006"])
    func signatureParts(hexadecimal: String) {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        #expect(DER.signatureParts(bytes, width: 32) == nil)
    }
}
