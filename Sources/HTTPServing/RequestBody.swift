/// The body of a request: absent, already here, or a stream that is read from the connection on demand.
package enum RequestBody: Sendable {
    case none
    case bytes([UInt8])
    case stream(BodyStream)

    /// The whole body in memory.
    ///
    /// - Parameter limit: the most bytes to accept.
    /// - Throws: ``BodyTooLarge`` when there are more, or the connection's error.
    package func collected(upTo limit: Int) async throws -> [UInt8] {
        switch self {
        case .none: return []
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw BodyTooLarge(limit: limit) }
            return bytes
        case .stream(let stream):
            var all: [UInt8] = []
            while let chunk = try await stream.next() {
                guard chunk.count <= limit - all.count else { throw BodyTooLarge(limit: limit) }
                all.append(contentsOf: chunk)
            }
            return all
        }
    }
}

/// More bytes were sent than the limit allows; answered with 413.
package struct BodyTooLarge: Error, Hashable, Sendable {
    package var limit: Int

    package init(limit: Int) {
        self.limit = limit
    }
}

/// Chunks of a body, one at a time: `next` returns nil at the end. One reader.
package struct BodyStream: Sendable {
    /// The length that the sender declared, in bytes; nil when chunked.
    package let length: Int?
    private let read: @Sendable () async throws -> [UInt8]?

    package init(length: Int? = nil, read: @escaping @Sendable () async throws -> [UInt8]?) {
        self.length = length
        self.read = read
    }

    package func next() async throws -> [UInt8]? {
        try await read()
    }
}
