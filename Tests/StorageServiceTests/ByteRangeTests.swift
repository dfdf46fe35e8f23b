import Testing

@testable import StorageService

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test("are one satisfiable range", arguments: [
        ("bytes=2-5", 2..<6), ("bytes=0-0", 0..<1), ("bytes=9-9", 9..<10), ("bytes=7-", 7..<10), ("bytes=-5", 5..<10),
        ("bytes=8-99", 8..<10), ("bytes=-99", 0..<10), ("bytes=0-9223372036854775807", 0..<10), ("bytes=-9223372036854775807", 0..<10),
        ("bytes=007-8", 7..<9),
    ])
    func satisfiable(header: String, bounds: Range<Int>) throws {
        #expect(try ByteRange(header, size: 10)?.bounds == bounds)
    }

    @Test("are refused otherwise", arguments: [
        "bytes=10-12", "bytes=8-4", "bytes=-0", "bytes=-", "items=0-1", "bytes=0-1,3-4", "bytes", "bytes=", "", "bytes=1", "bytes= 1-2",
        "bytes=+1-2", "bytes=a-b", "bytes=1-b", "bytes=b-1", "Bytes=1-2", "bytes=1-2-3", "bytes=--1", "bytes=９-", "bytes=1.0-2",
        "bytes=99999999999999999999-", "bytes=-99999999999999999999", "bytes=10-", "bytes=9223372036854775807-",
    ])
    func refused(header: String) {
        #expect(throws: StorageError.range) { try ByteRange(header, size: 10) }
    }

    @Test("do not exist without a header, nor in an empty object")
    func none() throws {
        #expect(try ByteRange(nil, size: 10) == nil)
        #expect(try ByteRange(nil, size: 0) == nil)
        #expect(throws: StorageError.range) { try ByteRange("bytes=0-", size: 0) }
        #expect(throws: StorageError.range) { try ByteRange("bytes=-1", size: 0) }
    }
}
