import Sockets
import Synchronization

/// Whether a connection is in the middle of a request, shared with the server that may want to stop it.
///
/// One atomic rather than an actor: it changes twice a request, and never waits.
final class ConnectionPhase: Sendable {
    private enum Value {
        static let idle: UInt8 = 0
        static let busy: UInt8 = 1
        static let stopping: UInt8 = 2
    }

    private let socket: Socket
    private let value = Atomic<UInt8>(Value.idle)

    init(socket: Socket) {
        self.socket = socket
    }

    /// A request has begun. False when the server is stopping: it is not to be answered.
    func begin() -> Bool {
        value.compareExchange(expected: Value.idle, desired: Value.busy, ordering: .relaxed).exchanged
    }

    /// The request has been answered. False when the server is stopping.
    func end() -> Bool {
        value.compareExchange(expected: Value.busy, desired: Value.idle, ordering: .relaxed).exchanged
    }

    var isStopping: Bool { value.load(ordering: .relaxed) == Value.stopping }

    /// Ends the connection now if it is idle, else after the running request. An idle one waits for bytes, and so sees
    /// the end of them.
    func stop() {
        if value.exchange(Value.stopping, ordering: .relaxed) == Value.idle { socket.shutdown(.receiving) }
    }
}
