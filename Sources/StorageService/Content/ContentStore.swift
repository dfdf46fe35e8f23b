package import HTTPServing

/// Keeps the bytes of objects, each version under a name of its own that is never written twice: who reads an old version
/// finishes with it, whatever is uploaded meanwhile.
package protocol ContentStore: Sendable {
    /// Stores everything that the source gives.
    ///
    /// - Parameter limit: the most bytes to accept; one more fails with ``BodyTooLarge``, and nothing is kept.
    /// - Returns: size in bytes and MD5, when the content is safely there.
    func store(_ version: String, limit: Int, from source: BodyStream) async throws -> StoredContent
    /// The bytes of a version, or a part of them; nil when it is not there.
    func open(_ version: String, range: Range<Int>?) async throws -> BodyStream?
    func remove(_ version: String) async
}

/// What came of storing.
package struct StoredContent: Sendable, Hashable {
    package var size: Int
    /// Lower-case hexadecimal.
    package var md5: String

    package init(size: Int, md5: String) {
        self.size = size
        self.md5 = md5
    }
}
