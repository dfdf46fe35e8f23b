import HTTPServing

/// Bucket and key of an object, both checked (storage.md 7).
struct ObjectAddress: Sendable, Hashable {
    var bucket: String
    var key: String

    /// What clients are told: bucket, slash, key.
    var path: String { "\(bucket)/\(key)" }

    /// - Throws: when the bucket's name cannot be one. The key is checked later, see ``checkKey()``.
    init(bucket: String, key: String) throws(StorageError) {
        guard (1...100).contains(bucket.utf8.count), bucket.utf8.allSatisfy(Self.isNameByte) else { throw .bucketName }
        self.bucket = bucket
        self.key = key
    }

    func checkKey() throws(StorageError) {
        guard !key.isEmpty, key.utf8.allSatisfy({ Self.isNameByte($0) || $0 == UInt8(ascii: "/") }) else { throw .key(key) }
        let segments = key.split(separator: "/", omittingEmptySubsequences: false)
        if segments.contains(where: { $0 == "." || $0 == ".." }) { throw .key("\(key) contains dot path segment") }
    }

    /// Marks an empty folder, made by dashboards: a file of no bytes to which rules about types do not apply.
    var isFolderPlaceholder: Bool { key.hasSuffix(".emptyFolderPlaceholder") }

    private static let allowed = Set("_!.*'() &$=@;:+,?-".utf8)

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: allowed.contains(byte)
        }
    }
}
