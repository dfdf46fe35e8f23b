import Sockets

/// Serves one socket: request after request, until client, server or an error ends it.
struct Connection: Sendable {
    let socket: Socket
    let phase: ConnectionPhase
    let peer: String?
    let responder: any Responder
    let settings: ServerSettings

    private var limits: Limits { settings.limits }

    /// Returns when the connection is closed. A client that hangs up cancels what is running for it; one that has only
    /// finished sending, or has sent more requests already, is answered.
    func serve() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await converse()
                socket.close()
            }
            // Closing the socket ends this wait too, so that it cannot outlive the conversation.
            try? await socket.waitForHangUp()
            group.cancelAll()
        }
    }

    private func converse() async {
        var parser = RequestParser(limits: limits)
        var sender = ResponseSender(socket: socket, settings: settings)
        do {
            while let head = try await nextHead(&parser) {
                guard phase.begin() else { return }
                let next = try await answer(head, &parser, &sender)
                if phase.end(), next == .anotherRequest { continue }
                if next == .lingeringClose || !parser.isIdle { await linger() }
                return
            }
        } catch let error as ProtocolError {
            settings.report(.malformedRequest(error, peer: peer))
            _ = try? await sender.send(settings.protocolErrorResponse(error.status), to: ResponseWriter.Request(keepsAlive: false))
            await linger()
        } catch {
            // The client has gone, or is too slow to take the response, or the server ends: nobody to tell.
        }
    }

    /// nil when no request follows.
    nonisolated(nonsending)
        private func nextHead(_ parser: inout RequestParser) async throws -> RequestHead?
    {
        var deadline: MonotonicTime?
        while true {
            if case .head(let head)? = try parser.next() { return head }
            if deadline == nil, !parser.isIdle { deadline = .now + limits.headTime }
            do {
                let limit = deadline.map { $0.timeLeft } ?? limits.idleTime
                guard try await parser.receive(from: socket, within: limit) else { return nil }
            } catch is TimedOut {
                if parser.isIdle { return nil }
                throw ProtocolError.headTooSlow
            }
        }
    }

    /// What may come after a response.
    private enum Next {
        case anotherRequest
        case close
        /// A body that nobody read is still coming in.
        case lingeringClose
    }

    nonisolated(nonsending)
        private func answer(
            _ head: RequestHead, _ parser: inout RequestParser, _ sender: inout ResponseSender
        ) async throws -> Next
    {
        let reader = bodyReader(of: head, &parser)
        var request = Request(head, peer: peer)
        if let reader {
            request.body = .stream(BodyStream(length: head.declaredLength) { try await reader.next() })
        } else if let bytes = parser.completeBody() {
            request.body = .bytes(bytes)
        } else {
            _ = try parser.next()  // The end of a request without a body.
        }
        let response = try await respond(to: request)
        let keepsAlive = await reader?.beginResponse() ?? true
        let context = ResponseWriter.Request(
            isHead: head.method == .head, isVersion10: head.isVersion10,
            keepsAlive: head.keepsAlive && keepsAlive && !phase.isStopping)
        let isKept: Bool
        do {
            isKept = try await sender.send(response, to: context)
        } catch let error as ResponseBroken {
            settings.report(.responseBody(error.cause, head.method, head.target))
            throw error
        }
        guard let reader else { return isKept ? .anotherRequest : .close }
        guard isKept, let rest = await reader.finish() else { return .lingeringClose }
        parser = rest
        return .anotherRequest
    }

    /// nil when there is no body, or all of it has come with the head.
    private func bodyReader(of head: RequestHead, _ parser: inout RequestParser) -> BodyReader? {
        switch head.framing {
        case .none: return nil
        case .length(let length) where length <= parser.bufferedCount: return nil
        case .length, .chunked: break
        }
        defer { parser = RequestParser(limits: limits) }
        return BodyReader(parser: parser, head: head, socket: socket, limits: limits)
    }

    /// The single `catch`: every error becomes a response here, except that of a client who has gone.
    nonisolated(nonsending)
        private func respond(to request: Request) async throws -> Response
    {
        do {
            return try await responder.respond(to: request)
        } catch let error as any ResponseError {
            return error.response
        } catch is BodyTooLarge {
            return settings.protocolErrorResponse(ProtocolError.bodyTooLarge.status)
        } catch let error as ProtocolError {
            settings.report(.malformedRequest(error, peer: peer))
            return settings.protocolErrorResponse(error.status)
        } catch {
            if Task.isCancelled { throw error }
            settings.report(.responder(error, request.method, request.target))
            return settings.protocolErrorResponse(Status(500))
        }
    }

    /// Lets the client read the last response. Closing while its bytes are still coming in would reset the connection, and
    /// the response would be lost on the way (RFC 9112 §9.6).
    private func linger() async {
        socket.shutdown(.sending)
        let deadline = MonotonicTime.now + limits.lingerTime
        var discarded: [UInt8] = []
        while let received = try? await socket.receive(appendingTo: &discarded, within: deadline.timeLeft), received > 0 {
            discarded.removeAll(keepingCapacity: true)
        }
    }
}

extension RequestParser {
    /// Waits for more bytes. False at the end.
    nonisolated(nonsending)
        mutating func receive(from socket: Socket, within limit: Duration) async throws -> Bool
    {
        compact()
        return try await socket.receive(appendingTo: &buffer, within: limit) > 0
    }
}

extension Request {
    fileprivate init(_ head: RequestHead, peer: String?) {
        self.init(head.method, target: head.target, headers: head.headers, peer: peer)
    }
}

extension RequestHead {
    fileprivate var declaredLength: Int? {
        if case .length(let length) = framing { length } else { nil }
    }
}

extension MonotonicTime {
    fileprivate var timeLeft: Duration {
        let now = Self.now
        return self > now ? .nanoseconds(Int64(clamping: nanoseconds - now.nanoseconds)) : .zero
    }
}
