import PostgresLink
import Sockets

/// Waits for `NOTIFY pgrst` and has the schema or the configuration read again (rest.md 2.11).
struct SchemaListener: Sendable {
    let channel: String
    let report: @Sendable (Event) -> Void

    func run(_ settings: ConnectionSettings, _ backend: RESTBackend, on loop: EventLoop) async {
        defer { backend.listenerIsUp = false }
        do {
            for try await event in NotificationStream(settings, channels: [channel], on: loop) {
                switch event {
                case .listening(let isFirst):
                    backend.listenerIsUp = true
                    report(.listenerStarted(channel: channel))
                    // What was notified meanwhile is lost.
                    if !isFirst { backend.reloadSchema() }
                case .notification(let notification):
                    switch notification.payload {
                    case "", "reload schema":
                        report(.notified(channel: channel, schema: true))
                        backend.reloadSchema()
                    case "reload config":
                        report(.notified(channel: channel, schema: false))
                        backend.reloadConfiguration()
                    default: break
                    }
                case .disconnected(let error, let pause):
                    backend.listenerIsUp = false
                    report(.listenerFailed(channel: channel, Failure(error), retryAfter: pause))
                    backend.listenerWasLost()
                }
            }
        } catch {
            // Only cancellation ends the stream.
        }
    }

    /// Listens where the backend's configuration says, now and after each change of it, until the task is cancelled.
    static func follow(
        _ settings: ConnectionSettings, _ backend: RESTBackend, on loop: EventLoop, report: @escaping @Sendable (Event) -> Void
    ) async {
        var channels = backend.channels.makeAsyncIterator()
        var channel = await channels.next()
        while let current = channel {
            channel = await withTaskGroup(of: Void.self) { group in
                if let current {
                    group.addTask { await SchemaListener(channel: current, report: report).run(settings, backend, on: loop) }
                }
                defer { group.cancelAll() }
                return await channels.next()
            }
        }
    }
}
