/// Who waits for which descriptor, and what the poller was told about it.
///
/// Only decides and keeps the poller informed; the loop resumes the waiters, outside its lock.
struct Registrations {
    enum Direction: CaseIterable {
        case readable, writable, hangUp

        var watch: Poller.Watch {
            switch self {
            case .readable: .readable
            case .writable: .writable
            case .hangUp: []
            }
        }
    }

    struct Waiter {
        let id: UInt64
        let isTimed: Bool
        let continuation: UnsafeContinuation<Void, any Error>
    }

    private struct Registration {
        var generation: UInt32 = 0
        /// nil: the poller does not know the descriptor.
        var watched: Poller.Watch?
        var readable: Waiter?
        var writable: Waiter?
        var hangUp: Waiter?

        subscript(direction: Direction) -> Waiter? {
            get {
                switch direction {
                case .readable: readable
                case .writable: writable
                case .hangUp: hangUp
                }
            }
            set {
                switch direction {
                case .readable: readable = newValue
                case .writable: writable = newValue
                case .hangUp: hangUp = newValue
                }
            }
        }
    }

    /// By descriptor: the kernel gives the lowest free number, so the array is dense.
    private var table: [Registration] = []
    private var lastGeneration: UInt32 = 0

    /// Adds a waiter. Whether the poller had to be told is returned.
    mutating func add(
        _ waiter: Waiter, _ direction: Direction, on descriptor: CInt, poller: inout Poller
    ) throws(SystemError) -> Bool {
        precondition(descriptor >= 0, "a wait on a closed descriptor")
        let index = Int(descriptor)
        while table.count <= index { table.append(Registration()) }
        precondition(table[index][direction] == nil, "a second waiter for one direction of a descriptor")

        let watched = table[index].watched
        let wanted = (watched ?? []).union(direction.watch)
        if watched == nil { table[index].generation = nextGeneration() }
        let needsChange = watched != wanted
        if needsChange {
            try poller.watch(descriptor, for: wanted, generation: table[index].generation, isNew: watched == nil)
            table[index].watched = wanted
        }
        table[index][direction] = waiter
        return needsChange
    }

    /// Takes a waiter back; nil if it was resumed already.
    mutating func remove(id: UInt64, _ direction: Direction, on descriptor: CInt) -> Waiter? {
        guard descriptor >= 0, descriptor < table.count, let waiter = table[Int(descriptor)][direction], waiter.id == id else {
            return nil
        }
        // The poller keeps watching: most likely another wait follows, and if not, the next event ends it.
        table[Int(descriptor)][direction] = nil
        return waiter
    }

    /// Moves the waiters that an event satisfies to `ready`, and ends the watch for what nobody waits for.
    mutating func handle(_ event: Poller.Event, poller: inout Poller, ready: inout [Waiter]) {
        let index = Int(event.descriptor)
        guard index < table.count, table[index].generation == event.generation, let watched = table[index].watched else { return }

        let count = ready.count
        if event.hangUp {
            for direction in Direction.allCases { take(direction, of: index, into: &ready) }
        } else {
            var ignored: Poller.Watch = []
            for direction in [Direction.readable, .writable] where event.ready.contains(direction.watch) {
                if !take(direction, of: index, into: &ready) { ignored.insert(direction.watch) }
            }
            if !ignored.isEmpty {
                let rest = watched.subtracting(ignored)
                // It can only fail for a descriptor that was closed without `forget`; then the next wait registers anew.
                let isKept: Void? = try? poller.watch(event.descriptor, for: rest, generation: event.generation, isNew: false)
                table[index].watched = isKept == nil ? nil : rest
                return
            }
        }
        if ready.count == count {
            // A hang-up that concerns nobody, or macOS's report of a half-closed peer, would be reported again and again.
            poller.unwatch(event.descriptor)
            table[index].watched = nil
        }
    }

    /// Ends the registration, and returns those who still wait on it.
    mutating func forget(_ descriptor: CInt, poller: inout Poller) -> [Waiter] {
        guard descriptor >= 0, descriptor < table.count else { return [] }
        let index = Int(descriptor)
        if table[index].watched != nil { poller.unwatch(descriptor) }
        let waiters = Direction.allCases.compactMap { table[index][$0] }
        table[index] = Registration()
        return waiters
    }

    mutating func removeAll() -> [Waiter] {
        defer { table = [] }
        return table.flatMap { registration in Direction.allCases.compactMap { registration[$0] } }
    }

    @discardableResult
    private mutating func take(_ direction: Direction, of index: Int, into ready: inout [Waiter]) -> Bool {
        guard let waiter = table[index][direction] else { return false }
        table[index][direction] = nil
        ready.append(waiter)
        return true
    }

    /// Never 0, which marks the poller's own waker.
    private mutating func nextGeneration() -> UInt32 {
        lastGeneration = lastGeneration == .max ? 1 : lastGeneration + 1
        return lastGeneration
    }
}
