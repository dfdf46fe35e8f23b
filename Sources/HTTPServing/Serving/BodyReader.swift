import Sockets

/// Reads one request's body from the connection when the responder asks for it, and not before: that is the back-pressure.
///
/// An actor because the responder may read from any of its tasks. It owns the parser for the time of the request.
actor BodyReader {
    private var parser: RequestParser
    private let socket: Socket
    private let limits: Limits

    /// The client waits for `100 Continue`, and no byte of the body has come.
    private var owesContinue: Bool
    private var remainingLength: Int?
    private var phase = Phase.open
    private var isReading = false

    private enum Phase {
        case open
        case complete
        case failed(any Error)
    }

    init(parser: RequestParser, head: RequestHead, socket: Socket, limits: Limits) {
        self.parser = parser
        self.socket = socket
        self.limits = limits
        owesContinue = head.expectsContinue && parser.bufferedCount == 0
        if case .length(let length) = head.framing { remainingLength = length }
    }

    /// The next bytes; nil at the end of the body.
    func next() async throws -> [UInt8]? {
        switch phase {
        case .complete: return nil
        case .failed(let error): throw error
        case .open: break
        }
        guard !isReading else { throw BodyReadTwice() }
        isReading = true
        defer { isReading = false }
        do {
            return try await read()
        } catch {
            let error = error as? ProtocolError == .bodyTooLarge ? BodyTooLarge(limit: limits.bodyBytes ?? 0) : error
            phase = .failed(error)
            throw error
        }
    }

    /// Called before the response is sent: no interim response may come after it. Whether the connection can be kept.
    func beginResponse() -> Bool {
        defer { owesContinue = false }
        switch phase {
        case .complete: return true
        case .failed: return false
        // A client that was not told to continue may send the body or not: what its next bytes are is anybody's guess.
        case .open: return !owesContinue && !isReading && (remainingLength ?? 0) <= limits.drainBytes
        }
    }

    /// Called when the response is out: throws away what is left of the body and gives the parser back, ready for the next
    /// request. nil when that would take too much.
    func finish() async -> RequestParser? {
        guard !isReading else {
            phase = .failed(CancellationError())
            return nil
        }
        var drained = 0
        while case .open = phase {
            guard drained <= limits.drainBytes, let bytes = try? await next() else { break }
            drained += bytes.count
        }
        guard case .complete = phase else {
            phase = .failed(CancellationError())
            return nil
        }
        return parser
    }

    private func read() async throws -> [UInt8]? {
        while true {
            switch try parser.next() {
            case .body(let bytes)?:
                remainingLength? -= bytes.count
                return bytes
            case .end?:
                phase = .complete
                return nil
            case .head?, nil: try await receive()
            }
        }
    }

    private func receive() async throws {
        if owesContinue {
            owesContinue = false
            try await socket.send(ResponseWriter.continueHead, within: limits.writeTime)
        }
        // Not into the parser itself: an actor's state cannot be lent out across a suspension.
        var bytes: [UInt8] = []
        let received: Int
        do {
            received = try await socket.receive(appendingTo: &bytes, atMost: Self.pieceBytes, within: limits.bodyTime)
        } catch is TimedOut {
            throw ProtocolError(408, "the body took too long")
        }
        guard received > 0 else { throw ProtocolError(400, "the body is incomplete") }
        parser.receive(bytes)
    }

    private static let pieceBytes = 64 * 1024
}

/// Two tasks read the same body at once.
struct BodyReadTwice: Error {}
