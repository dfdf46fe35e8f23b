import HTTPServing
import Synchronization

/// Answers once there is something to answer with: the port is taken before the database is started.
final class LateResponder: Responder {
    private let responder = Mutex<(any Responder)?>(nil)

    func set(_ responder: any Responder) {
        self.responder.withLock { $0 = responder }
    }

    func respond(to request: Request) async throws -> Response {
        guard let responder = responder.withLock({ $0 }) else {
            return .json(503, ["message": "The server is starting"])
        }
        return try await responder.respond(to: request)
    }
}
