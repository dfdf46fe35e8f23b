import Testing

@testable import StorageService

@Suite("Object addresses")
struct ObjectAddressTests {
    @Test("take a bucket's name", arguments: [
        "a", "image", "A-b_c!.*'() &$=@;:+,?", String(repeating: "b", count: 100),
    ])
    func bucket(name: String) throws {
        let address = try ObjectAddress(bucket: name, key: "x/y")
        #expect(address.path == "\(name)/x/y")
    }

    @Test("refuse what no bucket is called", arguments: [
        "", String(repeating: "b", count: 101), "a/b", "초코", "a\tb", "a#b", "a%b", "a~b", "a\u{0}b", "a\"b", "a\\b",
    ])
    func badBucket(name: String) {
        #expect(throws: StorageError.bucketName) { try ObjectAddress(bucket: name, key: "x") }
    }

    @Test("take a key", arguments: [
        "a", "folder/cat.png", "a//b", "/a", "a/", "...", "a..b/c", ".hidden", "special file @+$,;=?.txt", "(1)*'!&:_-",
    ])
    func key(key: String) throws {
        try ObjectAddress(bucket: "b", key: key).checkKey()
    }

    @Test("refuse a key", arguments: [
        "", "café.txt", "a~", "a#b", "a[0]", "{}", "a\"", "a\\b", "a^", "a<b>", "a|b", "a`", "a\n", "a\u{0}", "🐶",
    ])
    func badKey(key: String) throws {
        let address = try ObjectAddress(bucket: "b", key: key)
        #expect(throws: StorageError(400, "InvalidKey", "Invalid key: \(key)")) { try address.checkKey() }
    }

    @Test("refuse segments of dots", arguments: [".", "..", "a/../b", "./a", "a/.", "../../etc/passwd", "a/.."])
    func dots(key: String) throws {
        let address = try ObjectAddress(bucket: "b", key: key)
        #expect(throws: StorageError(400, "InvalidKey", "Invalid key: \(key) contains dot path segment")) { try address.checkKey() }
    }

    @Test("know the placeholder of an empty folder")
    func placeholder() throws {
        #expect(try ObjectAddress(bucket: "b", key: "folder/.emptyFolderPlaceholder").isFolderPlaceholder)
        #expect(try !ObjectAddress(bucket: "b", key: "folder/.emptyFolderPlaceholder.txt").isFolderPlaceholder)
    }
}
