/// Bytes with an owner: an array, or a value inside a libpq result, sent to a socket without being copied.
package protocol Bytes: Sendable {
    var count: Int { get }
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension Array: Bytes where Element == UInt8 {}
