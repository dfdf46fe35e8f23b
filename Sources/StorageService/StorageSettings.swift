package import Tokens

/// How the storage service behaves.
package struct StorageSettings: Sendable {
    /// The keys that verify tokens.
    package var keys: KeySet
    /// The most bytes of an object; a bucket may allow fewer.
    package var maximumObjectBytes = 52_428_800

    package init(keys: KeySet) {
        self.keys = keys
    }
}

/// The bounds of the service (storage.md 8).
enum Limits {
    /// User metadata in a form's field, in bytes.
    static let userMetadataBytes = 1 << 20
    /// A text field of a form besides that.
    static let formFieldBytes = 64 << 10
    /// Bytes read from or written to a file at once: large enough that a trip to another thread does not matter.
    static let pieceBytes = 256 << 10
}
