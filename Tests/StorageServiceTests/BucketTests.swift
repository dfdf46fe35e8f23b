import Testing

@testable import StorageService

@Suite("Buckets")
struct BucketTests {
    @Test("accept the types that they list", arguments: [
        ([], "anything at all", true), (["image/*"], "image/png", true), (["image/*"], "image/*", true), (["image/*"], "text/plain", false),
        (["image/png"], "image/png", true), (["image/png"], "image/jpeg", false), (["image/png"], "image/png; charset=x", false),
        (["image/*"], "image/png; charset=x", true), (["text/plain", "image/*"], "text/plain", true), (["*/*"], "image/png", false),
        (["image"], "image/png", false), (["image/*"], "image", false), (["image/*"], "", false), (["image/*"], "imagex/png", false),
        (["image/*"], "/png", false),
    ] as [([String], String, Bool)])
    func types(list: [String], type: String, isAccepted: Bool) throws {
        let bucket = Bucket(isPublic: false, sizeLimit: nil, mimeTypes: list)
        #expect(bucket.accepts(type) == isAccepted)
    }
}
