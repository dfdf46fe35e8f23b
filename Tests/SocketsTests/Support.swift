import Sockets
import Synchronization
import Testing

/// Runs `body` as a task on a loop of its own, which has a thread of its own.
func withLoop<R: Sendable>(
    _ kind: Poller.Kind = .automatic, _ body: @escaping @Sendable (EventLoop) async throws -> R
) async throws -> R {
    let loop = try EventLoop.started(name: "test", poller: kind)
    defer { loop.stop() }
    return try await Task(executorPreference: loop) { try await body(loop) }.value
}

/// A connected pair over TCP: (client, server).
func tcpPair(on loop: EventLoop) async throws -> (Socket, Socket) {
    let listener = try Listener.bind(.loopback(port: 0), on: loop)
    defer { listener.close() }
    let client = try await Socket.connect(to: listener.address, on: loop)
    return (client, try await listener.accept())
}

/// Sends until the system takes no more; returns how many bytes that were.
func fill(_ socket: Socket) throws -> Int {
    let chunk = [UInt8](repeating: 7, count: 4096)
    var total = 0
    while true {
        var rest = Outgoing([chunk])
        guard try socket.trySend(&rest) else { return total }
        total += chunk.count
    }
}

/// Receives until the other side is empty or `count` bytes have come.
func receive(_ count: Int, from socket: Socket) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, try await socket.receive(appendingTo: &bytes) > 0 {}
    return bytes
}

/// Collects from several tasks.
final class Log<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    func add(_ element: Element) { state.withLock { $0.append(element) } }
    var elements: [Element] { state.withLock { $0 } }
}

/// Something that happens once.
final class Flag: Sendable {
    private let value = Atomic(false)

    func set() { value.store(true, ordering: .releasing) }
    var isSet: Bool { value.load(ordering: .acquiring) }
}
