import Synchronization

/// A wish to stop that may come before, or long after, somebody waits for it.
final class StopRequest: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func ask() { stream.continuation.finish() }

    func asked() async {
        for await _ in stream.stream {}
    }
}

/// What the process ends with.
final class ExitCode: Sendable {
    private let code = Mutex<CInt>(0)

    var value: CInt { code.withLock { $0 } }

    func set(_ value: CInt) { code.withLock { $0 = value } }
}

/// What a task on the loop leaves for the thread that ran it.
final class Outcome<R: Sendable>: Sendable {
    private let result = Mutex<Result<R, any Error>?>(nil)

    func set(_ value: Result<R, any Error>) { result.withLock { $0 = value } }

    func get() throws -> R {
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
