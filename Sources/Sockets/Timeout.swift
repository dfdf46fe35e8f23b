import Synchronization

/// Runs `body` as a task on the loop, cancels it when the time is up, and then throws `TimedOut`.
///
/// One task and one timer. For a single wait on a socket, `wait(for:on:within:)` does the same without a task.
package func withTimeout<R: Sendable>(
    _ duration: Duration, on loop: EventLoop, _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
    let isOver = Expiry()
    let task = Task(executorPreference: loop) { try await body() }
    let timer = loop.call(after: duration) {
        isOver.flag.store(true, ordering: .releasing)
        task.cancel()
    }
    guard let timer else {
        task.cancel()
        throw SystemError.loopStopped
    }
    let result = await withTaskCancellationHandler {
        await task.result
    } onCancel: {
        task.cancel()
    }
    loop.cancelCall(timer)
    switch result {
    // What was ready in spite of the cancellation is not thrown away.
    case .success(let value): return value
    case .failure(let error): throw isOver.flag.load(ordering: .acquiring) ? TimedOut() : error
    }
}

private final class Expiry: Sendable {
    let flag = Atomic(false)
}
