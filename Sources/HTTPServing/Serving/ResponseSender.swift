import Sockets

/// Sends responses on a socket, waiting when the client does not take them as fast as they come.
struct ResponseSender: Sendable {
    private let socket: Socket
    private let limits: Limits
    private var writer: ResponseWriter
    private var output: [UInt8] = []

    init(socket: Socket, settings: ServerSettings) {
        self.socket = socket
        limits = settings.limits
        writer = ResponseWriter(serverName: settings.serverName)
    }

    /// Whether the connection can carry another response.
    ///
    /// Throws `ResponseBroken` when the response's own body fails, else what sending throws.
    @discardableResult
    nonisolated(nonsending)
        mutating func send(_ response: Response, to request: ResponseWriter.Request) async throws -> Bool
    {
        defer { forgetOutput() }
        let framing = writer.write(headOf: response, to: request, into: &output)
        switch (response.body, framing.body) {
        case (_, .none), (.empty, .untilClose), (.empty, .length(0)):
            try await flush()
        case (.empty, .length):
            // Announced and not there: the connection's end tells.
            try await flush()
            return false
        case (.empty, .chunked):
            output.append(contentsOf: ResponseWriter.lastChunk)
            try await flush()
        case (.bytes(let bytes), let body):
            return try await send(bytes, body) && framing.keepsAlive
        case (.stream(let stream), let body):
            try await flush()
            return try await send(stream, body) && framing.keepsAlive
        }
        return framing.keepsAlive
    }

    nonisolated(nonsending)
        private mutating func send(_ bytes: any Bytes, _ framing: ResponseFraming.Body) async throws -> Bool
    {
        switch framing {
        case .length(let length) where length < bytes.count:
            // A service's own `Content-Length` rules, also when it is wrong.
            output.append(contentsOf: bytes.withUnsafeBytes { Array($0.prefix(length)) })
            try await flush()
        case .chunked where bytes.count == 0:
            output.append(contentsOf: ResponseWriter.lastChunk)
            try await flush()
        case .chunked:
            output.append(contentsOf: ResponseWriter.chunkStart(bytes.count))
            try await flush(bytes, then: ResponseWriter.chunkEnd + ResponseWriter.lastChunk)
        case .length(let length):
            try await flush(bytes)
            return length == bytes.count
        case .untilClose, .none:
            try await flush(bytes)
        }
        return true
    }

    nonisolated(nonsending)
        private mutating func send(_ stream: BodyStream, _ framing: ResponseFraming.Body) async throws -> Bool
    {
        var remaining: Int? = if case .length(let length) = framing { length } else { nil }
        while remaining != 0, let chunk = try await next(of: stream) {
            if chunk.isEmpty { continue }
            output.removeAll(keepingCapacity: true)
            if let left = remaining {
                let piece = chunk.count <= left ? chunk : Array(chunk[..<left])
                remaining = left - piece.count
                try await flush(piece)
            } else if framing == .chunked {
                output.append(contentsOf: ResponseWriter.chunkStart(chunk.count))
                try await flush(chunk, then: ResponseWriter.chunkEnd)
            } else {
                try await flush(chunk)
            }
        }
        if framing == .chunked { try await socket.send(ResponseWriter.lastChunk, within: limits.writeTime) }
        // Fewer bytes than announced: only the end of the connection can tell.
        return (remaining ?? 0) == 0
    }

    private func next(of stream: BodyStream) async throws -> [UInt8]? {
        do {
            return try await stream.next()
        } catch {
            throw ResponseBroken(cause: error)
        }
    }

    /// What an idle connection keeps is small: there may be thousands.
    private mutating func forgetOutput() {
        output.removeAll(keepingCapacity: output.capacity <= Self.keptCapacity)
    }

    private static let keptCapacity = 4096

    /// Sends what has been written, then `bytes`, then `end`; small bytes in one piece, large ones from where they are.
    nonisolated(nonsending)
        private mutating func flush(_ bytes: any Bytes, then end: [UInt8] = []) async throws
    {
        if bytes.count <= limits.coalescedBytes {
            bytes.withUnsafeBytes { output.append(contentsOf: $0) }
            output.append(contentsOf: end)
            try await flush()
        } else {
            try await socket.send([output, bytes, end], within: limits.writeTime)
        }
    }

    nonisolated(nonsending)
        private func flush() async throws
    {
        try await socket.send(output, within: limits.writeTime)
    }
}

/// The body of a response failed after its head had gone out.
struct ResponseBroken: Error {
    var cause: any Error
}
