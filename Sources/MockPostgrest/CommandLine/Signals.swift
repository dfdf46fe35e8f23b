import Dispatch
import Foundation
import Synchronization

/// Handlers for signals, on a queue of their own, for as long as this value lives.
final class Signals {
    private var sources: [any DispatchSourceSignal] = []
    private let queue = DispatchQueue(label: "signals")

    init() {
        // A client that has gone is an error of a write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
    }

    func on(_ number: CInt, _ handler: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: handler)
        source.resume()
        sources.append(source)
    }

    /// SIGTERM and SIGINT ask for an orderly end; the second one ends the process at once.
    func onStop(_ handler: @escaping @Sendable () -> Void) {
        let count = SignalCount()
        for number in [SIGTERM, SIGINT] {
            on(number) {
                if count.value.add(1, ordering: .relaxed).newValue == 1 { handler() } else { _exit(128 + number) }
            }
        }
    }
}

private final class SignalCount: Sendable {
    let value = Atomic(0)
}
