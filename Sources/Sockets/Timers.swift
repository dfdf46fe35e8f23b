/// Alarms in the order in which they are due: a binary heap of identifiers, beside a dictionary of those still wanted.
///
/// Most timers are limits that never run out, so removal is what must be cheap: it touches the dictionary only, and the
/// heap is rebuilt once the dead outnumber the living. A wheel was not needed: it saves the logarithm, not the dictionary.
struct Timers<Payload> {
    private struct Entry {
        let deadline: MonotonicTime
        let id: UInt64

        func isBefore(_ other: Entry) -> Bool {
            // Equal deadlines ring in the order of their making.
            (deadline, id) < (other.deadline, other.id)
        }
    }

    private var heap: [Entry] = []
    private var payloads: [UInt64: Payload] = [:]

    var isEmpty: Bool { payloads.isEmpty }

    mutating func insert(_ payload: Payload, id: UInt64, at deadline: MonotonicTime) {
        payloads[id] = payload
        heap.append(Entry(deadline: deadline, id: id))
        siftUp(from: heap.count - 1)
    }

    /// Takes an alarm back; nil if it rang already or never was.
    mutating func remove(id: UInt64) -> Payload? {
        guard let payload = payloads.removeValue(forKey: id) else { return nil }
        if heap.count > 2 * payloads.count + Limits.deadTimers { rebuild() }
        return payload
    }

    /// When the next alarm rings.
    mutating func nextDeadline() -> MonotonicTime? {
        while let first = heap.first {
            if payloads[first.id] != nil { return first.deadline }
            removeFirst()
        }
        return nil
    }

    /// Takes the next alarm that is due at `now`.
    mutating func popDue(at now: MonotonicTime) -> Payload? {
        while let first = heap.first, first.deadline <= now {
            removeFirst()
            if let payload = payloads.removeValue(forKey: first.id) { return payload }
        }
        return nil
    }

    mutating func removeAll() -> [Payload] {
        defer {
            heap = []
            payloads = [:]
        }
        return Array(payloads.values)
    }

    private mutating func rebuild() {
        heap.removeAll { payloads[$0.id] == nil }
        // A sorted array is a heap.
        heap.sort { $0.isBefore($1) }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown()
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
