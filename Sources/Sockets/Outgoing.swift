#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Pieces of bytes on their way out, and how far they have got.
package struct Outgoing: Sendable {
    private let pieces: [any Bytes]
    /// The first piece not yet sent entirely, and how much of it is.
    private var index = 0
    private var offset = 0

    package init(_ pieces: [any Bytes]) {
        self.pieces = pieces
        skipEmpty()
    }

    package var isEmpty: Bool { index == pieces.count }

    /// Calls `body` with the places in memory of the next pieces.
    func withVectors<R>(_ body: (UnsafeMutableBufferPointer<iovec>) -> R) -> R {
        let count = min(pieces.count - index, Limits.piecesPerSend)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: max(1, count)) { vectors in
            withVectors(UnsafeMutableBufferPointer(rebasing: vectors[..<count]), from: 0, body)
        }
    }

    /// Each piece lends its bytes for the time of a call only, so the calls are nested.
    private func withVectors<R>(
        _ vectors: UnsafeMutableBufferPointer<iovec>, from position: Int, _ body: (UnsafeMutableBufferPointer<iovec>) -> R
    ) -> R {
        guard position < vectors.count else { return body(vectors) }
        return pieces[index + position].withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: position == 0 ? bytes[offset...] : bytes[...])
            vectors.initializeElement(
                at: position, to: iovec(iov_base: UnsafeMutableRawPointer(mutating: rest.baseAddress), iov_len: rest.count))
            return withVectors(vectors, from: position + 1, body)
        }
    }

    mutating func advance(by count: Int) {
        var count = count
        while index < pieces.count {
            let left = pieces[index].count - offset
            guard count >= left else {
                offset += count
                return
            }
            count -= left
            index += 1
            offset = 0
        }
        precondition(count == 0, "more was sent than there was")
    }

    private mutating func skipEmpty() {
        advance(by: 0)
    }
}
