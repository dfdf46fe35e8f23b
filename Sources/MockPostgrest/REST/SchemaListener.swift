import PostgresLink
import Sockets

/// Waits for `NOTIFY pgrst` and has the schema or the configuration read again (rest.md 2.11).
struct SchemaListener: Sendable {
    let channel: String
    let report: @Sendable (Event) -> Void

    func run(_ settings: ConnectionSettings, _ backend: RESTBackend, on loop: EventLoop) async {
        do {
            for try await event in NotificationStream(settings, channels: [channel], on: loop) {
                switch event {
                case .listening(let isFirst):
                    // What was notified meanwhile is lost.
                    if !isFirst { backend.reloadSchema() }
                case .notification(let notification):
                    switch notification.payload {
                    case "", "reload schema": backend.reloadSchema()
                    case "reload config": backend.reloadConfiguration()
                    default: break
                    }
                case .disconnected(let error, _):
                    report(.listenerFailed("\(error)"))
                }
            }
        } catch {
            // Only cancellation ends the stream.
        }
    }
}
