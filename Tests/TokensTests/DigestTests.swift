import Testing

@testable import Tokens

@Suite("Digests and encodings")
struct DigestTests {
    @Test(
        "hashes",
        arguments: [
            (Digest.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha224, "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            (.sha224, "test@example.com123456", "a3f3debf8d4c206eac18c518ad464512d0033123760f8a2c42a1110c"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "my-raw-nonce", "c3f37f9678df43aeb2775b4d1242402c3c1bd7f50071b1cfbc61d22bfbaea033"),
            (.sha384, "abc", "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func hashes(digest: Digest, text: String, hash: String) {
        #expect(digest.hash(Array(text.utf8)).hexadecimal == hash)
        let running = RunningDigest(digest)
        for byte in text.utf8 { running.update([byte]) }
        #expect(running.finish().hexadecimal == hash)
    }

    // RFC 4231 §4.3 and §4.7; the empty key of RFC 2104 is FIPS 198's zero key.
    @Test(
        "authenticates",
        arguments: [
            (
                Array("Jefe".utf8), "what do ya want for nothing?", Digest.sha256,
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First", .sha256,
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([], "", .sha256, "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ] as [([UInt8], String, Digest, String)])
    func authenticates(key: [UInt8], message: String, digest: Digest, code: String) {
        #expect(HMAC.code(of: Array(message.utf8), key: key, digest: digest).hexadecimal == code)
    }

    @Test("compares in constant time", arguments: [([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 2], false)])
    func compares(one: [UInt8], other: [UInt8], equal: Bool) {
        #expect(one.equalsInConstantTime(other) == equal)
    }

    @Test("makes UUIDs of version 4, and texts of an alphabet")
    func random() throws {
        let uuids = (0..<50).map { _ in Random.uuid() }
        #expect(Set(uuids).count == 50)
        #expect(
            try uuids.allSatisfy { try #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#.wholeMatch(in: $0) != nil })
        #expect(try #/[ab]{40}/#.wholeMatch(in: Random.text(40, of: "ab")) != nil)
        #expect(Set(Random.text(400, of: "0123456789")).count == 10)
    }

    @Test(
        "encodes base 64",
        arguments: [
            ("", "", ""), ("f", "Zg", "Zg=="), ("fo", "Zm8", "Zm8="), ("foo", "Zm9v", "Zm9v"), ("foob", "Zm9vYg", "Zm9vYg=="),
            ("~~~???", "fn5-Pz8_", "fn5+Pz8/"),
        ])
    func base64(text: String, url: String, padded: String) {
        let bytes = Array(text.utf8)
        #expect(Base64URL.encode(bytes) == url)
        #expect(Base64URL.decode(url) == bytes)
        #expect(Base64.encode(bytes) == padded)
        #expect(Base64.decode(padded) == bytes)
        #expect(Base64.decode(url) == bytes)
        #expect(Base64.decode(padded.replacing("=", with: ".")) == bytes)
    }

    @Test(
        "refuses as base64url", arguments: ["Z", "Zg==", "Zg=", "Zm8=", "Zh", "Zm9", "Zm9v Yg", "Zm9v\n", "fn5+", "Pz8/", "Zm9vé", "Zg,"])
    func refuses(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("refuses as base 64", arguments: ["Z", "Zg=", "Zm8==", "Z===", "Zm9v=", "Zm9v====", "=", "Zg==Zg==", "Zm 9v"])
    func refusesPadded(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
