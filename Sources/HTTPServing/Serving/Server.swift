package import Sockets
import Synchronization

/// Listens on one address and serves what connects, on one loop.
///
///     let server = try Server.bind(.loopback(port: 0), on: loop, responder: gateway)
///     print(server.address)
///     try await server.run()
///
/// `stop` ends it gracefully; cancelling the task of `run` ends it at once. Several servers, each on a loop of its own, may
/// share a port with `reusesPort`: the system spreads the connections.
package final class Server: Sendable {
    /// Where it really listens: with the port that the system chose, if it was asked for 0.
    package var address: Address { listener.address }

    private let listener: Listener
    private let loop: EventLoop
    private let settings: ServerSettings
    private let responder: any Responder
    private let connections = ConnectionRegistry()
    private let stopping = AsyncStream<Void>.makeStream()
    private let isClosed = Atomic(false)

    /// Connections are accepted by the system from here on; they are served when `run` is called, once.
    package static func bind(
        _ address: Address, on loop: EventLoop, settings: ServerSettings = ServerSettings(), listening: Listener.Options = .init(),
        responder: any Responder
    ) throws(SystemError) -> Server {
        let listener = try Listener.bind(address, on: loop, options: listening)
        return Server(listener: listener, loop: loop, settings: settings, responder: responder)
    }

    private init(listener: Listener, loop: EventLoop, settings: ServerSettings, responder: any Responder) {
        self.listener = listener
        self.loop = loop
        self.settings = settings
        self.responder = responder
    }

    /// Serves until `stop`, or until the task is cancelled; returns when every connection is closed.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.serveConnections() }
            group.addTask { await self.waitForStop() }
            // Either every connection has ended by itself, or the time for that is over.
            await group.next()
            group.cancelAll()
        }
    }

    /// Accepts no more connections, closes the idle ones, lets running requests finish for `Limits.graceTime`, then cancels
    /// them. Returns at once; `run` returns when it is done.
    package func stop() {
        stopping.continuation.finish()
    }

    private func waitForStop() async {
        for await _ in stopping.stream {}
        isClosed.store(true, ordering: .relaxed)
        listener.close()
        await connections.stop()
        try? await loop.sleep(for: settings.limits.graceTime)
    }

    private func serveConnections() async {
        await withDiscardingTaskGroup { group in
            while let socket = await nextConnection() {
                let phase = ConnectionPhase(socket: socket)
                await connections.add(phase)
                group.addTask {
                    await self.serve(socket, phase)
                    await self.connections.remove(phase)
                }
            }
        }
    }

    /// nil when the server has been stopped or cancelled.
    private func nextConnection() async -> Socket? {
        while !Task.isCancelled {
            do {
                // A pause rather than a signal: it is the state of an attack or of a bug, and lasts.
                while await connections.count >= settings.limits.connections { try await loop.sleep(for: .milliseconds(10)) }
                // Asked last, with no suspension before the call: the descriptor's number may mean another file by then.
                guard !isClosed.load(ordering: .relaxed) else { return nil }
                return try await listener.accept()
            } catch is CancellationError {
                return nil
            } catch {
                if error as? SystemError == .loopStopped { return nil }
                settings.report(.accept(error))
                try? await loop.sleep(for: .milliseconds(100))
            }
        }
        return nil
    }

    private func serve(_ socket: Socket, _ phase: ConnectionPhase) async {
        var peer: String?
        if let address = try? socket.peerAddress, address.port != nil { peer = address.host }
        await Connection(socket: socket, phase: phase, peer: peer, responder: responder, settings: settings).serve()
    }
}
